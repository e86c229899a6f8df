import type { VoiceId } from '@ownvoice/shared/contract';
import { useRef, useState } from 'react';
import { Icon } from '../interface/icon.js';
import { useAction } from '../interface/use-action.js';
import { generateSpeech } from './api.js';
import { useText } from './text.js';
import { type Track, wholeTrack } from './track.js';
import { usePlayback, usePosition } from './use-player.js';

/** The text of each voice's sample, in the native language of the voice. */
export const VOICE_SAMPLES: Readonly<Record<VoiceId, string>> = {
  ryan: 'Good morning. I am Ryan, and I read whatever you write.',
  aiden: 'Hi, I am Aiden. Take a seat, and let me tell you a story.',
  vivian: '大家好，我是薇薇安。欢迎收听今天的新闻。',
  serena: '你好，很高兴认识你。今天天气很好，我们一起去公园走走吧。',
  uncle_fu: '坐下来喝杯茶，听我慢慢给你讲。',
  dylan: '您好，吃了吗？咱们一起逛逛胡同去。',
  eric: '你好，今天晚上我们去吃火锅吧。',
  ono_anna: 'こんにちは、アンナです。今日もいい一日になりますように。',
  sohee: '안녕하세요, 소희예요. 만나서 반가워요.',
};

export const isPreset = (id: string): id is VoiceId => Object.hasOwn(VOICE_SAMPLES, id);

interface VoiceSamples {
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
