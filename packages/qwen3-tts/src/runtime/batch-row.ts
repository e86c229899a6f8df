import { concatenate } from '@ownvoice/audio';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { notFinite } from '../errors.js';
import { type Codec, type CodecState, PIECE_FRAMES, releaseState } from './codec/codec.js';
import { ECHO_EVIDENCE, ECHO_SAMPLES, evidenceOfEcho } from './echo.js';
import {
  EchoError,
  EndingJudge,
  type EndToken,
  mostFrames,
  RunawayError,
  slowFrames,
  type TextExtent,
  type Verdict,
} from './ending.js';
import { FrameNoise } from './noise.js';
import type { PromptVectors } from './prompt-vectors.js';
import { type LevelSampling, levelSampling, type Sampling } from './sampling.js';

/** The talker's state at the position that predicts the first frame, before any processing of the logits. */
export interface FirstStep {
  /** `[hidden]` */
  readonly hidden: Float32Array;
  /** `[vocabulary]` */
  readonly logits: Float32Array;
}

/** How an utterance ended; `eos`: soundly, by its end token. Where a number of tokens limits it, nothing is judged. */
export type Ending = 'eos' | 'limit' | Exclude<Verdict['kind'], 'ended' | 'runaway' | 'echo'>;

/** How long an utterance may become. */
export type LengthRule =
  /** By its text: how it ends is judged, and one that runs away fails. */
  | ({ readonly kind: 'text' } & Pick<TextExtent, 'estimate' | 'hasty'>)
  /** At most this many codebook-0 tokens; reaching them is a normal end. */
  | { readonly kind: 'tokens'; readonly maximum: number };

/** What a caller chooses for an utterance. */
export interface RowOptions {
  /** 32-bit unsigned: the same input with the same seed gives the same codes on the same build. */
  readonly seed: number;
  /** Nobody waits for it: it is set aside at the next segment boundary, with what it has, while there are others. Default false. */
  readonly isBackground?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called once, when computing begins; the time before was spent in the queue. */
  readonly onStart?: (() => void) | undefined;
  /**
   * Takes the samples as they are decoded, eight frames at a time. Together they are the samples of the result, but for an
   * utterance that misses its end, which is cut once that is noticed.
   */
  readonly onAudio?: ((samples: Float32Array) => void) | undefined;
}

/** What a row of the batch is made from. */
export interface RowInput extends RowOptions {
  readonly prompt: PromptVectors;
  readonly sampling: Sampling;
  /** The codes must be the same in every batch. */
  readonly reproducible: boolean;
  readonly length: LengthRule;
  /** State of the codec in front of the first frame. */
  readonly codecState: () => Promise<CodecState>;
  /** The end of its recording, which its speech must not begin with. */
  readonly recording?: (() => Promise<Float32Array>) | undefined;
}

/** A finished utterance. */
export interface Generation {
  /** Mono in [-1, 1] at the model's sample rate. */
  readonly samples: Float32Array;
  readonly frames: number;
  /** `[frames, groups]`, row-major. */
  readonly codes: Int32Array;
  readonly endedBy: Ending;
  /** The end token's place in front of the last frame, or of the end token itself. */
  readonly endToken: EndToken;
  readonly firstStep: FirstStep;
}

interface Settle {
  resolve(generation: Generation): void;
  reject(reason: unknown): void;
}

const FADE_SECONDS = 0.01;

/** One utterance in the batch: the frames generated so far, and the samples decoded from them. */
export class BatchRow {
  readonly talkerSampling: LevelSampling;
  readonly predictorSampling: LevelSampling;
  /** bool: codebook-0 tokens that occurred, for the repetition penalty. */
  seen: Uint8Array;
  /** `[hidden]`: the talker's next input, once the prompt is prefilled. */
  nextInput: Float32Array | undefined;
  firstStep: FirstStep | undefined;
  /** Resolved, rejected or cancelled. */
  settled = false;
  readonly #maxTokens: number;
  readonly #judge: EndingJudge | undefined;
  readonly #frames: Int32Array[] = [];
  readonly #endTokens: EndToken[] = [];
  readonly #pieces: Float32Array[] = [];
  readonly #cancel = () => this.fail(this.input.signal?.reason);
  #generatedTokens = 0;
  #decodedFrames = 0;
  /** Up to the verdict: they do not depend on how many were generated ahead. */
  #judgedFrames = 0;
  /** Behind the decoded frames; this row's own. */
  #codecState: CodecState = {};
  #decoding: Promise<void> | undefined;
  /** Until it was listened to. */
  #recording: Float32Array | undefined;
  #ending: Ending | undefined;
  #verdict: Verdict | undefined;

