import { MIN_REFERENCE_SECONDS } from '@ownvoice/shared/contract/speech-limits';
import type { SpokenCodes } from '../engine.js';

/** What an engine knows of an utterance. */
interface Utterance extends Omit<SpokenCodes, 'text'> {
  readonly endedBy: string;
  /** 2: the first attempt ran away. */
  readonly attempt: number;
}

/** More makes every other chunk's prompt longer, and there is more that it can say again. */
const MAX_CONTEXT_SECONDS = 20;

/**
 * A first chunk as context for the others; undefined when it is unfit. Shorter than the shortest recording that is accepted, it
 * would say too little about the voice. What did not end by itself, or only in the second attempt, would spread its flaw.
 */
export function contextOf(
  text: string,
  { codes, frames, endedBy, attempt }: Utterance,
  framesPerSecond: number,
): SpokenCodes | undefined {
  const seconds = frames / framesPerSecond;
  const isFit = endedBy === 'eos' && attempt === 1;
  return isFit && seconds >= MIN_REFERENCE_SECONDS && seconds <= MAX_CONTEXT_SECONDS
    ? { text, codes, frames }
    : undefined;
}

/** At the pace of the context, a chunk that says the context's text too is this much longer than its own text … */
const REPEATING_FACTOR = 1.5;
/** … and by this share of the context. */
const REPEATED_SHARE = 0.75;

const lengthOf = (text: string) => [...text].length;

/** Whether a chunk is so long that it most likely says the text of its context again. */
export function repeatsContext(context: Omit<SpokenCodes, 'codes'>, chunk: Omit<SpokenCodes, 'codes'>): boolean {
  const expected = (context.frames * lengthOf(chunk.text)) / lengthOf(context.text);
  return chunk.frames >= REPEATING_FACTOR * expected && chunk.frames >= expected + REPEATED_SHARE * context.frames;
}
