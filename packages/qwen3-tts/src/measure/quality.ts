import { type Checkpoint, openCheckpoint } from '../checkpoint/checkpoint.js';
import { readTokenizer } from '../checkpoint/tokenizer.js';
import { BalancedSource } from '../graph/weights/balanced-source.js';
import { PlainModel } from '../plain/plain-model.js';
import { type ForcedUtterance, type TeacherForced, teacherForce } from '../plain/teacher-forcing.js';
import { textOnlyPrompt } from '../prompt/probe-prompt.js';
import type { SpeechModel } from '../runtime/speech-model.js';
import { divergence, indexOfLargest } from './divergence.js';
import { bytesOfWeight, type ModelRounding, RoundedProducts, roundingOf } from './rounded-products.js';
import { weightBytesPerFrame } from './weight-traffic.js';

/** How far a network's logits are from those in float32, on average over all places. */
export interface NetworkQuality {
  /** Kullback-Leibler divergence in nats. */
  readonly divergence: number;
  /** Share of places with the same likeliest code. */
  readonly sameBest: number;
}

export interface Quality {
  readonly talker: NetworkQuality;
  readonly predictor: NetworkQuality;
  readonly bytesPerFrame: number;
}

/** Compares roundings of a checkpoint's products, teacher-forced along the same frames. */
export class QualityMeasurement {
  private constructor(
    private readonly checkpoint: Checkpoint,
    private readonly utterances: readonly ForcedUtterance[],
    private readonly exact: TeacherForced,
  ) {}

  /** @param model built of the checkpoint, at any precision: it says which frames follow each text, `frames` at most */
  static async open(
    folder: string,
    model: SpeechModel,
    texts: readonly string[],
    frames: number,
  ): Promise<QualityMeasurement> {
    const checkpoint = await openCheckpoint(folder);
    const tokenizer = await readTokenizer(folder);
    const { codeGroups, hiddenSize } = checkpoint.config.talker;
    const utterances: ForcedUtterance[] = [];
    for (const [seed, text] of texts.entries()) {
      const spoken = await model.sampled(model.textPrompt(text), frames + 1, seed);
      const codes = Array.from({ length: Math.min(frames, spoken.frames) }, (_, f) =>
        spoken.codes.subarray(f * codeGroups, (f + 1) * codeGroups),
      );
      utterances.push({ plan: textOnlyPrompt(checkpoint.config, tokenizer, text), codes });
    }
    const plain = await PlainModel.create(checkpoint);
    const exact = await teacherForce(plain, utterances, hiddenSize);
    await plain.release();
    return new QualityMeasurement(checkpoint, utterances, exact);
  }

  /** Frames along which is compared. */
  get frames(): number {
    return this.exact.rows.length;
  }

  async measure(rounding: ModelRounding): Promise<Quality> {
    const { config } = this.checkpoint;
    const { hiddenSize, vocabularySize } = config.talker;
    const checkpoint = isQuantized(rounding)
      ? { ...this.checkpoint, model: new BalancedSource(this.checkpoint.model, config) }
      : this.checkpoint;
    const plain = await PlainModel.create(checkpoint, await RoundedProducts.create(rounding));
    try {
      const found = await teacherForce(plain, this.utterances, hiddenSize);
      const width = config.codePredictor.vocabularySize;
      const places = this.exact.rows.map((row) => row * vocabularySize);
      const frames = this.exact.rows.map((_, frame) => frame * width);
      return {
        // The special tokens of codebook 0 are suppressed but for the end token, which is rare.
        talker: compare([this.exact.talker.logits], [found.talker.logits], places, width),
        predictor: compare(this.exact.predictor.logits, found.predictor.logits, frames, width),
        bytesPerFrame: weightBytesPerFrame(config, (key) => bytesOfWeight(roundingOf(rounding, key))),
      };
    } finally {
      await plain.release();
    }
  }

  close(): Promise<void> {
    return this.checkpoint.close();
  }
}

/** A build at such a precision balances the weights first. */
function isQuantized({ talker, predictor }: ModelRounding): boolean {
  return [talker, predictor].some((network) => Object.values(network).some((rounding) => 'bits' in rounding));
}

function compare(
  exact: readonly Float32Array[],
  found: readonly Float32Array[],
  places: readonly number[],
  width: number,
): NetworkQuality {
  let sum = 0;
  let same = 0;
  for (const [i, all] of exact.entries()) {
    for (const place of places) {
      const [p, q] = [all.subarray(place, place + width), found[i]!.subarray(place, place + width)];
      sum += divergence(p, q);
      if (indexOfLargest(p) === indexOfLargest(q)) same++;
    }
  }
  const count = exact.length * places.length;
  return { divergence: sum / count, sameBest: same / count };
}
