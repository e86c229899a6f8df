import { concatenate } from '@ownvoice/audio';
import type { Checkpoint } from '../checkpoint/checkpoint.js';
import { assertFiniteWeights } from '../graph/weights/weight-loader.js';
import type { PromptPlan } from '../prompt/plan.js';
import { decode, type StackWeights } from './decoder.js';
import { Float32Products, type Products } from './products.js';

/**
 * The language model in plain float32 on the CPU, read from a checkpoint weight by weight: slow, but nothing is built and
 * little memory is needed. What other precisions and devices compute is measured against it.
 */
export class ReferenceModel implements AsyncDisposable {
  private constructor(
    private readonly checkpoint: Checkpoint,
    private readonly products: Products,
  ) {}

  /** With other products than those in float32 it shows what rounding them does. They are released with the model. */
  static async create(checkpoint: Checkpoint, products?: Products): Promise<ReferenceModel> {
    return new ReferenceModel(checkpoint, products ?? (await Float32Products.create()));
  }

  /**
   * The vectors of a prompt whose codec track has tokens only: `inputs [positions, hidden]`, and `trailing(step)` of each decode
   * step, `[hidden]`.
   */
  async embed({ positions, trailing }: PromptPlan) {
    const { textTokens, talker } = this.checkpoint.config;
    const width = talker.hiddenSize;
    const texts = await this.#textVectors([...positions.map(({ text }) => text), ...trailing, textTokens.ttsPad]);
    const inputs = texts.slice(0, positions.length * width);
    for (const [i, { codec }] of positions.entries()) {
      if (!codec) continue;
      if (codec.kind !== 'token') throw new Error('The plain model takes no reference');
      addTo(inputs, i * width, await this.#row('talker.model.codec_embedding.weight', codec.id));
    }
    const rest = texts.subarray(positions.length * width);
    return {
      inputs,
      trailing: (step: number) => {
        const row = Math.min(step, trailing.length);
        return rest.subarray(row * width, (row + 1) * width);
      },
    };
  }

  /** The sum of the embeddings of a frame's codes, `[hidden]`. */
  async frame(codes: ArrayLike<number>): Promise<Float32Array> {
    const sum = await this.#row('talker.model.codec_embedding.weight', codes[0]!);
    for (let group = 1; group < codes.length; group++) addTo(sum, 0, await this.#codeRow(group, codes[group]!));
    return sum;
  }

  /** The talker over sequences that begin with a prompt: `sequences` of `[positions, hidden]`, in one pass. → also `logits [rows, vocabulary]` */
  async talker(sequences: readonly Float32Array[]) {
    const { talker } = this.checkpoint.config;
    const lengths = sequences.map(({ length }) => length / talker.hiddenSize);
    const decoded = await decode(this.#stack('talker.model.'), talker, concatenate(sequences), lengths);
    const logits = await this.#multiply(decoded.hidden, 'talker.codec_head.weight', talker.hiddenSize);
    return { ...decoded, logits };
  }

  /** The code predictor over whole frames, given the talker's hidden state in front of each and its codes. → `logits [groups − 1][rows, vocabulary]` */
  async predictor(frames: readonly { readonly hidden: Float32Array; readonly codes: ArrayLike<number> }[]) {
    const { talker, codePredictor } = this.checkpoint.config;
    const groups = talker.codeGroups;
    const inputs: Float32Array[] = [];
    for (const { hidden, codes } of frames) {
      inputs.push(hidden, await this.#row('talker.model.codec_embedding.weight', codes[0]!));
      for (let group = 1; group < groups - 1; group++) inputs.push(await this.#codeRow(group, codes[group]!));
    }
    const prefix = 'talker.code_predictor.';
    const narrow = `${prefix}small_to_mtp_projection`;
    let x = concatenate(inputs);
    if (this.checkpoint.model.has(`${narrow}.weight`)) {
      x = await this.#linear(x, narrow, talker.hiddenSize);
    }
    const lengths = frames.map(() => groups);
    const { hidden, downPeaks } = await decode(this.#stack(`${prefix}model.`), codePredictor, x, lengths);
    const logits: Float32Array[] = [];
    const width = codePredictor.hiddenSize;
    for (let group = 1; group < groups; group++) {
      const rows = frames.map((_, f) =>
        hidden.subarray((f * groups + group) * width, (f * groups + group + 1) * width),
      );
      logits.push(await this.#multiply(concatenate(rows), `${prefix}lm_head.${group - 1}.weight`, width));
    }
    return { logits, downPeaks };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.products.release();
  }

  /** `[ids, hidden]`: the text embedding and its projection, two layers with SiLU between. */
  async #textVectors(ids: readonly number[]): Promise<Float32Array> {
    const { textHiddenSize } = this.checkpoint.config.talker;
    const rows = await Promise.all(ids.map((id) => this.#row('talker.model.text_embedding.weight', id)));
    const wide = await this.#linear(concatenate(rows), 'talker.text_projection.linear_fc1', textHiddenSize);
    const active = wide.map((value) => value / (1 + Math.exp(-value)));
    return this.#linear(active, 'talker.text_projection.linear_fc2', textHiddenSize);
  }

  #stack(prefix: string): StackWeights {
    return {
      read: (name) => this.#read(prefix + name),
      multiply: (x, name, k) => this.#multiply(x, prefix + name, k),
    };
  }

  /** `x [rows, k]` → `x · weightᵀ + bias [rows, n]` */
  async #linear(x: Float32Array, name: string, k: number): Promise<Float32Array> {
    const out = await this.#multiply(x, `${name}.weight`, k);
    const bias = await this.#read(`${name}.bias`);
    for (let i = 0; i < out.length; i++) out[i]! += bias[i % bias.length]!;
    return out;
  }

  async #multiply(x: Float32Array, key: string, k: number): Promise<Float32Array> {
    return this.products.multiply(x, { key, values: await this.#read(key) }, k);
  }

  #codeRow(group: number, code: number): Promise<Float32Array> {
    return this.#row(`talker.code_predictor.model.codec_embedding.${group - 1}.weight`, code);
  }

  #row(name: string, row: number): Promise<Float32Array> {
    return this.checkpoint.model.readRows(name, row, 1);
  }

  /** @throws CheckpointError when a value is not a number or infinite */
  async #read(name: string): Promise<Float32Array> {
    const values = await this.checkpoint.model.read(name);
    assertFiniteWeights(name, values);
    return values;
  }
}

function addTo(sum: Float32Array, at: number, row: Float32Array): void {
  for (let i = 0; i < row.length; i++) sum[at + i]! += row[i]!;
}

/** A prompt without a reference, and the frames that are to follow it. */
export interface ForcedUtterance {
  readonly plan: PromptPlan;
  /** `[frames][groups]` */
  readonly codes: readonly ArrayLike<number>[];
}

export type TeacherForced = Awaited<ReturnType<typeof teacherForce>>;

/**
 * What a model makes of frames that it is given instead of its own: all positions at once, so that two models can be
 * compared place by place.
 */
export async function teacherForce(plain: ReferenceModel, utterances: readonly ForcedUtterance[], hiddenSize: number) {
  const sequences: Float32Array[] = [];
  const rows: number[] = [];
  let begin = 0;
  for (const { plan, codes } of utterances) {
    const { inputs, trailing } = await plain.embed(plan);
    const steps: Float32Array[] = [];
    for (const [f, frame] of codes.entries()) {
      rows.push(begin + plan.positions.length - 1 + f);
      const text = trailing(f);
      steps.push((await plain.frame(frame)).map((value, i) => value + text[i]!));
    }
    sequences.push(concatenate([inputs, ...steps]));
    begin += plan.positions.length + codes.length;
  }
  const talker = await plain.talker(sequences);
  const frames = utterances.flatMap(({ codes }) => codes);
  const predictor = await plain.predictor(
    rows.map((row, f) => ({
      hidden: talker.hidden.subarray(row * hiddenSize, (row + 1) * hiddenSize),
      codes: frames[f]!,
    })),
  );
  return {
    /** Vectors of the prompt and of the frames behind it, `[positions, hidden]` of each utterance. */
    sequences,
    talker,
    /** The talker's rows in front of all frames, one utterance after the other. */
    rows,
    predictor,
  };
}
