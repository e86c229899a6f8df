import type { KeyValues } from '../layers/heads.js';
import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { dimension } from '../layers/operators.js';
import type { Value } from '../onnx/builder.js';
import { int32 } from '../onnx/tensor.js';
import { codeEmbedding } from './code-embedding.js';
import { type PredictedFrame, type PredictorInputs, type PredictorNetwork, predictorStep, sampleCode } from './step.js';

/**
 * The steps one after the other in the graph. The first runs over two positions, `start [B, 2, H]`; each further one over
 * the embedding of the code before.
 */
export async function unrolledPredictor(
  m: Module,
  network: PredictorNetwork,
  inputs: PredictorInputs,
  start: Value,
): Promise<PredictedFrame> {
  const { config, codeGroups } = network;
  const rows = dimension(m.g, inputs.first, 0);
  const codes = [inputs.first];
  const logitSums = [inputs.logitSum];
  let cache: KeyValues[] = [];
  let x = start;
  for (let index = 0; index < codeGroups - 1; index++) {
    const step = m.scope(`step.${index}`);
    const { g } = step;
    const length = index + 2;
    const output = await predictorStep(step, network, x, cache, {
      last: g.node('Expand', [g.constant(int32([1], [length - 1])), rows]),
      length: g.constant(int32([], [length])),
    });
    cache = output.cache;
    const logits = await linear(step.child(`lm_head.${index}`), output.hidden);
    const noise = g.node('Gather', [inputs.noise, g.ints(index)], { axis: 1 });
    const { code, logitSum } = sampleCode(g.scope('sampling'), logits, noise, inputs);
    codes.push(code);
    logitSums.push(logitSum);
    if (index < codeGroups - 2) {
      const id = g.node('Add', [code, g.ints(index * config.vocabularySize)]);
      x = await codeEmbedding(step, codeGroups, id);
    }
  }
  return { codes: m.g.node('Concat', codes, { axis: 1 }), logitSum: m.g.node('Sum', logitSums) };
}
