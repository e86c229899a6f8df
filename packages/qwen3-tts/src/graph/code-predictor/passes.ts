import type { KeyValues } from '../layers/heads.js';
import type { Module } from '../layers/module.js';
import { dimension, slice } from '../layers/operators.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float32, int64 } from '../onnx/tensor.js';
import { codeEmbedding } from './code-embedding.js';
import { passAttention } from './pass-attention.js';
import { codesOfPass } from './pass-codes.js';
import { type PredictedFrame, type PredictorInputs, type PredictorNetwork, predictorStack } from './step.js';

/**
 * The predictor as a Loop of passes, with one copy of its weights. A pass over one position yields one code.
 *
 * With `speculate` it also drafts the next code: the head of codebook s + 1 is applied to the hidden state that predicts
 * codebook s. The next pass runs over two positions, the last code and the draft. The first yields a code as ever; if
 * that is the draft, the second yields the next code too. Draft and code are sampled with the same noise, and each
 * position is computed as in a pass of its own, so the codes are those of passes without drafts. In a batch a draft
 * counts if it is right in every row.
 *
 * Where the frame is not needed the Loop does not run, and the codes behind the first are 0.
 */
export async function predictorPasses(
  m: Module,
  network: PredictorNetwork,
  inputs: PredictorInputs,
  start: Value,
): Promise<PredictedFrame> {
  const { g } = m;
  const { config, codeGroups } = network;
  const rows = dimension(g, inputs.first, 0);
  const emptyShape = g.node('Concat', [rows, g.ints([config.keyValueHeads, 0, config.headSize])], { axis: 0 });
  const empty = g.node('ConstantOfShape', [emptyShape], { value: float32([1], [0]) });
  const caches = Array.from({ length: 2 * config.layers }, () => empty);
  const body = await passBody(m.on(g.scope('pass').subgraph('predictor_pass')), network, inputs, rows);
  const passes = g.node('Where', [inputs.needed, g.ints(codeGroups - 1), g.ints(0)]);
  const carried = [g.ints([0]), start, inputs.first, inputs.logitSum, ...caches];
  const outputs = g.nodes('Loop', [passes, '', ...carried], carried.length + 1, { body });
  const zeroShape = g.node('Concat', [rows, g.ints([codeGroups - 1])], { axis: 0 });
  const zeros = g.node('ConstantOfShape', [zeroShape], { value: int64([1], [0]) });
  const codes = slice(g, g.node('Concat', [outputs[2]!, zeros], { axis: 1 }), 1, 0, codeGroups);
  return { codes, logitSum: outputs[3]!, drafts: countDrafts(g, outputs.at(-1)!, codeGroups) };
}

/** `drafts [passes, 1]` → how many there were, and how many were right: each of these saved a pass. `[2]` int64 */
function countDrafts(g: GraphBuilder, drafts: Value, codeGroups: number): Value {
  const made = g.node('ReduceSum', [drafts, g.ints([0])], { keepdims: 0 });
  const saved = g.node('Sub', [g.ints([codeGroups - 1]), dimension(g, drafts, 0)]);
  // A frame that is not needed has no pass, and no draft.
  const right = g.node('Where', [g.node('Equal', [made, g.ints([0])]), made, saved]);
  return g.node('Concat', [made, right], { axis: 0 });
}

/**
 * Carried from pass to pass: the first position, which is the codebook that its hidden state predicts; the inputs of the
 * positions; the codes so far, perhaps with a draft behind them; the sum of logits; and the KV cache, where a wrong draft
 * leaves a stale position at the end. The first pass runs over the talker's hidden state and codebook 0, as if that were
 * a draft. Collected: the number of drafts.
 */
async function passBody(
  m: Module,
  network: PredictorNetwork,
  inputs: PredictorInputs,
  rows: Value,
): Promise<GraphBuilder> {
  const { g } = m;
  const { config, codeGroups } = network;
  // Sizes of inputs and outputs have names of their own: one name would claim that they are equal.
  g.input('index', 'int64', []);
  g.input('keep_going', 'bool', []);
  const position = g.input('position', 'int64', [1]);
  const x = g.input('x', 'float32', ['Bp', 'Sp', 'Hp']);
  const codes = g.input('codes', 'int64', ['Bp', 'Np']);
  const logitSum = g.input('logit_sum', 'float32', ['Bp', 1]);
  const cacheShape = ['Bp', config.keyValueHeads, 'Tp', config.headSize] as const;
  const cache: KeyValues[] = Array.from({ length: config.layers }, (_, layer) => ({
    key: g.input(`key_${layer}`, 'float32', cacheShape),
    value: g.input(`value_${layer}`, 'float32', cacheShape),
  }));

  const { attention, present } = passAttention(m, network, { x, position, rows, cache });
  const hidden = await predictorStack(m, network, x, attention);
  const found = await codesOfPass(m, network, inputs, { hidden, position, codes, logitSum });
  const last = g.node('Add', [position, found.accepted]);
  const next = g.node('Add', [last, g.ints([1])]);
  const end = dimension(g, found.codes, 1);
  const read = g.node('Slice', [found.codes, last, end, g.ints([1])]);
  const tables = g.constant(int64([codeGroups], [0, ...lines(codeGroups - 1, config.vocabularySize)]));
  const ids = g.node('Add', [read, g.node('Slice', [tables, last, end])]);

  g.output(g.node('Squeeze', [g.node('Less', [next, g.ints([codeGroups])])]), 'keep_going_out', 'bool', []);
  g.output(next, 'position_out', 'int64', [1]);
  g.output(await codeEmbedding(m, codeGroups, ids), 'x_out', 'float32', ['Bq', 'Sq', 'Hq']);
  g.output(found.codes, 'codes_out', 'int64', ['Bq', 'Nq']);
  g.output(found.logitSum, 'logit_sum_out', 'float32', ['Bq', 1]);
  const shape = ['Bq', config.keyValueHeads, 'Tq', config.headSize] as const;
  for (const [layer, { key, value }] of present.entries()) {
    g.output(key, `key_${layer}_out`, 'float32', shape);
    g.output(value, `value_${layer}_out`, 'float32', shape);
  }
  g.output(g.node('Sub', [end, next]), 'drafts', 'int64', [1]);
  return g;
}

/** Where the embedding of each codebook begins in the table of all. */
function lines(codebooks: number, vocabularySize: number): number[] {
  return Array.from({ length: codebooks }, (_, book) => book * vocabularySize);
}
