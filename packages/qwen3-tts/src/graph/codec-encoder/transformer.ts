import type { CodecEncoderConfig } from '../../checkpoint/codec-config.js';
import { causalMask, mergeHeads, scaledDotProductAttention, splitHeads } from '../layers/attention.js';
import type { KeyValues } from '../layers/heads.js';
import { linear } from '../layers/linear.js';
import type { Module } from '../layers/module.js';
import { layerNorm } from '../layers/norm.js';
import { dimension, range, reshape, scalarOf } from '../layers/operators.js';
import { type RotaryTables, rotaryTables, rotate } from '../layers/rotary.js';
import type { GraphBuilder, Value } from '../onnx/builder.js';
import { float32 } from '../onnx/tensor.js';

/** What the layers share. */
interface Positions {
  /** `[T]` */
  readonly index: Value;
  /** `[1, T]`: lines of the tables. */
  readonly lines: Value;
  readonly tables: RotaryTables;
}

/** Queries whose scores are in memory at a time: those of a minute with one another take 73 MB, three times over. */
const PIECE_QUERIES = 64;

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
    index,
    lines: g.node('Unsqueeze', [index, g.ints([0])]),
    tables: rotaryTables(g.scope('rotary'), index, config),
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
  { index, lines, tables }: Positions,
): Promise<Value> {
  const { g } = m;
  const project = async (name: string) => splitHeads(g, await linear(m.child(name), x), heads, headSize);
  const rotated = {
    query: rotate(g, await project('q_proj'), lines, tables),
    key: rotate(g, await project('k_proj'), lines, tables),
    value: await project('v_proj'),
  };
  const mixed = causalAttention(g, rotated, index, { heads, headSize });
  return linear(m.child('o_proj'), mergeHeads(g, mixed, heads, headSize));
}

/** Attention of `[1, heads, T, headSize]` to all positions up to the own one: a Loop over pieces of the queries. */
function causalAttention(
  g: GraphBuilder,
  { query, key, value }: KeyValues & { readonly query: Value },
  index: Value,
  { heads, headSize }: Pick<CodecEncoderConfig, 'heads' | 'headSize'>,
): Value {
  const body = g.subgraph('queries').scope('queries');
  const piece = body.input('piece', 'int64', []);
  const keepGoing = body.input('keep_going', 'bool', []);
  const before = body.input('before', 'float32', [1, heads, 'Tb', headSize]);
  const start = reshape(body, body.node('Mul', [piece, body.ints(PIECE_QUERIES)]), [1]);
  const end = body.node('Add', [start, body.ints([PIECE_QUERIES])]);
  const own = (x: Value, axis: number) => body.node('Slice', [x, start, end, body.ints([axis])]);
  const seen = (x: Value, axis: number) => body.node('Slice', [x, body.ints([0]), end, body.ints([axis])]);
  const mask = causalMask(body, own(index, 0), seen(index, 0));
  const part = { query: own(query, 2), key: seen(key, 2), value: seen(value, 2) };
  const attended = scaledDotProductAttention(body, part, mask, headSize);
  body.output(keepGoing, 'keep_going_out', 'bool', []);
  body.output(body.node('Concat', [before, attended], { axis: 2 }), 'after', 'float32', [1, heads, 'Ta', headSize]);
  const padded = g.node('Add', [dimension(g, query, 2), g.ints([PIECE_QUERIES - 1])]);
  const pieces = scalarOf(g, g.node('Div', [padded, g.ints([PIECE_QUERIES])]));
  const none = g.constant(float32([1, heads, 0, headSize], []));
  return g.node('Loop', [pieces, '', none], { body });
}
