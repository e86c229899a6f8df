import type { CodecDecoderConfig } from '../../checkpoint/codec-config.js';
import { causalMask, mergeHeads, scaledDotProductAttention, splitHeads } from '../layers/attention.js';
import { linear, scaledLinear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { rmsNorm } from '../layers/norm.js';
import { dimension, range, scalarOf, slice } from '../layers/operators.js';
import { type RotaryTables, rotaryTables, rotate } from '../layers/rotary.js';
import { swiglu } from '../layers/swiglu.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { StreamStates } from './carried-state.js';

/** Keys, before rotation, and values of the last frames: `[B, heads, frames, headSize]`. */
type LayerState = Readonly<Record<'key' | 'value', ReturnType<StreamStates['growing']>>>;

/** What the layers share, for the frames of the state and of this run together. */
interface Positions {
  /** `[1, frames]`: lines of the tables. */
  readonly keys: Value;
  readonly queries: Value;
  readonly tables: RotaryTables;
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
): Promise<Value> {
  const { g } = m;
  const { layers, heads, headSize, rmsNormEpsilon } = config;
  const state = (name: string) => states.growing(g, name, [heads, 0, headSize], 2);
  const layerStates = Array.from({ length: layers }, (_, layer) => ({
    key: state(`key_${layer}`),
    value: state(`value_${layer}`),
  }));
  let x = await linear(m.child('input_proj'), input);
  const positions = positionsOf(g, config, layerStates[0]!.key.value, x);
  for (const [index, layerState] of layerStates.entries()) {
    const layer = m.child(`layers.${index}`);
    const normed = await rmsNorm(layer.child('input_layernorm'), x, rmsNormEpsilon);
    const attn = layer.child('self_attn', 'attn');
    const attended = await attention(attn, config, normed, layerState, positions);
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
  return {
    keys: asRow(keys),
    queries: asRow(queries),
    tables: rotaryTables(g.scope('rotary'), keys, config),
    mask: causalMask(g.scope('mask'), queries, keys, config.slidingWindow),
  };
}

/** `[B, T, hidden]` → `[B, T, heads · headSize]` */
async function attention(
  m: Module,
  { heads, headSize, slidingWindow }: CodecDecoderConfig,
  x: Value,
  state: LayerState,
  { keys, queries, tables, mask }: Positions,
): Promise<Value> {
  const { g } = m;
  const project = async (name: string) => splitHeads(g, await linear(m.child(name), x), heads, headSize);
  const key = g.node('Concat', [state.key.value, await project('k_proj')], { axis: 2 });
  const value = g.node('Concat', [state.value.value, await project('v_proj')], { axis: 2 });
  state.key.keep(slice(g, key, 2, 1 - slidingWindow));
  state.value.keep(slice(g, value, 2, 1 - slidingWindow));
  const rotated = {
    query: rotate(g, await project('q_proj'), queries, tables),
    key: rotate(g, key, keys, tables),
    value,
  };
  return mergeHeads(g, scaledDotProductAttention(g, rotated, mask, headSize), heads, headSize);
}
