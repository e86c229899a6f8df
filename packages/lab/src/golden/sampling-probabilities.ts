import type { CheckpointConfig } from '@ownvoice/qwen3-tts/internals/checkpoint/config';
import { candidates, samplingPlan, talkerLogits } from '@ownvoice/qwen3-tts/internals/graph/layers/sampling';
import { GraphBuilder } from '@ownvoice/qwen3-tts/internals/graph/onnx/builder';
import { InferenceSession, Tensor } from '@ownvoice/qwen3-tts/internals/onnxruntime/onnxruntime';
import { levelSampling } from '@ownvoice/qwen3-tts/internals/runtime/sampling';

/** Smaller logits mean minus infinity. */
const SUPPRESSED = -1e29;

export interface SamplingParameters {
  readonly repetitionPenalty: number;
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
}

/** The sampling stage of the generation graph, from the talker's logits to the probabilities, as a graph of its own. */
export class SamplingStage implements AsyncDisposable {
  private constructor(
    private readonly session: InferenceSession,
    private readonly vocabulary: number,
  ) {}

  static async create({ talker, codecTokens }: CheckpointConfig): Promise<SamplingStage> {
    const vocabulary = talker.vocabularySize;
    const g = GraphBuilder.create('sampling');
    const row = (name: string, type: 'float32' | 'int64') => g.input(name, type, ['B', 1]);
    const allowed = talkerLogits(
      g,
      g.input('logits', 'float32', ['B', vocabulary]),
      { size: vocabulary, eos: codecTokens.eos },
      {
        seen: g.input('seen', 'bool', ['B', vocabulary]),
        penalty: row('penalty', 'float32'),
        generatedTokens: row('generated_tokens', 'int64'),
      },
    );
    const level = {
      temperature: row('temperature', 'float32'),
      topK: row('top_k', 'int64'),
      topP: row('top_p', 'float32'),
    };
    const kept = candidates(
      g,
      g.node('Unsqueeze', [allowed, g.ints([1])]),
      samplingPlan(g, level, g.input('count', 'int64', [1])),
    );
    g.output(kept.logits, 'kept', 'float32', ['B', 1, 'W']);
    g.output(kept.ids, 'ids', 'int64', ['B', 1, 'W']);
    return new SamplingStage(await InferenceSession.create(g.toModel()), vocabulary);
  }

  /** `logits [vocabulary]`, codebook-0 tokens so far → `[vocabulary]` probabilities of the next. */
  async probabilities(
    logits: Float32Array,
    history: readonly number[],
    { repetitionPenalty, temperature, topK, topP }: SamplingParameters,
  ): Promise<Float32Array> {
    const level = levelSampling({ sample: true, temperature, topK, topP }, this.vocabulary);
    const seen = new Uint8Array(this.vocabulary);
    for (const token of history) seen[token] = 1;
    const real = (value: number) => new Tensor('float32', Float32Array.of(value), [1, 1]);
    const whole = (value: number, shape: number[]) => new Tensor('int64', BigInt64Array.of(BigInt(value)), shape);
    const { kept, ids } = await this.session.run({
      logits: new Tensor('float32', logits, [1, this.vocabulary]),
      seen: new Tensor('bool', seen, [1, this.vocabulary]),
      penalty: real(repetitionPenalty),
      generated_tokens: whole(history.length, [1, 1]),
      count: whole(level.candidates, [1]),
      temperature: real(level.temperature),
      top_k: whole(level.topK, [1, 1]),
      top_p: real(level.topP),
    });
    return this.#softmax(kept?.data as Float32Array, ids?.data as BigInt64Array);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.session.release();
  }

  #softmax(kept: Float32Array, ids: BigInt64Array): Float32Array {
    const largest = kept.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY);
    const weights = kept.map((x) => (x < SUPPRESSED ? 0 : Math.exp(x - largest)));
    const sum = weights.reduce((total, x) => total + x, 0);
    const probabilities = new Float32Array(this.vocabulary);
    for (const [i, weight] of weights.entries()) probabilities[Number(ids[i])] = weight / sum;
    return probabilities;
  }
}
