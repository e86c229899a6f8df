import { SPECIAL_TOKENS } from '../graph/layers/sampling.js';
import { evidenceOfEcho } from './echo.js';

/** How the speech of a text ended, or that it does not. */
export type Verdict =
  /** With its end token, when its text can have been spoken. */
  | { readonly kind: 'ended' }
  /** With its end token, before its text can have been spoken. */
  | { readonly kind: 'too_early' }
  /** Room tone, a hum or a hiss follows its text; the first `frames` frames are the utterance. */
  | { readonly kind: 'ran_on'; readonly frames: number }
  /** It repeats itself, fell silent, or goes on longer than its text can take. */
  | { readonly kind: 'runaway' }
  /** It begins with the last words of its recording. */
  | { readonly kind: 'echo'; readonly recording: Float32Array; readonly evidence: number };

/** Thrown for speech that ran away. The model misses its end token now and then. */
export class RunawayError extends Error {
  override readonly name: string = 'RunawayError';

  /** @param frames that were generated until it was noticed */
  constructor(readonly frames: number) {
    super('The model did not end its speech.');
  }
}

/** As a share of the evidence: two utterances of a text are not the same. By `npm run bench -- endings`. */
const REFUTING = 0.2;

/** Thrown for speech that begins with the last words of its recording. Without the transcript it does not. */
export class EchoError extends RunawayError {
  override readonly name = 'EchoError';
  override readonly message = 'The speech begins with the end of its recording.';

  constructor(
    frames: number,
    private readonly echo: { readonly recording: Float32Array; readonly evidence: number },
  ) {
    super(frames);
  }

  /** Whether speech of the same text without the transcript begins so, too: then the text does, and there was no echo. */
  isRefutedBy(samples: Float32Array): boolean {
    return evidenceOfEcho(this.echo.recording, samples) > REFUTING * this.echo.evidence;
  }
}

/** What decides how long the speech of a text may be, in frames. */
export interface TextExtent {
  /** At an ordinary pace. */
  readonly estimate: number;
  /** Decode steps that hand text over: one token a step in a streaming prompt. */
  readonly trailing: number;
  /** Give up at 1.6 times the estimate, if the end token is far down. An instruction may ask for slower speech. */
  readonly hasty: boolean;
}

/** The end token among the tokens that may follow a frame. */
export interface EndToken {
  /** Before temperature and penalties. */
  readonly probability: number;
  /** How many tokens are likelier. */
  readonly rank: number;
}

/** Frames of a text at an ordinary pace, by its tokens, for texts without an estimate. */
export const framesOfTokens = (tokens: number): number => tokens * 3.6;

/** Slow speech takes this many times the estimate … */
const SLOW = 1.25;
/** … and none takes more than this, and a floor. */
const MOST = 3.1;
const MOST_BESIDES = 50;
/** Fast speech has more sound than this share of the estimate … */
const FAST = 0.4;
/** … and no speech has less than this, in texts that are estimated to take a second or more. */
const LEAST = 0.1;
const LEAST_ESTIMATE = 12.5;

/** Pauses of 2 s occur in speech: what is judged by its sound must last 4 s, and room tone in front of the end token 2 s. */
const WINDOW = 50;
const ROOM_TONE = 25;
/** A decay, or a soft consonant at the end, is quieter than the rest. */
const KEPT = 2;
/** Syllables and pauses make the frames of 4 s differ by more, even at a quarter of the speed: a ratio of powers, 2 dB. */
const STEADY = 1.6;
const LONGEST_PERIOD = 50;
/** Of the estimate, pauses not counted; nobody gives up on a short text before so many frames. */
const HASTY = 1.6;
const LEAST_HASTY = 50;
/** The end token is far down when it can't be sampled, and far from it. */
const FAR_DOWN: EndToken = { probability: 1e-6, rank: 50 };

/** Power of −60 dB of full scale: nobody hears less. */
const INAUDIBLE = 1e-6;
/** Pauses and room tone, this far below the mean, do not count towards the level: −10 dB, as in ITU-R BS.1770. */
const GATE = 0.1;
/** An utterance is quiet 25 dB below its own level; the noise of one frame may be a decibel above that of all. */
const QUIET = 10 ** -2.4;

/** Frames that a text takes at most. */
export const mostFrames = ({ estimate }: Pick<TextExtent, 'estimate'>): number =>
  Math.ceil(MOST * estimate) + MOST_BESIDES;

/** Frames after which even slow speech is over. */
export const slowFrames = ({ estimate }: Pick<TextExtent, 'estimate'>): number => Math.ceil(SLOW * estimate);

/**
 * Judges how an utterance ends, frame by frame, in order, as its audio is decoded: the verdict does not depend on how far
 * ahead the next frames were generated.
 *
 * No position of the talker says how much of the text was spoken, and a non-streaming prompt holds all of it. So quiet is
 * the end only when the whole text was handed over, enough was heard for it to have been spoken, and even slow speech
 * would be over by now. Until then it is a pause, and what follows it is kept.
 */
