import { readWav } from '@ownvoice/audio';
import type { SpeechHealth, VoiceId } from '@ownvoice/shared/contract';
import { useRef, useState } from 'react';
import { Icon } from '../interface/icon.js';
import { useAction } from '../interface/use-action.js';
import type { Message } from '../language/language-provider.js';
import { generateSpeech, send } from './api.js';
import { type Recording, recordingsOf, SAMPLE_TEXTS } from './sample-texts.js';
import { type SpeechText, useText } from './text.js';
import { type Track, wholeTrack } from './track.js';
import { usePlayback, usePosition } from './use-player.js';

export const isPreset = (id: string): id is VoiceId => Object.hasOwn(SAMPLE_TEXTS, id);

/** Of the models, by `npm run samples`; none are there until somebody with the weights has run it. */
const RECORDINGS = recordingsOf(
  import.meta.glob('./samples/*/*.wav', { eager: true, query: '?url', import: 'default' }),
);

interface VoiceSamples {
  /** The voice whose sample is being generated. */
  loading: string | undefined;
  /** The voice whose sample is playing. */
  playing: string | undefined;
  /** Names who spoke the sample that was played last. */
  by: Sample['by'] | undefined;
  error: unknown;
  play(voice: string, sample: string): void;
  stop(): void;
}

interface Sample {
  voice: string;
  track: Track;
  /** Names who spoke it. */
  by: Message<SpeechText>;
}

const ID = 'voice-sample';

/**
 * Plays samples of the voices: recordings of a model while the built-in voice would speak, where there are any. Others are
 * generated once and cached while the page is open; another engine makes its own.
 */
export function useVoiceSamples(health: SpeechHealth | undefined): VoiceSamples {
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
    by: played?.by,
    error: action.error,
    stop: () => playback.release(ID),
    play(voice, input) {
      const key = `${health?.engine} ${health?.variant} ${voice}`;
      const cached = cache.current.get(key);
      if (cached !== undefined) return playSample(cached);
      playback.unlock();
      void action.run(async () => {
        setLoading(voice);
        try {
          const recording = health?.engine === 'builtin' ? RECORDINGS.get(voice) : undefined;
          const sample = { voice, ...(await (recording ? recorded(recording) : generated(voice, input, health))) };
          cache.current.set(key, sample);
          playSample(sample);
        } finally {
          setLoading(undefined);
        }
      });
    },
  };
}

async function recorded({ variant, url }: Recording): Promise<Omit<Sample, 'voice'>> {
  const audio = new Uint8Array(await (await send(url, {})).arrayBuffer());
  return { track: wholeTrack(readWav(audio).samples), by: (text) => text.voice.sampleRecorded({ engine: variant }) };
}

async function generated(
  voice: string,
  input: string,
  health: SpeechHealth | undefined,
): Promise<Omit<Sample, 'voice'>> {
  const { samples, engine } = await generateSpeech(
    { input, language: '', speed: 1, seed: 1, voice: { kind: 'preset', voice, instruct: '' } },
    new AbortController().signal,
  );
  const by: Sample['by'] = (text) =>
    text.voice.sampleEngine({ engine: engine === 'builtin' ? text.engine.builtin : (health?.variant ?? engine) });
  return { track: wholeTrack(samples), by };
}

interface SampleButtonProps {
  samples: VoiceSamples;
  voice: { readonly id: string; readonly name: string };
  /** The text of the sample. */
  text: string;
}

/** Plays and stops the sample of a voice. */
export function SampleButton({ samples, voice, text }: SampleButtonProps) {
  const labels = useText().voice;
  const name = voice.name.replaceAll('_', ' ');
  const isPlaying = samples.playing === voice.id;
  return (
    <button
      type="button"
      className="voice-sample"
      aria-label={isPlaying ? labels.stopSample({ name }) : labels.playSample({ name })}
      aria-busy={samples.loading === voice.id || undefined}
      onClick={() => (isPlaying ? samples.stop() : samples.play(voice.id, text))}
    >
      <Icon name={isPlaying ? 'stop' : 'play'} />
    </button>
  );
}
