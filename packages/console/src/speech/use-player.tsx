import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { Playback } from './playback.js';
import { secondsOf, type Track } from './track.js';

const Context = createContext<Playback | undefined>(undefined);

/** One playback for the page: only one track plays at a time. */
export function PlaybackProvider({ children }: { children: ReactNode }) {
  const playback = useMemo(() => new Playback(), []);
  return <Context value={playback}>{children}</Context>;
}

export function usePlayback(): Playback {
  const playback = useContext(Context);
  if (playback === undefined) throw new Error('usePlayback must be used within a PlaybackProvider');
  return playback;
}

export interface Player {
  playing: boolean;
  /** Seconds in the track. */
  position: number;
  /** The length of the track in seconds, with the estimate of what is not ready. */
  duration: number;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
}

/** Whether a track plays, and its position in seconds. */
export function usePosition(id: string): { playing: boolean; position: number } {
  const playback = usePlayback();
  const [state, setState] = useState({ playing: playback.isPlaying(id), position: playback.position(id) });
  useEffect(() => {
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      const playing = playback.isPlaying(id);
      const position = playback.position(id);
      setState((current) =>
        current.playing === playing && current.position === position ? current : { playing, position },
      );
      if (playing) frame = requestAnimationFrame(update);
    };
    update();
    const unsubscribe = playback.subscribe(update);
    return () => {
      cancelAnimationFrame(frame);
      unsubscribe();
    };
  }, [id, playback]);
  return state;
}

/** Controls a track. It stops on unmount. */
export function usePlayer(id: string, track: Track): Player {
  const playback = usePlayback();
  const { playing, position } = usePosition(id);
  useEffect(() => playback.update(id, track), [id, playback, track]);
  useEffect(() => () => playback.release(id), [id, playback]);
  return {
    playing,
    position,
    duration: secondsOf(track),
    play: () => playback.play(id, track),
    pause: () => playback.pause(id),
    seek: (seconds) => playback.seek(id, track, seconds),
  };
}
