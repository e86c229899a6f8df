import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';

interface AudioFocus {
  /** Pauses the element that had the focus before. */
  request(element: HTMLAudioElement): void;
}

const Context = createContext<AudioFocus | undefined>(undefined);

/** Lets only one audio element play at a time. */
export function AudioFocusProvider({ children }: { children: ReactNode }) {
  const focused = useRef<HTMLAudioElement>(null);
  const audioFocus = useMemo<AudioFocus>(
    () => ({
      request(element) {
        if (focused.current !== element) focused.current?.pause();
        focused.current = element;
      },
    }),
    [],
  );
  return <Context value={audioFocus}>{children}</Context>;
}

export function useAudioFocus(): AudioFocus {
  const audioFocus = useContext(Context);
  if (audioFocus === undefined) throw new Error('useAudioFocus must be used within an AudioFocusProvider');
  return audioFocus;
}

export interface Player {
  playing: boolean;
  /** Seconds. */
  position: number;
  /** Seconds; 0 until the metadata is loaded. */
  duration: number;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
}

/** Plays a blob. The audio element and the object URL are released on unmount. */
export function usePlayer(audio: Blob): Player {
  const audioFocus = useAudioFocus();
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
    const update = () => {
      const duration = Number.isFinite(element.duration) ? element.duration : 0;
      setState({ playing: !element.paused, position: element.currentTime, duration });
      if (!element.paused) frame = requestAnimationFrame(update);
    };
    const onChange = () => {
      cancelAnimationFrame(frame);
      update();
    };
    const events = ['play', 'pause', 'ended', 'seeked', 'loadedmetadata', 'durationchange'];
    for (const event of events) element.addEventListener(event, onChange);
    return () => {
      cancelAnimationFrame(frame);
      for (const event of events) element.removeEventListener(event, onChange);
    };
  }, [element]);

  return useMemo(
    () => ({
      ...state,
      play() {
        audioFocus.request(element);
        // A browser may refuse to play without a user gesture; the play button then stays as it is.
        element.play().catch(() => undefined);
      },
      pause: () => element.pause(),
      seek(seconds) {
        element.currentTime = seconds;
      },
    }),
    [audioFocus, element, state],
  );
}
