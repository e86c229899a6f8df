import { type MonoAudio, speechBounds, speechLevel } from '@ownvoice/audio';
import type { HeardChunk } from './speak-in-chunks.js';

/** What is measured of a chunk. */
export interface MeasuredChunk {
  /** Counted from 0, those that are not heard included. */
  readonly index: number;
  /** Unicode code points. */
  readonly characters: number;
  /** Of its speech, without the pause after it. */
  readonly seconds: number;
  /** Gated level in dB of full scale. */
  readonly level: number;
  readonly embedding: Float32Array;
}

/** Less is no voice to compare. */
const LEAST_SECONDS = 0.1;

/** Measures the chunks that are heard. */
export async function measureChunks(
  { samples, sampleRate }: MonoAudio,
  chunks: readonly HeardChunk[],
  embed: (samples: Float32Array) => Promise<Float32Array>,
): Promise<MeasuredChunk[]> {
  const measured: MeasuredChunk[] = [];
  for (const [index, { text, start, end, isSkipped }] of chunks.entries()) {
    const part = samples.slice(Math.round(start * sampleRate), Math.round(end * sampleRate));
    const bounds = isSkipped ? null : speechBounds(part, sampleRate);
    if (!bounds || bounds.end - bounds.start < LEAST_SECONDS * sampleRate) continue;
    const speech = part.slice(bounds.start, bounds.end);
    measured.push({
      index,
      characters: [...text].length,
      seconds: speech.length / sampleRate,
      level: 20 * Math.log10(speechLevel(speech, sampleRate)),
      embedding: await embed(speech),
    });
  }
  return measured;
}

/** Of two embeddings: 1 for the same direction. */
export function cosine(left: Float32Array, right: Float32Array): number {
  const product = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  return product(left, right) / Math.sqrt(product(left, left) * product(right, right));
}
