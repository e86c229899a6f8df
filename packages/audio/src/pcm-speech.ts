import { type SpeechEnds, trimSpeech } from './trim.js';

/** One piece of speech as it is kept until all pieces are there: without the silence around it, 2 bytes a sample. */
export interface PcmSpeech extends SpeechEnds {
  /** Mono; 32,767 stands for `peak`. */
  readonly samples: Int16Array;
  /** The largest amplitude, so that faint speech keeps its 16 bits and loud speech is not clipped. */
  readonly peak: number;
}

const FULL_SCALE = 32_767;

/**
 * Trims a piece of speech and rounds it to 16 bits.
 *
 * @param samples mono in [-1, 1]; one that is not a number is silence
 * @returns null for silence
 */
export function packSpeech(samples: Float32Array, sampleRate: number): PcmSpeech | null {
  const trimmed = trimSpeech(samples, sampleRate);
  if (!trimmed) return null;
  let peak = 0;
  for (const sample of trimmed.samples) peak = Math.max(peak, Math.abs(sample) || 0);
  const scale = FULL_SCALE / peak;
  const packed = new Int16Array(trimmed.samples.length);
  for (let at = 0; at < packed.length; at += 1) packed[at] = Math.round((trimmed.samples[at] ?? 0) * scale);
  const { level, silentBefore, silentAfter } = trimmed;
  return { samples: packed, peak, level, silentBefore, silentAfter };
}

/** A range of a packed piece as floats, times a gain. */
export function unpackSpeech({ samples, peak }: PcmSpeech, start: number, end: number, gain: number): Float32Array {
  const scale = (peak * gain) / FULL_SCALE;
  const unpacked = new Float32Array(Math.min(end, samples.length) - start);
  for (let at = 0; at < unpacked.length; at += 1) unpacked[at] = (samples[start + at] ?? 0) * scale;
  return unpacked;
}
