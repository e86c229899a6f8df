import type { CodecEncoderConfig } from '../../checkpoint/codec-config.js';
import { causalMask, mergeHeads, scaledDotProductAttention, splitHeads } from '../layers/attention.js';
import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { layerNorm } from '../layers/norm.js';
import { dimension, range, scalarOf } from '../layers/operators.js';
import { type RotaryTables, rotaryTables, rotate } from '../layers/rotary.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';

/** What the layers share. */
interface Positions {
  /** `[1]` int64: positions of the pieces before. */
  readonly pastLength: Value;
  /** `[1, S]`: lines of the tables. */
  readonly lines: Value;
  readonly tables: RotaryTables;
  /** `[S, T]`, additive. */
  readonly mask: Value;
}

/**
 * The encoder's transformer over the next positions, `x [1, S, hidden]` → the same shape, with inputs and outputs for keys
 * and values as the KV cache has them. Attention is causal over the whole signal: the configured window is not applied by
 * the official default either.
 *
 * A layer is `x += scale ⊙ o_proj(attention(norm(x)))`, then `x += scale ⊙ fc2(gelu(fc1(norm(x))))`.
 */
export async function transformer(m: Module, config: CodecEncoderConfig, input: Value): Promise<Value> {
  const { g } = m;
  const pastLength = g.input('past_lengths', 'int64', [1]);
  const end = scalarOf(g, g.node('Add', [pastLength, dimension(g, input, 1)]));
  const index = range(g, end, scalarOf(g, pastLength));
  const positions: Positions = {
    pastLength,
    lines: g.node('Unsqueeze', [range(g, scalarOf(g, dimension(g, input, 1))), g.ints([0])]),
    tables: rotaryTables(g.scope('rotary'), index, config),
    mask: causalMask(g.scope('mask'), index, range(g, end)),
  };
  let x = input;
  for (let i = 0; i < config.layers; i++) {
    const layer = m.child(`layers.${i}`);
    const normed = await layerNorm(layer.child('input_layernorm'), x, config.layerNormEpsilon);
    const attended = await attention(layer.child('self_attn', 'attn'), i, config, normed, positions);
    x = await addScaled(layer.child('self_attn_layer_scale'), x, attended);

    const y = await layerNorm(layer.child('post_attention_layernorm'), x, config.layerNormEpsilon);
    const mlp = layer.child('mlp');
    const active = mlp.g.node('Gelu', [await linear(mlp.child('fc1'), y)]);
    x = await addScaled(layer.child('mlp_layer_scale'), x, await linear(mlp.child('fc2'), active));
  }
  return x;
}

async function addScaled(m: Module, x: Value, y: Value): Promise<Value> {
  return m.g.node('Add', [x, m.g.node('Mul', [y, await m.vector('scale')])]);
}

/** `[1, S, hidden]` → the same shape. */
async function attention(
  m: Module,
  layer: number,
  { heads, headSize }: CodecEncoderConfig,
  x: Value,
  { pastLength, lines, tables, mask }: Positions,
): Promise<Value> {
  const { g } = m;
  const project = async (name: string) => splitHeads(g, await linear(m.child(name), x), heads, headSize);
  const rotated = async (name: string) => rotate(g, await project(name), lines, tables);
  const cached = (name: string, recent: Value) =>
    withPast(g, `${name}_${layer}`, recent, pastLength, [heads, headSize]);
  const query = await rotated('q_proj');
  const key = cached('key', await rotated('k_proj'));
  const value = cached('value', await project('v_proj'));
  const mixed = scaledDotProductAttention(g, { query, key, value }, mask, headSize);
  return linear(m.child('o_proj'), mergeHeads(g, mixed, heads, headSize));
}

/** Keys or values of all positions so far, `[1, heads, T, headSize]`; those of this piece become an output. */
function withPast(
  g: GraphBuilder,
  name: string,
  recent: Value,
  pastLength: Value,
  [heads, headSize]: readonly [number, number],
): Value {
  const past = g.input(`past_${name}`, 'float32', [1, heads, 1, 'capacity', headSize]);
  g.output(g.node('Unsqueeze', [recent, g.ints([2])]), `recent_${name}`, 'float32', [
    1,
    heads,
    1,
    'positions',
    headSize,
  ]);
  const known = g.node('Slice', [g.node('Squeeze', [past, g.ints([2])]), g.ints([0]), pastLength, g.ints([2])]);
  return g.node('Concat', [known, recent], { axis: 2 });
}
