import { useCallback, useEffect, useRef, useState } from 'react';
import { useAction } from '../interface/use-action.js';
import { generateSpeech } from './api.js';
import { useAudioFocus } from './audio-focus.js';

export interface VoiceSamples {
  /** The voice whose sample is being generated. */
  loading: string | undefined;
  /** The voice whose sample is playing. */
  playing: string | undefined;
  error: unknown;
  play(voice: string, sample: string): void;
  stop(): void;
}

/** Plays samples of the voices. Each is generated once and cached while the page is open. */
export function useVoiceSamples(): VoiceSamples {
  const audioFocus = useAudioFocus();
  const action = useAction();
  const cache = useRef(new Map<string, Blob>());
  const current = useRef<HTMLAudioElement>(null);
  const [loading, setLoading] = useState<string>();
  const [playing, setPlaying] = useState<string>();

  const stop = useCallback(() => current.current?.pause(), []);
  useEffect(() => stop, [stop]);

  const playAudio = (voice: string, audio: Blob) => {
    const url = URL.createObjectURL(audio);
    const element = new Audio(url);
    current.current = element;
    const onPause = () => {
      URL.revokeObjectURL(url);
      setPlaying((id) => (id === voice ? undefined : id));
    };
    element.addEventListener('pause', onPause, { once: true });
    setPlaying(voice);
    audioFocus.request(element);
    element.play().catch(onPause);
  };

  return {
    loading,
    playing,
    error: action.error,
    stop,
    play(voice, sample) {
      const cached = cache.current.get(voice);
      if (cached !== undefined) return playAudio(voice, cached);
      void action.run(async () => {
        setLoading(voice);
        try {
          const { audio } = await generateSpeech(
            { input: sample, language: '', speed: 1, seed: 1, voice: { kind: 'preset', voice, instruct: '' } },
            new AbortController().signal,
          );
          cache.current.set(voice, audio);
          playAudio(voice, audio);
        } finally {
          setLoading(undefined);
        }
      });
    },
  };
}
