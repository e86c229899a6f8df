import type { KeyValues } from '../layers/heads.js';
import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { dimension, slice, split } from '../layers/operators.js';
import { candidates, sampleToken, sampleTokenByOwnNoise, sumOfLogits } from '../layers/sampling.js';
import type { Value } from '../onnx/builder.js';
import { int32 } from '../onnx/tensor.js';
import {
  bookEmbedding,
  codeEmbedding,
  type PredictedFrame,
  type PredictorInputs,
  type PredictorNetwork,
  predictorStep,
} from './step.js';

export interface UnrolledFrame extends PredictedFrame {
  /** `[B, 1, H]` of each code behind the first, where tokens are int32. */
  readonly embeddings: readonly Value[];
}

/**
 * The steps one after the other in the graph. The first runs over two positions; each further one over
 * the embedding of the code before. Every node is a launch on a GPU, so what steps can share is outside of them, and
 * logits keep the axis of positions, `[B, 1, Vc]`. With tokens of type int32 the noise belongs to the codes, as on a CPU, so
 * that a seed draws the same codes there. No operator has many inputs or outputs then, and every codebook has a table of its
 * own: devices that want it bound the number of buffers and their size.
 */
export async function unrolledPredictor(
  m: Module,
  network: PredictorNetwork,
  inputs: PredictorInputs,
  integers: 'int64' | 'int32' = 'int64',
): Promise<UnrolledFrame> {
  const { config, codeGroups } = network;
  const start = m.g.node('Concat', [inputs.hidden, inputs.firstEmbedding], { axis: 1 });
  const { segment } = inputs;
  const rows = dimension(segment, inputs.sampling.last, 0);
  const codes = [inputs.first];
  const allLogits: Value[] = [];
  const noises = integers === 'int64' ? split(m.g, inputs.noise, new Array<number>(codeGroups - 1).fill(1), 1) : [];
  const vocabulary = integers === 'int32' ? config.vocabularySize : undefined;
  const embeddings: Value[] = [];
  let cache: KeyValues[] = [];
  let x = start;
  for (let index = 0; index < codeGroups - 1; index++) {
    const step = m.scope(`step.${index}`);
    const { g } = step;
    const length = index + 2;
    const output = await predictorStep(step, network, x, cache, {
      last: segment.node('Expand', [segment.constant(int32([1], [length - 1])), rows]),
      length: g.constant(int32([], [length])),
    });
    cache = output.present;
    const hidden = index === 0 ? slice(g, output.hidden, 1, -1) : output.hidden;
    const logits = await linear(step.child(`lm_head.${index}`), hidden);
    const sampling = g.scope('sampling');
    const noise = noises[index] ?? sampling.node('Gather', [inputs.noise, g.ints([index])], { axis: 1 });
    const chosen = candidates(sampling, logits, inputs.sampling);
    const code =
      vocabulary === undefined
        ? sampleToken(sampling, chosen, noise)
        : sampleTokenByOwnNoise(sampling, chosen, noise, vocabulary);
    codes.push(code);
    allLogits.push(logits);
    if (integers === 'int32') {
      x = await bookEmbedding(step, codeGroups, index, code);
      embeddings.push(x);
    } else if (index < codeGroups - 2) {
      const id = g.node('Add', [code, g.ints(index * config.vocabularySize)]);
      x = await codeEmbedding(step, codeGroups, id);
    }
  }
  const sums = sumOfLogits(m.g, m.g.node('Concat', allLogits, { axis: 1 }));
  const logitSum = m.g.node('Add', [inputs.logitSum, m.g.node('ReduceSum', [sums, m.g.ints([1])], { keepdims: 0 })]);
  return { codes: m.g.node('Concat', codes, { axis: 1 }), logitSum, embeddings };
}
