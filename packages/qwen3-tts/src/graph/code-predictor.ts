import type { DecoderStackConfig } from '../checkpoint/config.js';
import { inverseFrequencies, reshape, slice } from './blocks.js';
import { float, type GraphBuilder, type Value } from './builder.js';
import { type Attention, decoderStack } from './decoder-stack.js';
import { candidates, draw, type SamplingValues } from './sampling.js';
import { float32, int32, int64 } from './tensor.js';
import type { WeightLoader } from './weights.js';

const PREFIX = 'talker.code_predictor';

/**
 * How the fifteen steps of a frame are laid out.
 *
 * `unrolled`: one after the other in the graph. A GPU then meets one host synchronisation a frame, but the CPU
 * runtime repacks the weights of every node, fifteen times over.
 * `loop`: an inner Loop, one copy of the weights; the heads, which differ from step to step, sit in branches.
 */
export type PredictorForm = 'unrolled' | 'loop';

export interface CodePredictor {
  readonly config: DecoderStackConfig;
  /** Codebooks of a frame, the talker's included. */
  readonly codeGroups: number;
  readonly form: PredictorForm;
}

export interface PredictorInputs {
  /** `[B, 1, H]`: the talker's hidden state that predicted codebook 0. */
  readonly hidden: Value;
  /** `[B, 1]` int64: codebook 0. */
  readonly first: Value;
  /** `[B, 1, H]`: its embedding. */
  readonly firstEmbedding: Value;
  /** `[B, groups − 1, W]` */
  readonly noise: Value;
  /** int64 scalar: W */
  readonly candidates: Value;
  readonly sampling: SamplingValues;
  /** bool scalar: false skips the work (no row needs this frame). Heeded by the `loop` form only. */
  readonly wanted: Value;
}

/** The embedding tables of codebooks 1 … groups − 1. */
export function codeEmbeddingNames(codeGroups: number): string[] {
  return Array.from({ length: codeGroups - 1 }, (_, step) => `${PREFIX}.model.codec_embedding.${step}.weight`);
}

/** Embeddings of codebooks 1 … groups − 1 as one table; `ids` are already offset by codebook. */
export async function codeEmbedding(
  g: GraphBuilder,
  weights: WeightLoader,
  codeGroups: number,
  ids: Value,
): Promise<Value> {
  return weights.embedding(g, codeEmbeddingNames(codeGroups), ids);
}

/** One frame: → `[B, groups]` int64, codebook 0 first. */
export async function codePredictor(
  g: GraphBuilder,
  weights: WeightLoader,
  predictor: CodePredictor,
  inputs: PredictorInputs,
): Promise<Value> {
  const start = g.node('Concat', [inputs.hidden, inputs.firstEmbedding], { axis: 1 });
  return predictor.form === 'unrolled'
    ? unrolled(g, weights, predictor, inputs, start)
    : looped(g, weights, predictor, inputs, start);
}

async function unrolled(
  g: GraphBuilder,
  weights: WeightLoader,
  { config, codeGroups }: CodePredictor,
  inputs: PredictorInputs,
  start: Value,
): Promise<Value> {
  const rows = g.node('Shape', [inputs.first], { start: 0, end: 1 });
  const codes = [inputs.first];
  let cache: KeyValues[] = [];
  let x = start;
  for (let step = 0; step < codeGroups - 1; step++) {
    const total = step + 2;
    const last = g.node('Expand', [g.constant(int32([1], [total - 1])), rows]);
    const length = g.constant(int32([], [total]));
    const output = await predictorStep(g, weights, config, x, cache, { last, length });
    cache = output.cache;
    const logits = await weights.linear(g, output.hidden, [`${PREFIX}.lm_head.${step}.weight`], 'head');
    const noise = g.node('Gather', [inputs.noise, g.ints(step)], { axis: 1 });
    const code = drawCode(g, logits, noise, inputs);
    codes.push(code);
    if (step < codeGroups - 2) {
      x = await codeEmbedding(g, weights, codeGroups, g.node('Add', [code, g.ints(step * config.vocabularySize)]));
    }
  }
  return g.node('Concat', codes, { axis: 1 });
}

