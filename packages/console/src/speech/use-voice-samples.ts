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
  /** The engine that generated the sample that was played last. */
  engine: string | undefined;
  error: unknown;
  play(voice: string, sample: string): void;
  stop(): void;
}

interface Sample {
  voice: string;
  track: Track;
  engine: string;
}

const ID = 'voice-sample';

/**
 * Plays samples of the voices. Each is generated once and cached while the page is open.
 *
 * @param engine the one that would generate a sample now; another one makes its own
 */
export function useVoiceSamples(engine: string): VoiceSamples {
  const playback = usePlayback();
  const { playing } = usePosition(ID);
  const action = useAction();
  const cache = useRef(new Map<string, Sample>());
  const [loading, setLoading] = useState<string>();
  const [played, setPlayed] = useState<Sample>();

  const playSample = (sample: Sample) => {
    playback.release(ID);
    playback.play(ID, sample.track);
    setPlayed(sample);
  };

  return {
    loading,
    playing: playing ? played?.voice : undefined,
    engine: played?.engine,
    error: action.error,
    stop: () => playback.release(ID),
    play(voice, input) {
      const key = `${engine} ${voice}`;
      const cached = cache.current.get(key);
      if (cached !== undefined) return playSample(cached);
      playback.unlock();
      void action.run(async () => {
        setLoading(voice);
        try {
          const speech = await generateSpeech(
            { input, language: '', speed: 1, seed: 1, voice: { kind: 'preset', voice, instruct: '' } },
            new AbortController().signal,
          );
          const sample = { voice, track: wholeTrack(speech.samples), engine: speech.engine };
          cache.current.set(key, sample);
          playSample(sample);
        } finally {
          setLoading(undefined);
        }
      });
    },
  };
}
