import { speechLevel } from './loudness.js';
import { speechBounds } from './speech-bounds.js';

/** Silence kept at either end, so a soft onset or decay is never cut. */
const MARGIN_SECONDS = 0.015;

/** What a join needs to know of a piece of speech. */
export interface SpeechEnds {
  /** Level of its speech, linear. @see speechLevel */
  readonly level: number;
  /** Samples of silence that are left before the speech and after it. */
  readonly silentBefore: number;
  readonly silentAfter: number;
}

export interface TrimmedSpeech extends SpeechEnds {
  /** A view of the original samples. */
  readonly samples: Float32Array;
}

/**
 * Leaves out the silence around a piece of speech, but for a margin of 15 ms.
 *
 * @param samples mono in [-1, 1]
 * @returns null for silence
 */
export function trimSpeech(samples: Float32Array, sampleRate: number): TrimmedSpeech | null {
  const bounds = speechBounds(samples, sampleRate);
  if (!bounds) return null;
  const margin = Math.round(MARGIN_SECONDS * sampleRate);
  const start = Math.max(0, bounds.start - margin);
  const end = Math.min(samples.length, bounds.end + margin);
  const trimmed = samples.subarray(start, end);
  return {
    samples: trimmed,
    level: speechLevel(trimmed, sampleRate),
    silentBefore: bounds.start - start,
    silentAfter: end - bounds.end,
  };
}