async function looped(
  g: GraphBuilder,
  weights: WeightLoader,
  { config, codeGroups }: CodePredictor,
  inputs: PredictorInputs,
  start: Value,
): Promise<Value> {
  const rows = g.node('Shape', [inputs.first], { start: 0, end: 1 });
  const emptyShape = g.node('Concat', [rows, g.ints([config.keyValueHeads, 0, config.headSize])], { axis: 0 });
  const empty = g.node('ConstantOfShape', [emptyShape], { value: float32([1], [0]) });

  const body = g.subgraph('predictor_step');
  const step = body.input('predictor_step_index', 'int64', []);
  const going = body.input('predictor_step_going', 'bool', []);
  const x = body.input('predictor_step_x', 'float32', ['Bp', 'Sp', 'Hp']);
  const codes = body.input('predictor_step_codes', 'int64', ['Bp', 'Np']);
  const cacheShape = ['Bp', config.keyValueHeads, 'Tp', config.headSize] as const;
  const cache = Array.from({ length: config.layers }, (_, layer) => ({
    key: body.input(`predictor_step_key_${layer}`, 'float32', cacheShape),
    value: body.input(`predictor_step_value_${layer}`, 'float32', cacheShape),
  }));
  const lastIndex = body.node('Cast', [body.node('Add', [step, body.ints(1)])], { to: 6 });
  const output = await predictorStep(body, weights, config, x, cache, {
    last: body.node('Expand', [lastIndex, rows]),
    length: body.node('Cast', [body.node('Add', [step, body.ints(2)])], { to: 6 }),
  });
  const logits = await headOfStep(body, weights, step, output.hidden, 0, codeGroups - 1);
  const code = drawCode(body, logits, body.node('Gather', [inputs.noise, step], { axis: 1 }), inputs);
  const offset = body.node('Mul', [step, body.ints(config.vocabularySize)]);
  const next = await codeEmbedding(body, weights, codeGroups, body.node('Add', [code, offset]));
  body.output(going, 'predictor_step_going_out', 'bool', []);
  body.output(next, 'predictor_step_x_out', 'float32', ['Bq', 1, 'Hq']);
  body.output(body.node('Concat', [codes, code], { axis: 1 }), 'predictor_step_codes_out', 'int64', ['Bq', 'Nq']);
  for (const [layer, { key, value }] of output.cache.entries()) {
    const shape = ['Bq', config.keyValueHeads, 'Tq', config.headSize] as const;
    body.output(key, `predictor_step_key_out_${layer}`, 'float32', shape);
    body.output(value, `predictor_step_value_out_${layer}`, 'float32', shape);
  }

  const steps = g.node('Where', [inputs.wanted, g.ints(codeGroups - 1), g.ints(0)]);
  const carried = [start, inputs.first, ...cache.flatMap(() => [empty, empty])];
  const outputs = g.nodes('Loop', [steps, '', ...carried], carried.length, { body });
  const unused = g.node('ConstantOfShape', [g.node('Concat', [rows, g.ints([codeGroups - 1])], { axis: 0 })], {
    value: int64([1], [0]),
  });
  return slice(g, g.node('Concat', [outputs[1]!, unused], { axis: 1 }), 1, 0, codeGroups);
}

interface KeyValues {
  readonly key: Value;
  readonly value: Value;
}

/** int32 lengths of the attention operator: `last [B]` is the index of the newest position, `length` their number. */
interface Positions {
  readonly last: Value;
  readonly length: Value;
}

/** Runs `x [B, S, H]` behind the cache (empty: none yet) → the newest position's hidden state `[B, 1, Hc]`. */
async function predictorStep(
  g: GraphBuilder,
  weights: WeightLoader,
  config: DecoderStackConfig,
  x: Value,
  cache: readonly KeyValues[],
  { last, length }: Positions,
): Promise<{ hidden: Value; cache: KeyValues[] }> {
  const frequencies = inverseFrequencies(config.ropeTheta, config.headSize);
  const angles = Array.from({ length: 32 }, (_, position) => [...frequencies].map((f) => f * position)).flat();
  const table = (of: (angle: number) => number) => g.constant(float32([32, config.headSize / 2], angles.map(of)));
  const [cos, sin] = [table(Math.cos), table(Math.sin)];
  const grown: KeyValues[] = [];
  const narrow = (value: Value) =>
    weights.halfPrecision && value !== '' ? g.node('Cast', [value], { to: 10 }) : value;
  const widen = (value: Value) => (weights.halfPrecision ? g.node('Cast', [value], { to: 1 }) : value);
  const attention: Attention = (layer, { query, key, value }) => {
    const past = cache[layer] ?? { key: '', value: '' };
    const flat = (heads: Value) => narrow(reshape(g, heads, [0, 0, -1]));
    const outputs = g.nodes(
      'com.microsoft:GroupQueryAttention',
      [
        flat(query),
        flat(key),
        flat(value),
        narrow(past.key),
        narrow(past.value),
        last,
        length,
        narrow(cos),
        narrow(sin),
      ],
      3,
      { num_heads: config.heads, kv_num_heads: config.keyValueHeads, do_rotary: 1, scale: float(1) },
    );
    grown.push({ key: widen(outputs[1]!), value: widen(outputs[2]!) });
    return widen(outputs[0]!);
  };
  const projected = await project(g, weights, x);
  const all = await decoderStack(g, weights, { prefix: `${PREFIX}.model`, config }, projected, attention);
  return { hidden: slice(g, all, 1, -1), cache: grown };
}

/** Models whose talker is wider than the predictor bring every input to its width. */
async function project(g: GraphBuilder, weights: WeightLoader, x: Value): Promise<Value> {
  const name = `${PREFIX}.small_to_mtp_projection`;
  if (!weights.has(`${name}.weight`)) return x;
  const product = await weights.linear(g, x, [`${name}.weight`], 'head');
  return g.node('Add', [product, await weights.vector(g, `${name}.bias`)]);
}

/** The head of a step that is known only at run time: a binary tree of branches, so that each head is repacked once. */
async function headOfStep(
  g: GraphBuilder,
  weights: WeightLoader,
  step: Value,
  hidden: Value,
  begin: number,
  end: number,
): Promise<Value> {
  if (end - begin === 1) return weights.linear(g, hidden, [`${PREFIX}.lm_head.${begin}.weight`], 'head');
  const middle = (begin + end) >> 1;
  const branch = async (from: number, to: number) => {
    const graph = g.subgraph(`heads_${from}_${to}`);
    const logits = await headOfStep(graph, weights, step, hidden, from, to);
    graph.output(logits, `heads_${from}_${to}_logits`, 'float32');
    return graph;
  };
  return g.node('If', [g.node('Less', [step, g.ints(middle)])], {
    then_branch: await branch(begin, middle),
    else_branch: await branch(middle, end),
  });
}

function drawCode(g: GraphBuilder, logits: Value, noise: Value, inputs: PredictorInputs): Value {
  const flat = g.node('Squeeze', [logits, g.ints([1])]);
  return draw(g, candidates(g, flat, inputs.candidates, inputs.sampling), noise);
}