  constructor(
    private readonly config: CheckpointConfig,
    readonly input: RowInput,
    private readonly settle: Settle,
  ) {
    const { prompt, sampling, length, signal } = input;
    const { talker, codePredictor, generation } = config;
    const wanted = length.kind === 'tokens' ? length.maximum : Math.min(mostFrames(length), generation.maxNewTokens);
    this.#maxTokens = Math.min(wanted, talker.maxPositions - prompt.length);
    if (length.kind === 'text')
      this.#judge = new EndingJudge({ ...length, trailing: prompt.trailing.length / prompt.padding.length });
    this.seen = new Uint8Array(talker.vocabularySize);
    this.talkerSampling = levelSampling(sampling.talker, talker.vocabularySize);
    this.predictorSampling = levelSampling(sampling.codePredictor, codePredictor.vocabularySize);
    signal?.addEventListener('abort', this.#cancel, { once: true });
    if (signal?.aborted) this.#cancel();
  }

  /** Codebook-0 tokens so far, the end token included. */
  get generatedTokens(): number {
    return this.#generatedTokens;
  }

  /** How many more it may become. */
  get tokensLeft(): number {
    return this.#maxTokens - this.#generatedTokens;
  }

  /** No more frames are wanted: it ended, or missed its end. */
  get complete(): boolean {
    return this.#ending !== undefined || this.#verdict !== undefined;
  }

  /** Complete, and all of its audio that is wanted is decoded. */
  get decoded(): boolean {
    return this.complete && !this.#decoding && this.#framesToDecode === 0;
  }

  /** Positions in the KV cache that it is expected to fill. */
  get expectedPositions(): number {
    const { length, prompt } = this.input;
    const tokens = length.kind === 'text' ? slowFrames(length) : length.maximum;
    return prompt.length + Math.max(tokens, this.#generatedTokens);
  }

  /**
   * Takes the next generated frame, `codes [groups]`, and the end token's place in front of it. The end token, or the last
   * one allowed, ends the row; logits whose sum is not finite fail it.
   */
  accept(codes: Int32Array, logitSum: number, endToken: EndToken): void {
    if (this.complete || this.settled) return;
    if (!Number.isFinite(logitSum)) {
      this.fail(notFinite('logits'));
      return;
    }
    const [code] = codes as unknown as [number];
    this.#generatedTokens++;
    this.#endTokens.push(endToken);
    if (code === this.config.codecTokens.eos) this.#ending = 'eos';
    else if (this.#generatedTokens >= this.#maxTokens) this.#ending = 'limit';
    else this.#frames.push(codes);
  }

  /** What decode step `step` adds to the frame's embedding, `[hidden]`. */
  trailing(step: number): Float32Array {
    const { trailing, padding } = this.input.prompt;
    const width = padding.length;
    const begin = step * width;
    return begin < trailing.length ? trailing.subarray(begin, begin + width) : padding;
  }

  /**
   * Noise of decode step `step` into `[W]` and `[groups, W']`, of the predictor's candidates or of all its codes; columns that
   * this row does not sample from stay.
   */
  noise(step: number, talker: Float32Array, predictor: Float32Array, groups: number, allCodes: boolean): void {
    if (this.talkerSampling.noise === 0 && this.predictorSampling.noise === 0) return;
    const source = new FrameNoise(this.input.seed, step);
    source.gumbel(talker.subarray(0, this.talkerSampling.noise));
    if (this.predictorSampling.noise === 0) return;
    const width = predictor.length / groups;
    const used = allCodes ? width : this.predictorSampling.noise;
    for (let begin = 0; begin < predictor.length; begin += width)
      source.gumbel(predictor.subarray(begin, begin + used));
  }

  /** Starts to decode the frames that are due. @returns until that is done; undefined when nothing is due */
  decodeAudio(codec: Codec): Promise<void> | undefined {
    const frames = this.#framesToDecode;
    if (!this.#decoding && !this.settled && frames > 0) {
      this.#decoding = this.#decodeFrames(codec, frames)
        .catch((error: unknown) => this.fail(error))
        .finally(() => {
          this.#decoding = undefined;
          if (this.settled) releaseState(this.#codecState);
        });
    }
    return this.#decoding;
  }

  /** Settles a decoded row. */
  finish(): void {
    this.#listen();
    if (this.#ending === 'eos') this.#verdict ??= this.#judge?.end();
    const isRunaway = this.#verdict ? this.#verdict.kind === 'runaway' : this.#judge && this.#ending === 'limit';
    if (this.#verdict?.kind === 'echo') this.fail(new EchoError(this.#judgedFrames, this.#verdict));
    else if (isRunaway) this.fail(new RunawayError(this.#judgedFrames));
    else this.#end(() => this.settle.resolve(this.#generation()));
  }

  fail(reason: unknown): void {
    this.#end(() => this.settle.reject(reason));
  }

  #end(settle: () => void): void {
    if (this.settled) return;
    this.settled = true;
    // A decoder at work still reads it.
    if (!this.#decoding) releaseState(this.#codecState);
    this.input.signal?.removeEventListener('abort', this.#cancel);
    settle();
  }

  /** A verdict comes before the ending: the frames behind it are not wanted. */
  #generation(): Generation {
    const cut = this.#verdict?.kind === 'ran_on' ? this.#verdict : undefined;
    const frames = cut?.frames ?? this.#frames.length;
    const samples = concatenate(this.#pieces).slice(0, frames * this.config.samplesPerFrame);
    return {
      samples: cut ? fadedOut(samples, this.config.sampleRate) : samples,
      frames,
      codes: this.#codes(0, frames),
      endedBy: cut?.kind ?? (this.#verdict?.kind === 'too_early' ? 'too_early' : (this.#ending ?? 'limit')),
      endToken: this.#endTokens.at(cut ? frames : -1)!,
      // A row is prefilled before it can end.
      firstStep: this.firstStep!,
    };
  }

  /** Whole pieces until the row is complete, so that an utterance is always cut at the same places. */
  get #framesToDecode(): number {
    if (this.#verdict) return 0;
    const pending = this.#frames.length - this.#decodedFrames;
    return this.complete ? pending : pending - (pending % PIECE_FRAMES);
  }

  async #decodeFrames(codec: Codec, frames: number): Promise<void> {
    const from = this.#decodedFrames;
    if (from === 0 && this.#judge) this.#recording = await this.input.recording?.();
    const before = from > 0 ? this.#codecState : await this.input.codecState();
    const { samples, state } = await codec.decode(this.#codes(from, from + frames), frames, before, this.complete);
    releaseState(this.#codecState);
    this.#codecState = state;
    this.#decodedFrames += frames;
    this.#pieces.push(samples);
    const { samplesPerFrame } = this.config;
    for (let frame = 0; frame < frames && !this.#verdict; frame++) {
      this.#judgedFrames++;
      const own = samples.subarray(frame * samplesPerFrame, (frame + 1) * samplesPerFrame);
      this.#verdict = this.#judge?.frame(this.#frames[from + frame]![0]!, own, this.#endTokens[from + frame]!);
      if (this.#judgedFrames * samplesPerFrame === ECHO_SAMPLES) this.#listen();
    }
    const kept = this.#verdict?.kind === 'ran_on' ? Math.max(0, this.#verdict.frames - from) : frames;
    if (kept > 0 && !this.settled) this.input.onAudio?.(samples.slice(0, kept * samplesPerFrame));
  }

  /** Compares its beginning with the end of its recording, once; the frames behind it change nothing. */
  #listen(): void {
    const recording = this.#recording;
    this.#recording = undefined;
    if (!recording || this.#verdict) return;
    const evidence = evidenceOfEcho(recording, concatenate(this.#pieces));
    if (evidence > ECHO_EVIDENCE) this.#verdict = { kind: 'echo', recording, evidence };
  }

  /** `[to − from, groups]`, row-major. */
  #codes(from: number, to: number): Int32Array {
    const groups = this.config.talker.codeGroups;
    const out = new Int32Array((to - from) * groups);
    for (let frame = from; frame < to; frame++) out.set(this.#frames[frame]!, (frame - from) * groups);
    return out;
  }
}

/** Fades the end out in place, so that the cut does not click. */
function fadedOut(samples: Float32Array, sampleRate: number): Float32Array {
  const length = Math.min(samples.length, Math.round(FADE_SECONDS * sampleRate));
  for (let i = 1; i <= length; i++) samples[samples.length - i]! *= 0.5 - 0.5 * Math.cos((Math.PI * (i - 1)) / length);
  return samples;
}
