import type { DecoderStackConfig } from '../../checkpoint/config.js';
import type { Value } from '../onnx/builder.js';
import { float16 } from '../onnx/tensor.js';
import type { LayerRange, StackRange } from '../weights/half-range.js';
import { halfProduct, residualProduct } from './half-products.js';
import { normalizedHeads } from './head-norms.js';
import type { Heads } from './heads.js';
import type { Module } from './module.js';
import { cast, split, swiglu } from './operators.js';

/*
 * The parts of a layer of `decoder-stack.ts` with products in half precision that cannot overflow, see
 * `../weights/half-range.ts`. Heads come to the attention in half precision, not yet normalized, and the attention returns half
 * precision. On WebGPU products alone are in half precision, and what they return is float32.
 */

/** The exponents of one layer, and of the residual sum. */
type HalfLayer = LayerRange & Pick<StackRange, 'residual'>;

export async function halfHeads(m: Module, config: DecoderStackConfig, x: Value, range: LayerRange): Promise<Heads> {
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
  const headNorm = (name: string, shift: number) =>
    m.child(name).reweighted('weight_half', (weight) => weight * 2 ** -shift, float16);
  const norms = {
    query: await headNorm('q_norm', -range.scores),
    key: await headNorm('k_norm', range.scores),
    epsilon: rmsNormEpsilon,
  };
  return { query, key, value, scale: 1 / Math.sqrt(headSize), norms };
}

export function halfOutput(
  m: Module,
  attended: Value,
  { values, attentionOutput, residual }: HalfLayer,
): Promise<Value> {
  return residualProduct(m.child('o_proj'), attended, values, { shift: attentionOutput, residual });
}

export async function halfFeedForward(m: Module, x: Value, range: HalfLayer): Promise<Value> {
  const { g } = m;
  const size = range.up.length;
  const rows = [...new Array<number>(size).fill(0), ...range.up];
  const keys = ['gate_proj', 'up_proj'].map((part) => m.child(part).key('weight'));
  const wide = range.wideGate;
  const both = await halfProduct(m.child('gate_up_proj'), x, { keys, columns: range.feedForwardInput, rows, wide });
  const [gate, up] = split(g, both, [size, size], -1) as [Value, Value];
  const active = swiglu(g, gate, up);
  const narrow = wide && !m.weights.sumsInHalf ? cast(g, active, 'float16') : active;
  return residualProduct(m.child('down_proj'), narrow, range.up, {
    shift: range.feedForwardOutput,
    residual: range.residual,
  });
}

/** The scale of a norm whose output i is multiplied by `2^-shift[i]`. */
export function shiftedNorm(m: Module, shift: Int8Array): Promise<Value> {
  return m.reweighted('weight_shifted', (weight, i) => weight * 2 ** -shift[i]!);
}

/** The exponents of the heads of values: each serves a group of heads of queries. */
function valuesOnce({ values }: LayerRange, { heads, keyValueHeads, headSize }: DecoderStackConfig): number[] {
  const group = heads / keyValueHeads;
  return Array.from(values).filter((_, channel) => Math.floor(channel / headSize) % group === 0);
}
