/**
 * Thrown for an utterance that never ends: the model now and then misses the end token, then loops or falls silent.
 */
export class RunawayError extends Error {
  override readonly name = 'RunawayError';
}

/** Generous: slow speech, and digits of one token each, stay below it. */
const FRAMES_PER_TOKEN = 4.5;
const ALLOWANCE = 2.5;
const LEAST_TOKENS = 50;
/** Fast speech in the languages with the shortest tokens has 2. */
const LEAST_FRAMES_PER_TOKEN = 1.5;

/** Frames that a text takes at most, by its tokens. */
export function expectedFrames(textTokens: number): number {
  return Math.ceil(textTokens * FRAMES_PER_TOKEN);
}

/** Codebook-0 tokens after which an utterance counts as one that does not end, by its text's tokens. */
export function tokenLimit(textTokens: number): number {
  return Math.ceil(ALLOWANCE * expectedFrames(textTokens)) + LEAST_TOKENS;
}

/** Frames with sound without which a text cannot have been spoken, by its tokens. */
export function leastFrames(textTokens: number): number {
  return Math.ceil(textTokens * LEAST_FRAMES_PER_TOKEN);
}

const LONGEST_PERIOD = 8;
const REPEATED_FRAMES = 50;

/** Notices codes that repeat. */
export class LoopDetector {
  readonly #tail: number[] = [];
  readonly #repeated = new Array<number>(LONGEST_PERIOD + 1).fill(0);

  /** Takes the codebook-0 code of the next frame. @returns true when the last four seconds are one short pattern */
  frame(code: number): boolean {
    let stuck = false;
    for (let period = 1; period <= LONGEST_PERIOD; period++) {
      const count = this.#tail.at(-period) === code ? this.#repeated[period]! + 1 : 0;
      this.#repeated[period] = count;
      stuck ||= count >= REPEATED_FRAMES;
    }
    this.#tail.push(code);
    if (this.#tail.length > LONGEST_PERIOD) this.#tail.shift();
    return stuck;
  }
}
