import type { CodecEncoderConfig } from '../../checkpoint/codec-config.js';
import { causalMask, mergeHeads, scaledDotProductAttention, splitHeads } from '../layers/attention.js';
import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { layerNorm } from '../layers/norm.js';
import { dimension, range, scalarOf } from '../layers/operators.js';
import { type RotaryTables, rotaryTables, rotate } from '../layers/rotary.js';
import type { Value } from '../onnx/builder.js';

/** What the layers share. */
interface Positions {
  /** `[1, T]`: lines of the tables. */
  readonly lines: Value;
  readonly tables: RotaryTables;
  readonly mask: Value;
}

/**
 * The encoder's transformer over positions, `x [1, T, hidden]` → the same shape. Attention is causal over the whole
 * signal: the configured window is not applied by the official default either.
 *
 * A layer is `x += scale ⊙ o_proj(attention(norm(x)))`, then `x += scale ⊙ fc2(gelu(fc1(norm(x))))`.
 */
export async function transformer(m: Module, config: CodecEncoderConfig, input: Value): Promise<Value> {
  const { g } = m;
  const index = range(g, scalarOf(g, dimension(g, input, 1)));
  const positions: Positions = {
    lines: g.node('Unsqueeze', [index, g.ints([0])]),
    tables: rotaryTables(g.scope('rotary'), index, config),
    mask: causalMask(g.scope('mask'), index, index),
  };
  let x = input;
  for (let i = 0; i < config.layers; i++) {
    const layer = m.child(`layers.${i}`);
    const normed = await layerNorm(layer.child('input_layernorm'), x, config.layerNormEpsilon);
    const attended = await attention(layer.child('self_attn', 'attn'), config, normed, positions);
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

/** `[1, T, hidden]` → the same shape. */
async function attention(
  m: Module,
  { heads, headSize }: CodecEncoderConfig,
  x: Value,
  { lines, tables, mask }: Positions,
): Promise<Value> {
  const { g } = m;
  const project = async (name: string) => splitHeads(g, await linear(m.child(name), x), heads, headSize);
  const rotated = {
    query: rotate(g, await project('q_proj'), lines, tables),
    key: rotate(g, await project('k_proj'), lines, tables),
    value: await project('v_proj'),
  };
  const mixed = scaledDotProductAttention(g, rotated, mask, headSize);
  return linear(m.child('o_proj'), mergeHeads(g, mixed, heads, headSize));
}
