import { type Checkpoint, openCheckpoint } from '@ownvoice/qwen3-tts/internals/checkpoint/checkpoint';
import { readTokenizer } from '@ownvoice/qwen3-tts/internals/checkpoint/tokenizer';
import { balancedSource } from '@ownvoice/qwen3-tts/internals/graph/weights/balanced-source';
import { textOnlyPrompt } from '@ownvoice/qwen3-tts/internals/prompt/prompt';
import {
  type ForcedUtterance,
  ReferenceModel,
  type TeacherForced,
  teacherForce,
} from '@ownvoice/qwen3-tts/internals/reference/reference-model';
import type { SpeechModel } from '@ownvoice/qwen3-tts/internals/runtime/speech-model';
import { RoundedProducts } from './rounded-products.js';
import { type ModelRounding, weightBytesPerFrame } from './schemes.js';

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
      const spoken = await model.continuation(model.textPrompt(text), frames + 1, seed);
      const codes = Array.from({ length: Math.min(frames, spoken.frames) }, (_, f) =>
        spoken.codes.subarray(f * codeGroups, (f + 1) * codeGroups),
      );
      utterances.push({ plan: textOnlyPrompt(checkpoint.config, tokenizer, text), codes });
    }
    await using reference = await ReferenceModel.create(checkpoint);
    const exact = await teacherForce(reference, utterances, hiddenSize);
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
      ? { ...this.checkpoint, model: balancedSource(this.checkpoint.model, config) }
      : this.checkpoint;
    await using rounded = await ReferenceModel.create(checkpoint, await RoundedProducts.create(rounding));
    const found = await teacherForce(rounded, this.utterances, hiddenSize);
    const width = config.codePredictor.vocabularySize;
    const places = this.exact.rows.map((row) => row * vocabularySize);
    const frames = this.exact.rows.map((_, frame) => frame * width);
    return {
      // The special tokens of codebook 0 are suppressed but for the end token, which is rare.
      talker: compare([this.exact.talker.logits], [found.talker.logits], places, width),
      predictor: compare(this.exact.predictor.logits, found.predictor.logits, frames, width),
      bytesPerFrame: weightBytesPerFrame(config, rounding),
    };
  }

  close(): Promise<void> {
    return this.checkpoint.close();
  }
}

/** A build at such a precision balances the weights first. */
function isQuantized({ talker, predictor }: ModelRounding): boolean {
  return [talker, predictor].some((network) => Object.values(network).some((rounding) => rounding !== 'half'));
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

/** Kullback-Leibler divergence in nats of the probabilities behind `found` logits from those behind `exact` ones. */
export function divergence(exact: Float32Array, found: Float32Array): number {
  const [p, q] = [logProbabilities(exact), logProbabilities(found)];
  return p.reduce((sum, logP, i) => sum + Math.exp(logP) * (logP - q[i]!), 0);
}

/** NaN is never the largest. */
export function indexOfLargest(values: Float32Array): number {
  return values.reduce((best, value, i) => (value > values[best]! ? i : best), 0);
}

function logProbabilities(logits: Float32Array): number[] {
  const largest = logits[indexOfLargest(logits)]!;
  const total = logits.reduce((sum, value) => sum + Math.exp(value - largest), 0);
  return Array.from(logits, (value) => value - largest - Math.log(total));
}
