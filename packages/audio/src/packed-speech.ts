import { speechBounds, speechLevel } from './levels.js';

/** One piece of speech as it is kept until all pieces are there: without the silence around it, 2 bytes a sample. */
export interface PcmSpeech {
  /** Mono; 32,767 stands for `peak`. */
  readonly samples: Int16Array;
  /** The largest amplitude, so that faint speech keeps its 16 bits and loud speech is not clipped. */
  readonly peak: number;
  /** Level of its speech, linear. @see speechLevel */
  readonly level: number;
  /** Samples of silence that are left before the speech and after it. */
  readonly silentBefore: number;
  readonly silentAfter: number;
}

const FULL_SCALE = 32_767;
/** Silence kept at either end, so a soft onset or decay is never cut. */
const MARGIN_SECONDS = 0.015;

/**
 * Leaves out the silence around a piece of speech, but for a margin of 15 ms, and rounds it to 16 bits.
 *
 * @param samples mono in [-1, 1]; one that is not a number is silence
 * @returns null for silence
 */
export function packSpeech(samples: Float32Array, sampleRate: number): PcmSpeech | null {
  const bounds = speechBounds(samples, sampleRate);
  if (!bounds) return null;
  const margin = Math.round(MARGIN_SECONDS * sampleRate);
  const start = Math.max(0, bounds.start - margin);
  const trimmed = samples.subarray(start, Math.min(samples.length, bounds.end + margin));
  // Loops: responses have millions of samples, and typed arrays call back slowly.
  let peak = 0;
  for (const sample of trimmed) peak = Math.max(peak, Math.abs(sample) || 0);
  const packed = new Int16Array(trimmed.length);
  for (let at = 0; at < packed.length; at += 1) packed[at] = Math.round((trimmed[at] ?? 0) * (FULL_SCALE / peak));
  return {
    samples: packed,
    peak,
    level: speechLevel(trimmed, sampleRate),
    silentBefore: bounds.start - start,
    silentAfter: start + trimmed.length - bounds.end,
  };
}

/** A range of a packed piece as floats, times a gain. */
export function unpackSpeech({ samples, peak }: PcmSpeech, start: number, end: number, gain: number): Float32Array {
  const scale = (peak * gain) / FULL_SCALE;
  const unpacked = new Float32Array(Math.min(end, samples.length) - start);
  for (let at = 0; at < unpacked.length; at += 1) unpacked[at] = (samples[start + at] ?? 0) * scale;
  return unpacked;
}
