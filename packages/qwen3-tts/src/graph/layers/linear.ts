import type { Value } from '../onnx/builder.js';
import { type QuantizationScheme, quantize, quantizedProduct } from '../weights/quantize.js';
import { scaledRows, transposed, type Weight, weightTensor } from '../weights/weight.js';
import type { Module } from './module.js';

/** `y = x Wᵀ + b`, or without b where the checkpoint has none; `x [..., in]`, `weight [out, in]`, both float32. */
export async function linear(m: Module, x: Value): Promise<Value> {
  const product = await multiply(m, x, [m.key('weight')]);
  return m.has('bias') ? m.g.node('Add', [product, await m.vector('bias')]) : product;
}

/**
 * Several linear layers of one input: `y_i = x W_iᵀ` for each of `parts`, along the last axis of the result.
 *
 * Computed as one product with all W_i one below the other: x is read, and rounded where weights are quantized, once.
 */
export async function stackedLinear(m: Module, name: string, parts: readonly string[], x: Value): Promise<Value> {
  const keys = parts.map((part) => m.child(part).key('weight'));
  return multiply(m.child(name), x, keys);
}

/** `y = s ⊙ (x Wᵀ + b)` in float32. The factors s of the outputs are folded into W and b. */
export async function scaledLinear(m: Module, x: Value, factors: Weight): Promise<Value> {
  const weight = scaledRows(await m.read('weight'), factors);
  const product = m.g.node('MatMul', [x, m.g.weight(`${weight.key}_transposed`, weightTensor(transposed(weight)))]);
  if (!m.has('bias')) return product;
  const bias = scaledRows(await m.read('bias'), factors);
  return m.g.node('Add', [product, m.g.weight(bias.key, weightTensor(bias))]);
}

/** `x Wᵀ` with weights at the precision of the loader, where W stacks those of these keys. float32 → float32 */
async function multiply(m: Module, x: Value, keys: readonly string[]): Promise<Value> {
  const { g, weights } = m;
  const scheme = weights.schemeOf(keys[0]!);
  if (scheme) return multiplyQuantized(m, x, keys, scheme);
  const weight = await m.derived('weight_transposed', async () =>
    weightTensor(transposed(await weights.readStacked(keys))),
  );
  return g.node('MatMul', [x, weight]);
}

async function multiplyQuantized(
  m: Module,
  x: Value,
  keys: readonly string[],
  scheme: QuantizationScheme,
): Promise<Value> {
  const { g, weights } = m;
  const [rows, columns] = weights.stackedShape(keys);
  const [packedKey, scalesKey, zerosKey] = [
    m.key('weight_packed'),
    m.key('weight_scales'),
    m.key('weight_zero_points'),
  ];
  if (!g.hasWeight(packedKey)) {
    const { packed, scales, zeroPoints } = quantize((await weights.readStacked(keys)).values, rows, columns, scheme);
    g.weight(packedKey, packed);
    g.weight(scalesKey, scales);
    if (zeroPoints) g.weight(zerosKey, zeroPoints);
  }
  const zeroPoints = g.hasWeight(zerosKey) ? g.weight(zerosKey) : undefined;
  const weight = { packed: g.weight(packedKey), scales: g.weight(scalesKey), zeroPoints };
  return quantizedProduct(g, x, weight, { ...scheme, rows, columns }, weights.roundsActivations);
}
