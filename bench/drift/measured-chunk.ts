import { type MonoAudio, speechBounds, speechLevel } from '@ownvoice/audio';
import type { EncodedReference } from '@ownvoice/qwen3-tts';
import type { HeardChunk } from './speak-in-chunks.js';

/** What is measured of a chunk. */
export interface MeasuredChunk {
  /** Counted from 0, those that are not heard included. */
  readonly index: number;
  readonly text: string;
  /** Of its speech, without the pause after it. */
  readonly seconds: number;
  /** Gated level in dB of full scale. */
  readonly level: number;
  readonly embedding: Float32Array;
  /** Of codebook 0, one for each frame, as the model's encoder hears them. */
  readonly codes: Int32Array;
}

/** Less is no voice to compare. */
const LEAST_SECONDS = 0.1;

/** Measures the chunks that are heard. */
export async function measureChunks(
  { samples, sampleRate }: MonoAudio,
  chunks: readonly HeardChunk[],
  encode: (samples: Float32Array) => Promise<EncodedReference>,
): Promise<MeasuredChunk[]> {
  const measured: MeasuredChunk[] = [];
  for (const [index, { text, start, end, isSkipped }] of chunks.entries()) {
    const part = samples.slice(Math.round(start * sampleRate), Math.round(end * sampleRate));
    const bounds = isSkipped ? null : speechBounds(part, sampleRate);
    if (!bounds || bounds.end - bounds.start < LEAST_SECONDS * sampleRate) continue;
    const speech = part.slice(bounds.start, bounds.end);
    const { speakerEmbedding, spoken } = await encode(speech);
    measured.push({
      index,
      text,
      seconds: speech.length / sampleRate,
      level: 20 * Math.log10(speechLevel(speech, sampleRate)),
      embedding: speakerEmbedding,
      codes: firstCodebook(spoken),
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

function firstCodebook(spoken: EncodedReference['spoken']): Int32Array {
  if (!spoken) return new Int32Array();
  const groups = spoken.codes.length / spoken.frames;
  return spoken.codes.filter((_, at) => at % groups === 0);
}

/** Length of the longest run of codes that stands in both. */
export function longestRun(left: Int32Array, right: Int32Array): number {
  let longest = 0;
  let before = new Int32Array(right.length);
  for (const code of left) {
    const runs = right.map((other, at) => (other === code ? (before[at - 1] ?? 0) + 1 : 0));
    longest = Math.max(longest, ...runs);
    before = runs;
  }
  return longest;
}
