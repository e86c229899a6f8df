import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Value } from '../onnx/builder.js';
import { float16, float32 } from '../onnx/tensor.js';
import type { LayerRange, StackRange } from '../weights/half-range.js';
import { halfProduct, residualProduct } from './half-products.js';
import { normalizedHeads } from './head-norms.js';
import type { Attention, Heads } from './heads.js';
import type { Module } from './module.js';
import { addAndRmsNorm, rmsNorm } from './norm.js';
import { cast, split, swiglu } from './operators.js';

/**
 * {@link decoderStack} with products in half precision that cannot overflow, see `../weights/half-range.ts`: `x` and the
 * result are float32, as are residual sums and norms. Heads come to the attention in half precision, not yet normalized, and
 * the attention returns half precision. On WebGPU products alone are in half precision, and what they return is float32.
 */
export async function halfDecoderStack(
  m: Module,
  config: DecoderStackConfig,
  x: Value,
  attention: Attention,
  { layers, residual }: StackRange,
): Promise<Value> {
  // The sum is kept smaller by this factor, and ε with it.
  const factor = 2 ** -residual;
  const epsilon = config.rmsNormEpsilon * factor ** 2;
  const layerAt = (layer: number) => m.child(`layers.${layer}`);
  const norm = (layer: number) => layerAt(layer).child('input_layernorm');
  let sum = residual === 0 ? x : m.g.node('Mul', [x, m.g.scalar(factor)]);
  let normed = await rmsNorm(norm(0), sum, epsilon, await shiftedNorm(norm(0), layers[0]!.attentionInput));
  for (const [i, range] of layers.entries()) {
    const layer = layerAt(i);
    const attn = layer.child('self_attn', 'attn');
    const attended = attention(attn.g, i, await projectHeads(attn, config, normed, range));
    const output = await residualProduct(attn.child('o_proj'), attended, range.values, {
      shift: range.attentionOutput,
      residual,
    });
    const between = layer.child('post_attention_layernorm');
    const inner = await shiftedNorm(between, range.feedForwardInput);
    ({ sum, normed } = await addAndRmsNorm(between, output, sum, epsilon, inner));
    const fedForward = await feedForward(layer.child('mlp'), normed, range, residual);
    const next = layers[i + 1];
    const last = next ? norm(i + 1) : m.child('norm');
    const scale = next && (await shiftedNorm(last, next.attentionInput));
    ({ sum, normed } = await addAndRmsNorm(last, fedForward, sum, epsilon, scale));
  }
  return normed;
}

async function projectHeads(m: Module, config: DecoderStackConfig, x: Value, range: LayerRange): Promise<Heads> {
  const { g } = m;
  const { heads, keyValueHeads, headSize, rmsNormEpsilon } = config;
  const rows = [
    ...Array.from(range.queries, (e) => new Array<number>(headSize).fill(e)).flat(),
    ...Array.from(range.keys, (e) => new Array<number>(headSize).fill(e)).flat(),
    ...valuesOnce(range, config),
  ];
  const keys = ['q_proj', 'k_proj', 'v_proj'].map((part) => m.child(part).key('weight'));
  const stacked = await halfProduct(m.child('qkv_proj'), x, { keys, columns: range.attentionInput, rows });
  if (m.weights.attentionType === 'float32') return normalizedHeads(m, config, stacked);
  const sizes = [heads, keyValueHeads, keyValueHeads].map((count) => count * headSize);
  const [query, key, value] = split(g, stacked, sizes, -1) as [Value, Value, Value];
  const headNorm = (name: string, shift: number) => {
    const norm = m.child(name);
    return norm.derived('weight_half', async () => {
      const { shape, values } = await norm.read('weight');
      return float16(
        shape,
        values.map((weight) => weight * 2 ** -shift),
      );
    });
  };
  const norms = {
    query: await headNorm('q_norm', -range.scores),
    key: await headNorm('k_norm', range.scores),
    epsilon: rmsNormEpsilon,
  };
  return { query, key, value, scale: 1 / Math.sqrt(headSize), norms };
}

async function feedForward(m: Module, x: Value, range: LayerRange, residual: number): Promise<Value> {
  const { g } = m;
  const size = range.up.length;
  const rows = [...new Array<number>(size).fill(0), ...range.up];
  const keys = ['gate_proj', 'up_proj'].map((part) => m.child(part).key('weight'));
  const wide = range.wideGate;
  const both = await halfProduct(m.child('gate_up_proj'), x, { keys, columns: range.feedForwardInput, rows, wide });
  const [gate, up] = split(g, both, [size, size], -1) as [Value, Value];
  const active = swiglu(g, gate, up);
  const narrow = wide && !m.weights.sumsInHalf ? cast(g, active, 'float16') : active;
  return residualProduct(m.child('down_proj'), narrow, range.up, { shift: range.feedForwardOutput, residual });
}

/** The scale of a norm whose output i is multiplied by `2^-shift[i]`. */
async function shiftedNorm(m: Module, shift: Int8Array): Promise<Value> {
  return m.derived('weight_shifted', async () => {
    const { shape, values } = await m.read('weight');
    return float32(
      shape,
      values.map((weight, i) => weight * 2 ** -shift[i]!),
    );
  });
}

/** The exponents of the heads of values: each serves a group of heads of queries. */
function valuesOnce({ values }: LayerRange, { heads, keyValueHeads, headSize }: DecoderStackConfig): number[] {
  const group = heads / keyValueHeads;
  return Array.from(values).filter((_, channel) => Math.floor(channel / headSize) % group === 0);
}
