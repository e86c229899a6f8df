import type { CheckpointConfig } from '../checkpoint/config.js';
import { FrameNoise } from './noise.js';
import type { PromptVectors } from './prompt-vectors.js';
import { type LevelSampling, levelSampling, type Sampling } from './sampling.js';

/** Why an utterance has no more frames. */
export type Ending = 'eos' | 'limit';

/** One row of a batch: an utterance that is being generated. */
export class Utterance {
  readonly talkerSampling: LevelSampling;
  readonly predictorSampling: LevelSampling;
  /** bool: codebook-0 tokens that occurred, for the repetition penalty. */
  seen: Uint8Array;
  /** `[hidden]`: the talker's next input, once the prompt is through. */
  next: Float32Array | undefined;
  /** Codebook-0 tokens drawn so far. */
  drawn = 0;
  ending: Ending | undefined;
  readonly #frames: Int32Array[] = [];

  constructor(
    config: CheckpointConfig,
    readonly prompt: PromptVectors,
    readonly sampling: Sampling,
    readonly seed: number,
    /** Codebook-0 tokens at most; the last of them makes no frame. */
    readonly maxTokens: number,
    /** Its codes are to be the same in any company. */
    readonly reproducible = true,
  ) {
    this.seen = new Uint8Array(config.talker.vocabularySize);
    this.talkerSampling = levelSampling(sampling.talker, config.talker.vocabularySize);
    this.predictorSampling = levelSampling(sampling.codePredictor, config.codePredictor.vocabularySize);
  }

  get frames(): number {
    return this.#frames.length;
  }

  /** `[to − from, groups]`, row-major. */
  codes(from: number, to: number = this.#frames.length): Int32Array {
    const groups = this.#frames[0]?.length ?? 0;
    const out = new Int32Array((to - from) * groups);
    for (let frame = from; frame < to; frame++) out.set(this.#frames[frame]!, (frame - from) * groups);
    return out;
  }

  /** Takes a frame that was drawn. `codes [groups]`; an end token or the limit ends the utterance and makes no frame. */
  take(codes: Int32Array, eos: number): void {
    if (this.ending) return;
    this.drawn++;
    if (codes[0] === eos) this.ending = 'eos';
    else if (this.drawn >= this.maxTokens) this.ending = 'limit';
    else this.#frames.push(codes);
  }

  /** What decode step `step` adds to the frame's embedding, `[hidden]`. */
  trailing(step: number): Float32Array {
    const { trailing, padding } = this.prompt;
    const width = padding.length;
    const begin = step * width;
    return begin < trailing.length ? trailing.subarray(begin, begin + width) : padding;
  }

  /** Noise of draw `step` into `[W]` and `[groups − 1, W']`; what is wider than this row's own is left as it is. */
  noise(step: number, talker: Float32Array, predictor: Float32Array, groups: number): void {
    if (this.talkerSampling.noise === 0 && this.predictorSampling.noise === 0) return;
    const source = new FrameNoise(this.seed, step);
    source.gumbel(talker.subarray(0, this.talkerSampling.noise));
    const width = predictor.length / groups;
    for (let group = 0; group < groups; group++) {
      source.gumbel(predictor.subarray(group * width, group * width + this.predictorSampling.noise));
    }
  }
}
