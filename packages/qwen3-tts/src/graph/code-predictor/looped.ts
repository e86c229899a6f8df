import type { KeyValues } from '../layers/heads.js';
import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { cast, dimension, reshape, slice } from '../layers/operators.js';
import { candidates, sampleTokenByOwnNoise, sumOfLogits } from '../layers/sampling.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float32, int64 } from '../onnx/tensor.js';
import {
  codeEmbedding,
  type PredictedFrame,
  type PredictorInputs,
  type PredictorNetwork,
  predictorStep,
} from './step.js';

/**
 * The steps as a Loop with one copy of the weights. The first runs over two positions. Where the frame is
 * not needed the Loop does not run, and the codes behind the first are 0.
 */
export async function loopedPredictor(
  m: Module,
  network: PredictorNetwork,
  inputs: PredictorInputs,
): Promise<PredictedFrame> {
  const { g } = m;
  const { config, codeGroups } = network;
  const start = g.node('Concat', [inputs.hidden, inputs.firstEmbedding], { axis: 1 });
  const rows = dimension(g, inputs.first, 0);
  const emptyShape = g.node('Concat', [rows, g.ints([config.keyValueHeads, 0, config.headSize])], { axis: 0 });
  const empty = g.node('ConstantOfShape', [emptyShape], { value: float32([1], [0]) });
  const caches = Array.from({ length: 2 * config.layers }, () => empty);
  const body = await stepBody(m.on(g.scope('step').subgraph('predictor_step')), network, inputs, rows);
  const steps = g.node('Where', [inputs.needed, g.ints(codeGroups - 1), g.ints(0)]);
  const carried = [start, inputs.first, inputs.logitSum, ...caches];
  const outputs = g.nodes('Loop', [steps, '', ...carried], carried.length, { body });
  const zeroShape = g.node('Concat', [rows, g.ints([codeGroups - 1])], { axis: 0 });
  const zeros = g.node('ConstantOfShape', [zeroShape], { value: int64([1], [0]) });
  const codes = slice(g, g.node('Concat', [outputs[1]!, zeros], { axis: 1 }), 1, 0, codeGroups);
  return { codes, logitSum: outputs[2]! };
}

/** Carried from step to step: the next input, the codes and the sum of logits so far, and the KV cache. */
async function stepBody(
  m: Module,
  network: PredictorNetwork,
  inputs: PredictorInputs,
  rows: Value,
): Promise<GraphBuilder> {
  const { g } = m;
  const { config, codeGroups } = network;
  // Sizes of inputs and outputs have names of their own: one name would claim that they are equal.
  const step = g.input('index', 'int64', []);
  const keepGoing = g.input('keep_going', 'bool', []);
  const x = g.input('x', 'float32', ['Bp', 'Sp', 'Hp']);
  const codes = g.input('codes', 'int64', ['Bp', 'Np']);
  const sumBefore = g.input('logit_sum', 'float32', ['Bp', 1]);
  const cacheShape = ['Bp', config.keyValueHeads, 'Tp', config.headSize] as const;
  const cache: KeyValues[] = Array.from({ length: config.layers }, (_, layer) => ({
    key: g.input(`key_${layer}`, 'float32', cacheShape),
    value: g.input(`value_${layer}`, 'float32', cacheShape),
  }));

  const output = await predictorStep(m, network, x, cache, {
    last: g.node('Expand', [cast(g, g.node('Add', [step, g.ints([1])]), 'int32'), rows]),
    length: cast(g, g.node('Add', [step, g.ints(2)]), 'int32'),
  });
  const logits = await headOfStep(m, step, slice(g, output.hidden, 1, -1), 0, codeGroups - 1);
  const noise = g.node('Gather', [inputs.noise, reshape(g, step, [1])], { axis: 1 });
  const sampling = g.scope('sampling');
  const code = sampleTokenByOwnNoise(sampling, candidates(sampling, logits, inputs.sampling), noise);
  const logitSum = sampling.node('Squeeze', [sumOfLogits(sampling, logits), g.ints([1])]);
  const offset = g.node('Mul', [step, g.ints(config.vocabularySize)]);
  const next = await codeEmbedding(m, codeGroups, g.node('Add', [code, offset]));

  g.output(keepGoing, 'keep_going_out', 'bool', []);
  g.output(next, 'x_out', 'float32', ['Bq', 1, 'Hq']);
  g.output(g.node('Concat', [codes, code], { axis: 1 }), 'codes_out', 'int64', ['Bq', 'Nq']);
  g.output(g.node('Add', [sumBefore, logitSum]), 'logit_sum_out', 'float32', ['Bq', 1]);
  const shape = ['Bq', config.keyValueHeads, 'Tq', config.headSize] as const;
  for (const [layer, { key, value }] of output.present.entries()) {
    g.output(key, `key_${layer}_out`, 'float32', shape);
    g.output(value, `value_${layer}_out`, 'float32', shape);
  }
  return g;
}

/**
 * `lm_head[step] · hidden`, for a step that is known only at run time: a binary tree of branches, so that each head is
 * repacked once. A head that was gathered by `step` would not be repacked at all.
 */
async function headOfStep(m: Module, step: Value, hidden: Value, begin: number, end: number): Promise<Value> {
  if (end - begin === 1) return linear(m.child(`lm_head.${begin}`), hidden);
  const middle = (begin + end) >> 1;
  const branch = async (from: number, to: number) => {
    const name = `lm_head.${from}-${to - 1}`;
    const graph = m.g.subgraph(name);
    graph.scope(name).output(await headOfStep(m.on(graph), step, hidden, from, to), 'logits', 'float32');
    return graph;
  };
  const g = m.g.scope(`lm_head.${begin}-${end - 1}`);
  return g.node('If', [g.node('Less', [step, g.ints(middle)])], {
    then_branch: await branch(begin, middle),
    else_branch: await branch(middle, end),
  });
}
