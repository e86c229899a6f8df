import { LoudnessHistory } from './loudness-history.js';
import { expectedFrames, LoopDetector, leastFrames } from './runaway.js';

/** The text of an utterance, as far as it tells when the speech may be over. */
export interface TextExtent {
  readonly tokens: number;
  /** Decode steps that hand text over: one token a step in a streaming prompt. */
  readonly trailing: number;
}

/** Why no more frames of an utterance are wanted. */
export type Verdict =
  /** It loops, or fell silent before its text can have been spoken. */
  | { readonly kind: 'runaway' }
  /** Its text is over and room tone follows; the first `frames` frames are the utterance. */
  | { readonly kind: 'over'; readonly frames: number };

const ROOM_TONE_SECONDS = 2;
const SILENT_SECONDS = 4;
/** A decay, or a soft consonant at the end, is quieter than the rest. */
const KEPT_SECONDS = 0.16;

/**
 * Notices that an utterance has missed its end. Frames are judged one by one, in order, when their audio is decoded: the
 * verdict does not depend on how far ahead the next frames were generated.
 *
 * No position of the talker says how much of the text was spoken, and a non-streaming prompt holds all of it. So quiet is
 * the end only when the whole text was handed over, enough was heard for it to have been spoken, and even slow speech
 * would be over by now. Until then it is a pause.
 */
export class UtteranceGuard {
  readonly #loops = new LoopDetector();
  readonly #loudness = new LoudnessHistory();
  readonly #latestEnd: number;
  readonly #leastSounding: number;
  #frames = 0;

  constructor(
    text: TextExtent,
    private readonly framesPerSecond: number,
  ) {
    this.#latestEnd = Math.max(expectedFrames(text.tokens), text.trailing);
    this.#leastSounding = leastFrames(text.tokens);
  }

  /** Takes the codebook-0 code and the samples of the next frame. @returns undefined while it may go on */
  frame(code: number, samples: Float32Array): Verdict | undefined {
    this.#frames++;
    this.#loudness.frame(samples);
    const looping = this.#loops.frame(code);
    const { sounding, quiet, silent } = this.#loudness.measure();
    const lasts = (frames: number, seconds: number) => frames >= Math.round(seconds * this.framesPerSecond);
    const spoken = sounding >= this.#leastSounding;
    if (spoken && lasts(quiet, ROOM_TONE_SECONDS)) {
      if (this.#frames < this.#latestEnd) return undefined;
      return { kind: 'over', frames: this.#frames - quiet + Math.round(KEPT_SECONDS * this.framesPerSecond) };
    }
    return looping || lasts(silent, SILENT_SECONDS) ? { kind: 'runaway' } : undefined;
  }
}
