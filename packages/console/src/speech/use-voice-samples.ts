import { useRef, useState } from 'react';
import { useAction } from '../interface/use-action.js';
import { generateSpeech } from './api.js';
import { type Track, wholeTrack } from './track.js';
import { usePlayback, usePosition } from './use-player.js';

export interface VoiceSamples {
  /** The voice whose sample is being generated. */
  loading: string | undefined;
  /** The voice whose sample is playing. */
  playing: string | undefined;
  error: unknown;
  play(voice: string, sample: string): void;
  stop(): void;
}

const ID = 'voice-sample';

/** Plays samples of the voices. Each is generated once and cached while the page is open. */
export function useVoiceSamples(): VoiceSamples {
  const playback = usePlayback();
  const { playing } = usePosition(ID);
  const action = useAction();
  const cache = useRef(new Map<string, Track>());
  const [loading, setLoading] = useState<string>();
  const [voice, setVoice] = useState<string>();

  const playTrack = (id: string, track: Track) => {
    playback.release(ID);
    playback.play(ID, track);
    setVoice(id);
  };

  return {
    loading,
    playing: playing ? voice : undefined,
    error: action.error,
    stop: () => playback.release(ID),
    play(id, sample) {
      const cached = cache.current.get(id);
      if (cached !== undefined) return playTrack(id, cached);
      playback.unlock();
      void action.run(async () => {
        setLoading(id);
        try {
          const { samples } = await generateSpeech(
            { input: sample, language: '', speed: 1, seed: 1, voice: { kind: 'preset', voice: id, instruct: '' } },
            new AbortController().signal,
          );
          const track = wholeTrack(samples);
          cache.current.set(id, track);
          playTrack(id, track);
        } finally {
          setLoading(undefined);
        }
      });
    },
  };
}
