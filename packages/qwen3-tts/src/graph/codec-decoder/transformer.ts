import type { CodecDecoderConfig } from '../../checkpoint/codec-config.js';
import { causalMask, mergeHeads, SUPPRESSED, scaledDotProductAttention, splitHeads } from '../layers/attention.js';
import { linear, scaledLinear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { rmsNorm } from '../layers/norm.js';
import { dimension, range, scalarOf, slice, swiglu, transpose } from '../layers/operators.js';
import { constantRotaryTables, type RotaryTables, rotaryTables, rotate } from '../layers/rotary.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float32 } from '../onnx/tensor.js';
import type { CodecTarget } from '../target.js';
import type { StreamStates } from './carried-state.js';

/** Frames of a run at most where positions are constants. */
const MAX_DEVICE_FRAMES = 32;

/** Keys, before rotation, and values of the last frames: `[B, heads, frames, headSize]`. */
type LayerState = Readonly<Record<'key' | 'value', ReturnType<StreamStates['growing']>>>;

interface Rotation {
  /** `[1, frames]`, or `[1]`: the line of the tables that each position takes, or the first. */
  readonly lines: Value;
  readonly tables: RotaryTables;
}

/** What the layers share, for the frames of the state and of this run together. */
interface Positions {
  readonly keys: Rotation;
  readonly queries: Rotation;
  readonly mask: Value;
}

/**
 * The decoder's transformer over frames, `[B, T, latent]` → the same shape. A frame sees `slidingWindow` frames, itself
 * included; keys are kept before rotation, so that positions can start at the oldest kept frame in every run.
 *
 * A layer is `x += scale ⊙ o_proj(attention(norm(x)))`, then `x += scale ⊙ down_proj(silu(gate_proj(y)) · up_proj(y))`
 * with `y = norm(x)`. The scales are folded into the projections before them.
 */
export async function transformer(
  m: Module,
  states: StreamStates,
  config: CodecDecoderConfig,
  input: Value,
  target: CodecTarget,
): Promise<Value> {
  const { g } = m;
  const { layers, heads, headSize, rmsNormEpsilon } = config;
  const state = (name: string) => states.growing(g, name, [heads, 0, headSize], 2);
  const layerStates = Array.from({ length: layers }, (_, layer) => ({
    key: state(`key_${layer}`),
    value: state(`value_${layer}`),
  }));
  let x = await linear(m.child('input_proj'), input);
  const positions = (target === 'webgpu' ? constantPositions : positionsOf)(g, config, layerStates[0]!.key.value, x);
  for (const [index, layerState] of layerStates.entries()) {
    const layer = m.child(`layers.${index}`);
    const normed = await rmsNorm(layer.child('input_layernorm'), x, rmsNormEpsilon);
    const attn = layer.child('self_attn', 'attn');
    const attended = await attention(attn, config, normed, layerState, positions, target);
    const attentionScale = await layer.read('self_attn_layer_scale.scale');
    x = attn.g.node('Add', [x, await scaledLinear(attn.child('o_proj'), attended, attentionScale)]);

    const y = await rmsNorm(layer.child('post_attention_layernorm'), x, rmsNormEpsilon);
    const mlp = layer.child('mlp');
    const active = swiglu(mlp.g, await linear(mlp.child('gate_proj'), y), await linear(mlp.child('up_proj'), y));
    const mlpScale = await layer.read('mlp_layer_scale.scale');
    x = mlp.g.node('Add', [x, await scaledLinear(mlp.child('down_proj'), active, mlpScale)]);
  }
  return linear(m.child('output_proj'), await rmsNorm(m.child('norm'), x, rmsNormEpsilon));
}

function positionsOf(g: GraphBuilder, config: CodecDecoderConfig, pastKeys: Value, x: Value): Positions {
  const past = scalarOf(g, dimension(g, pastKeys, 2));
  const total = g.node('Add', [past, scalarOf(g, dimension(g, x, 1))]);
  const [keys, queries] = [range(g, total), range(g, total, past)];
  const asRow = (positions: Value) => g.node('Unsqueeze', [positions, g.ints([0])]);
  const tables = rotaryTables(g.scope('rotary'), keys, config);
  return {
    keys: { lines: asRow(keys), tables },
    queries: { lines: asRow(queries), tables },
    mask: causalMask(g.scope('mask'), queries, keys, config.slidingWindow),
  };
}

/**
 * The same cut out of constants, so that no position has to be computed and sent to a device. The factor of the scores is in the
 * queries' tables.
 */
function constantPositions(g: GraphBuilder, config: CodecDecoderConfig, pastKeys: Value, x: Value): Positions {
  const { slidingWindow, headSize } = config;
  const past = dimension(g, pastKeys, 2);
  const total = g.node('Add', [past, dimension(g, x, 1)]);
  const size = slidingWindow - 1 + MAX_DEVICE_FRAMES;
  const visible = (query: number, key: number) => key <= query && key > query - slidingWindow;
  const mask = Float32Array.from({ length: size * size }, (_, i) =>
    visible(Math.floor(i / size), i % size) ? 0 : SUPPRESSED,
  );
  const [both, zeros] = [g.ints([0, 1]), g.ints([0])];
  const starts = g.node('Concat', [past, zeros], { axis: 0 });
  const ends = g.node('Concat', [total, total], { axis: 0 });
  const tables = constantRotaryTables(g, size, config, 'float32');
  const scaled = constantRotaryTables(g, size, config, 'float32', 1 / Math.sqrt(headSize));
  const fromPast = (table: Value) => g.node('Slice', [table, past, total, zeros]);
  return {
    keys: { lines: zeros, tables },
    queries: { lines: zeros, tables: { cos: fromPast(scaled.cos), sin: fromPast(scaled.sin) } },
    mask: g.node('Slice', [g.constant(float32([size, size], mask)), starts, ends, both]),
  };
}

/** `[B, T, hidden]` → `[B, T, heads · headSize]` */
async function attention(
  m: Module,
  { heads, headSize, slidingWindow }: CodecDecoderConfig,
  x: Value,
  state: LayerState,
  { keys, queries, mask }: Positions,
  target: CodecTarget,
): Promise<Value> {
  const { g } = m;
  const project = async (name: string) => splitHeads(g, await linear(m.child(name), x), heads, headSize);
  const key = g.node('Concat', [state.key.value, await project('k_proj')], { axis: 2 });
  const value = g.node('Concat', [state.value.value, await project('v_proj')], { axis: 2 });
  state.key.keep(slice(g, key, 2, 1 - slidingWindow));
  state.value.keep(slice(g, value, 2, 1 - slidingWindow));
  const rotated = {
    query: rotate(g, await project('q_proj'), queries.lines, queries.tables),
    key: rotate(g, key, keys.lines, keys.tables),
    value,
  };
  const attended =
    target === 'webgpu' ? scaledAttention(g, rotated, mask) : scaledDotProductAttention(g, rotated, mask, headSize);
  return mergeHeads(g, attended, heads, headSize);
}

/** `softmax(q kᵀ + mask) v` with queries that are scaled already, for devices without a fused product. */
function scaledAttention(
  g: GraphBuilder,
  { query, key, value }: { readonly query: Value; readonly key: Value; readonly value: Value },
  mask: Value,
): Value {
  const scores = g.node('MatMul', [query, transpose(g, key, [0, 1, 3, 2])]);
  return g.node('MatMul', [g.node('Softmax', [g.node('Add', [scores, mask])], { axis: -1 }), value]);
}
