import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { speechLevel } from '@ownvoice/audio';
import { medianPitch } from '@ownvoice/audio/testing';
import type { BuiltinVoice, SpeechOptions } from '../builtin-voice.js';

/** A text and how it is spoken. */
export interface Request extends SpeechOptions {
  readonly text: string;
}

/** Speech and its measurements. */
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

export const PANGRAM = 'The quick brown fox jumps over the lazy dog while seven wizards mix a potion.';

const PLAIN: Request = { text: PANGRAM, voice: 'ryan', language: 'English', instruct: '', speed: 1, seed: 7 };

/** Speaks a request, the pangram by default. */
export async function measure(voice: BuiltinVoice, request: Partial<Request> = {}): Promise<Measured> {
  const { text, ...options } = { ...PLAIN, ...request };
  const { samples, sampleRate } = await voice.speak(text, options);
  assert.equal(sampleRate, 24_000);
  let pitch: number | undefined;
  return {
    samples,
    hash: createHash('sha256').update(samples).digest('hex'),
    seconds: samples.length / sampleRate,
    // Measured on demand: it takes longer than the speech itself.
    get pitch() {
      pitch ??= medianPitch(samples, sampleRate);
      return pitch;
    },
    level: 20 * Math.log10(speechLevel(samples, sampleRate)),
  };
}
