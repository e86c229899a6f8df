import type { Value } from '../onnx/builder.js';
import { bfloat16 } from '../onnx/tensor.js';
import { transposed } from '../weights/weight.js';
import type { Module } from './module.js';

/** `x Wᵀ + b`, or without b where the checkpoint has none; everything is bfloat16. */
export async function bfloat16Linear(m: Module, x: Value): Promise<Value> {
  const product = await bfloat16Product(m, x, [m.key('weight')]);
  return m.has('bias') ? m.g.node('Add', [product, await bfloat16Vector(m, 'bias')]) : product;
}

/** `x Wᵀ`, where W stacks the weights of these keys; everything is bfloat16. */
export async function bfloat16Product(m: Module, x: Value, keys: readonly string[]): Promise<Value> {
  const weight = await m.derived('weight_bfloat16', async () => {
    const { shape, values } = transposed(await m.weights.readStacked(keys));
    return bfloat16(shape, values);
  });
  return m.g.node('MatMul', [x, weight]);
}

/** A bias or the scale of a norm. */
export async function bfloat16Vector(m: Module, name = 'weight'): Promise<Value> {
  return m.derived(`${name}_bfloat16`, async () => {
    const { shape, values } = await m.read(name);
    return bfloat16(shape, values);
  });
}
