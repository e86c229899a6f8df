import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { speechLevel } from '@ownvoice/audio';
import { medianPitch } from '@ownvoice/audio/testing';
import type { Engine, SynthesisJob } from '../../engine.js';
import { createBuiltinEngine } from '../index.js';

type SpeechJob = Extract<SynthesisJob, { kind: 'speech' }>;

/** What was spoken, and what can be measured of it. */
export interface Measured {
  readonly samples: Float32Array;
  /** SHA-256 of the samples. */
  readonly hash: string;
  readonly seconds: number;
  /** Median fundamental frequency in Hz, 0 without voice. */
  readonly pitch: number;
  /** Of the speech itself, in dBFS. */
  readonly level: number;
}

/** The built-in voice in its process, and a job that tests vary. */
export interface BuiltinVoice {
  readonly engine: Engine;
  readonly plain: SpeechJob;
  speak(job?: Partial<SpeechJob>): Promise<Measured>;
}

export const PANGRAM = 'The quick brown fox jumps over the lazy dog while seven wizards mix a potion.';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const plain: SpeechJob = {
  kind: 'speech',
  requestId: 'request',
  text: PANGRAM,
  language: 'English',
  speed: 1,
  seed: 7,
  reproducible: true,
  voice: 'ryan',
  instruct: '',
};

/** Starts the built-in voice; resolves when it is ready. */
export async function startBuiltinVoice(): Promise<BuiltinVoice> {
  const engine = createBuiltinEngine(quiet);
  await new Promise<void>((resolve, reject) => {
    engine.onState((state) => {
      if (state.kind === 'ready') resolve();
      if (state.kind === 'failed') reject(new Error(state.reason));
    });
    engine.start();
  });
  const speak = async (job: Partial<SpeechJob> = {}): Promise<Measured> => {
    const control = { signal: new AbortController().signal, onStart: () => {} };
    const { samples, sampleRate } = await engine.synthesize({ ...plain, ...job }, control);
    assert.equal(sampleRate, 24_000);
    return {
      samples,
      hash: createHash('sha256').update(samples).digest('hex'),
      seconds: samples.length / sampleRate,
      // Measured when it is asked for: it takes longer than the speech itself.
      get pitch() {
        return medianPitch(samples, sampleRate);
      },
      level: 20 * Math.log10(speechLevel(samples, sampleRate)),
    };
  };
  return { engine, plain, speak };
}