export class EndingJudge {
  readonly #powers: number[] = [];
  readonly #codes: number[] = [];
  /** For each period, how many codes equal the one a period before. */
  readonly #repeated = new Array<number>(LONGEST_PERIOD + 1).fill(0);
  readonly #latestEnd: number;
  /** Frames since the end token was last within reach. */
  #endless = 0;

  constructor(private readonly extent: TextExtent) {
    this.#latestEnd = Math.max(slowFrames(extent), extent.trailing);
  }

  /**
   * Takes the codebook-0 code, the samples and the end token's place of the next frame.
   * @returns undefined while it may go on
   */
  frame(code: number, samples: Float32Array, end: EndToken): Verdict | undefined {
    const frames = this.#powers.push(powerOf(samples));
    const repeats = this.#repeats(code);
    const isFar = end.probability < FAR_DOWN.probability && end.rank >= FAR_DOWN.rank;
    this.#endless = isFar ? this.#endless + 1 : 0;
    const { sounding, quiet, silent } = this.#loudness();
    const { estimate, hasty } = this.extent;
    const spoken = sounding >= FAST * estimate;
    // Its codes may repeat; four seconds decide.
    if (spoken && quiet >= ROOM_TONE)
      return quiet < WINDOW || frames < this.#latestEnd ? undefined : ranOn(frames - quiet + KEPT);
    if (repeats || silent >= WINDOW) return { kind: 'runaway' };
    if (hasty && sounding >= Math.max(HASTY * estimate, LEAST_HASTY) && this.#endless >= WINDOW)
      return { kind: 'runaway' };
    if (frames < this.#latestEnd) return undefined;
    const steady = this.#steady();
    if (steady === 0) return undefined;
    return sounding - steady >= FAST * estimate ? ranOn(frames - steady) : { kind: 'runaway' };
  }

  /** The end token came, behind the frames so far. */
  end(): Verdict {
    const { estimate } = this.extent;
    const frames = this.#powers.length;
    const { sounding, quiet } = this.#loudness();
    if (estimate >= LEAST_ESTIMATE && sounding < LEAST * estimate) return { kind: 'too_early' };
    const isRoomTone = quiet >= ROOM_TONE && frames >= this.#latestEnd && sounding >= FAST * estimate;
    return isRoomTone ? ranOn(frames - quiet + KEPT) : { kind: 'ended' };
  }

  /** Whether the last four seconds or more are one phrase, or a part of it, again. */
  #repeats(code: number): boolean {
    let isStuck = false;
    for (let period = 1; period <= LONGEST_PERIOD; period++) {
      const count = this.#codes.at(-period) === code ? this.#repeated[period]! + 1 : 0;
      this.#repeated[period] = count;
      isStuck ||= count >= Math.max(WINDOW, 2 * period);
    }
    this.#codes.push(code);
    return isStuck;
  }

  /**
   * Frames louder than 25 dB below the utterance's own level, frames since the last of them, and those at the end that
   * nobody hears. Measured against its own level a whisper is speech and room tone is not, whatever the gain. A later
   * frame can change what counts as quiet among earlier ones.
   */
  #loudness(): { readonly sounding: number; readonly quiet: number; readonly silent: number } {
    const powers = this.#powers;
    const audible = powers.filter((power) => power > INAUDIBLE);
    const gate = GATE * mean(audible);
    const threshold = Math.max(INAUDIBLE, QUIET * mean(audible.filter((power) => power >= gate)));
    const trailing = (below: number) => powers.length - 1 - powers.findLastIndex((power) => power > below);
    return {
      sounding: powers.filter((power) => power > threshold).length,
      quiet: trailing(threshold),
      silent: trailing(INAUDIBLE),
    };
  }

  /** Frames of a hum or a hiss at the end; 0 when the last four seconds have the ups and downs of speech. */
  #steady(): number {
    const last = this.#powers.slice(-WINDOW);
    const [least, most] = [Math.min(...last), Math.max(...last)];
    if (last.length < WINDOW || most > STEADY * least) return 0;
    return (
      this.#powers.length - 1 - this.#powers.findLastIndex((power) => power > STEADY * least || STEADY * power < most)
    );
  }
}

const ranOn = (frames: number): Verdict => ({ kind: 'ran_on', frames });

/** The end token's place among the logits of codebook 0, `[vocabulary]` and unprocessed. */
export function endTokenOf(logits: Float32Array, eos: number): EndToken {
  const own = logits[eos]!;
  let sum = 1;
  let rank = 0;
  for (let code = 0; code < logits.length - SPECIAL_TOKENS; code++) {
    sum += Math.exp(logits[code]! - own);
    if (logits[code]! > own) rank++;
  }
  return { probability: 1 / sum, rank };
}

function powerOf(samples: Float32Array): number {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return energy / samples.length;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
