import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';

interface Exclusive {
  /** Pauses whatever else plays. */
  take(element: HTMLAudioElement): void;
}

const Context = createContext<Exclusive | undefined>(undefined);

/** Within it only one audio plays at a time: a new one pauses the one before. */
export function ExclusiveAudio({ children }: { children: ReactNode }) {
  const playing = useRef<HTMLAudioElement>(null);
  const exclusive = useMemo<Exclusive>(
    () => ({
      take(element) {
        if (playing.current !== element) playing.current?.pause();
        playing.current = element;
      },
    }),
    [],
  );
  return <Context value={exclusive}>{children}</Context>;
}

export function useExclusive(): Exclusive {
  const exclusive = useContext(Context);
  if (exclusive === undefined) throw new Error('useExclusive needs ExclusiveAudio above it');
  return exclusive;
}

export interface Player {
  playing: boolean;
  /** Seconds. */
  position: number;
  /** Seconds; 0 until the file has been read. */
  duration: number;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
}

/** Plays one audio. The element and its address live as long as the component that asked. */
export function usePlayer(audio: Blob): Player {
  const exclusive = useExclusive();
  const element = useMemo(() => new Audio(), []);
  const [state, setState] = useState({ playing: false, position: 0, duration: 0 });

  useEffect(() => {
    const url = URL.createObjectURL(audio);
    element.src = url;
    return () => {
      element.pause();
      element.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
  }, [audio, element]);

  useEffect(() => {
    let frame = 0;
    const read = () => {
      const duration = Number.isFinite(element.duration) ? element.duration : 0;
      setState({ playing: !element.paused, position: element.currentTime, duration });
      if (!element.paused) frame = requestAnimationFrame(read);
    };
    const changed = () => {
      cancelAnimationFrame(frame);
      read();
    };
    const events = ['play', 'pause', 'ended', 'seeked', 'loadedmetadata', 'durationchange'];
    for (const event of events) element.addEventListener(event, changed);
    return () => {
      cancelAnimationFrame(frame);
      for (const event of events) element.removeEventListener(event, changed);
    };
  }, [element]);

  return useMemo(
    () => ({
      ...state,
      play() {
        exclusive.take(element);
        // A browser that forbids playing without a gesture leaves the play button as it is.
        element.play().catch(() => undefined);
      },
      pause: () => element.pause(),
      seek(seconds) {
        element.currentTime = seconds;
      },
    }),
    [exclusive, element, state],
  );
}
