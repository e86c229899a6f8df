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

/** Frames that a text takes at most, by its tokens. */
export function expectedFrames(textTokens: number): number {
  return Math.ceil(textTokens * FRAMES_PER_TOKEN);
}

/** Codebook-0 tokens after which an utterance counts as one that does not end, by its text's tokens. */
export function tokenLimit(textTokens: number): number {
  return Math.ceil(ALLOWANCE * expectedFrames(textTokens)) + LEAST_TOKENS;
}

const LONGEST_PERIOD = 8;
const REPEATED_FRAMES = 50;
const SILENT_SECONDS = 4;
/** −60 dB of full scale. */
const SILENT_LEVEL = 1e-3;
const WINDOW_SECONDS = 0.08;

/** Notices that an utterance repeats itself or has fallen silent. */
export class RunawayDetector {
  readonly #tail: number[] = [];
  readonly #repeated = new Array<number>(LONGEST_PERIOD + 1).fill(0);
  readonly #window: number;
  #silentSamples = 0;

  constructor(private readonly sampleRate: number) {
    this.#window = Math.round(WINDOW_SECONDS * sampleRate);
  }

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

  /** Takes the next samples. @returns true when the last four seconds are silent */
  audio(samples: Float32Array): boolean {
    for (let begin = 0; begin < samples.length; begin += this.#window) {
      const window = samples.subarray(begin, begin + this.#window);
      let energy = 0;
      for (const sample of window) energy += sample * sample;
      const silent = Math.sqrt(energy / window.length) < SILENT_LEVEL;
      this.#silentSamples = silent ? this.#silentSamples + window.length : 0;
    }
    return this.#silentSamples >= SILENT_SECONDS * this.sampleRate;
  }
}
