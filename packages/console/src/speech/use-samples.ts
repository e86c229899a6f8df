import { useCallback, useEffect, useRef, useState } from 'react';
import { useAction } from '../interface/use-action.js';
import { speak } from './api.js';
import { useExclusive } from './exclusive-audio.js';

export interface Samples {
  /** The voice whose sample is being made. */
  fetching: string | undefined;
  /** The voice whose sample is playing. */
  sounding: string | undefined;
  error: unknown;
  play(voice: string, words: string): void;
  stop(): void;
}

/** Short samples of the voices, each made once and kept while the page is open. */
export function useSamples(): Samples {
  const exclusive = useExclusive();
  const action = useAction();
  const made = useRef(new Map<string, Blob>());
  const element = useRef<HTMLAudioElement>(null);
  const [fetching, setFetching] = useState<string>();
  const [sounding, setSounding] = useState<string>();

  const stop = useCallback(() => element.current?.pause(), []);
  useEffect(() => stop, [stop]);

  const sound = (voice: string, audio: Blob) => {
    const url = URL.createObjectURL(audio);
    const player = new Audio(url);
    element.current = player;
    const silent = () => {
      URL.revokeObjectURL(url);
      setSounding((now) => (now === voice ? undefined : now));
    };
    player.addEventListener('pause', silent, { once: true });
    setSounding(voice);
    exclusive.take(player);
    player.play().catch(silent);
  };

  return {
    fetching,
    sounding,
    error: action.error,
    stop,
    play(voice, words) {
      const known = made.current.get(voice);
      if (known !== undefined) return sound(voice, known);
      void action.run(async () => {
        setFetching(voice);
        try {
          const job = { input: words, language: '', speed: 1, seed: 1 };
          const speaker = { kind: 'voice', voice, instruct: '' } as const;
          const { audio } = await speak({ ...job, speaker }, new AbortController().signal);
          made.current.set(voice, audio);
          sound(voice, audio);
        } finally {
          setFetching(undefined);
        }
      });
    },
  };
}
