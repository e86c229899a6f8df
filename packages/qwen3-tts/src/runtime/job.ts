import type { CheckpointConfig } from '../checkpoint/config.js';
import { type Codec, type CodecState, PIECE_FRAMES } from './codec/codec.js';
import { joined } from './codec/codec-session.js';
import type { FirstStep } from './generator.js';
import type { PromptVectors } from './prompt-vectors.js';
import { RunawayDetector, RunawayError, tokenLimit } from './runaway.js';
import type { Sampling } from './sampling.js';
import { type Ending, Utterance } from './utterance.js';

/** How long an utterance may become. */
export type LengthRule =
  /** By the length of its text; who reaches that is tried once more with another seed and then fails. */
  | { readonly kind: 'text'; readonly tokens: number }
  /** Exactly so many codebook-0 tokens at most; reaching them is a result like another. */
  | { readonly kind: 'tokens'; readonly maximum: number };

/** A finished utterance. */
export interface Spoken {
  /** Mono in [-1, 1] at the model's sample rate. */
  readonly samples: Float32Array;
  readonly frames: number;
  /** `[frames, groups]`, row-major. */
  readonly codes: Int32Array;
  readonly endedBy: Ending;
  readonly firstStep: FirstStep;
}

export interface JobRequest {
  readonly prompt: PromptVectors;
  readonly sampling: Sampling;
  readonly seed: number;
  readonly reproducible: boolean;
  readonly length: LengthRule;
  /** Jobs of one group share the machine with other groups fairly, however many they are. */
  readonly group: string;
  readonly signal: AbortSignal | undefined;
  /** Called when the job is computed for the first time. */
  readonly onStart: (() => void) | undefined;
  /** Where the decoder stands when the utterance begins. */
  readonly codecState: () => Promise<CodecState>;
}

const SEED_OF_SECOND_ATTEMPT = 0x9e3779b9;

/** One utterance on its way: what is generated, what of it is decoded, and whether it ran away. */
export class Job {
  utterance: Utterance;
  firstStep: FirstStep | undefined;
  readonly result: Promise<Spoken>;
  #settle!: { resolve: (spoken: Spoken) => void; reject: (reason: unknown) => void };
  #detector: RunawayDetector;
  #codecState: CodecState | undefined;
  #decoding: Promise<void> | undefined;
  #parts: Float32Array[] = [];
  #decoded = 0;
  #inspected = 0;
  #attempts = 1;
  #runaway = false;
  #done = false;

  constructor(
    private readonly config: CheckpointConfig,
    readonly request: JobRequest,
  ) {
    this.utterance = this.#attempt(request.seed);
    this.#detector = new RunawayDetector(config.sampleRate);
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  /** Resolved, rejected or given up by its caller. */
  get done(): boolean {
    if (!this.#done && this.request.signal?.aborted) this.fail(this.request.signal.reason);
    return this.#done;
  }

  /** No more frames are wanted: it ended, or it runs away. */
  get complete(): boolean {
    return this.utterance.ending !== undefined || this.#runaway;
  }

  /** Complete, and everything of it that is wanted is decoded. */
  get ready(): boolean {
    return this.complete && !this.#decoding && this.#framesToDecode === 0;
  }

  /** Whole pieces while there may come more, so that an utterance is always cut at the same places. */
  get #framesToDecode(): number {
    if (this.#stopped) return 0;
    const pending = this.utterance.frames - this.#decoded;
    return this.complete ? pending : pending - (pending % PIECE_FRAMES);
  }

  fail(reason: unknown): void {
    this.#done = true;
    this.#settle.reject(reason);
  }

  /** Looks at the frames that were added. */
  inspect(): void {
    if (this.request.length.kind === 'tokens') return;
    const codes = this.utterance.codes(this.#inspected);
    for (let at = 0; at < codes.length; at += this.config.talker.codeGroups) {
      if (this.#detector.frame(codes[at]!)) this.#runaway = true;
    }
    this.#inspected = this.utterance.frames;
  }

  /** Begins to decode what is there. → until that is done; undefined when there is nothing to do */
  decode(codec: Codec): Promise<void> | undefined {
    if (!this.#decoding && !this.done && this.#framesToDecode > 0) {
      this.#decoding = this.#decodeFrames(codec, this.#framesToDecode)
        .catch((error: unknown) => {
          if (!this.#done) this.fail(error);
        })
        .finally(() => {
          this.#decoding = undefined;
        });
    }
    return this.#decoding;
  }

  async #decodeFrames(codec: Codec, frames: number): Promise<void> {
    const from = this.#decoded;
    const codes = this.utterance.codes(from, from + frames);
    const before = this.#codecState ?? (await this.request.codecState());
    const { samples, state } = await codec.decode(codes, frames, before);
    this.#codecState = state;
    this.#decoded += frames;
    this.#parts.push(samples);
    if (this.request.length.kind === 'text' && this.#detector.audio(samples)) this.#runaway = true;
  }

  /** Ends a job that is ready. → true when it is to be generated again, with another seed. */
  finish(): boolean {
    const { utterance } = this;
    if (this.#stopped) {
      if (this.#attempts === 2) {
        this.fail(new RunawayError('The model did not come to an end, twice in a row.'));
        return false;
      }
      this.#startAgain();
      return true;
    }
    this.#done = true;
    this.#settle.resolve({
      samples: joined(this.#parts),
      frames: utterance.frames,
      codes: utterance.codes(0),
      endedBy: utterance.ending ?? 'limit',
      firstStep: this.firstStep!,
    });
    return false;
  }

  /** It ran away, or reached a limit that no utterance of its text should reach. */
  get #stopped(): boolean {
    return this.#runaway || (this.utterance.ending === 'limit' && this.request.length.kind === 'text');
  }

  #startAgain(): void {
    this.#attempts++;
    this.utterance = this.#attempt((this.request.seed ^ SEED_OF_SECOND_ATTEMPT) >>> 0);
    this.#detector = new RunawayDetector(this.config.sampleRate);
    this.#codecState = undefined;
    this.#parts = [];
    this.#decoded = 0;
    this.#inspected = 0;
    this.#runaway = false;
  }

  #attempt(seed: number): Utterance {
    const { prompt, sampling, length, reproducible } = this.request;
    const wanted = length.kind === 'tokens' ? length.maximum : tokenLimit(length.tokens);
    const { generation, talker } = this.config;
    const most = Math.min(wanted, length.kind === 'tokens' ? wanted : generation.maxNewTokens);
    const room = talker.maxPositions - prompt.length;
    return new Utterance(this.config, prompt, sampling, seed, Math.min(most, room), reproducible);
  }
}
