import type { Value } from '../onnx/builder.js';
import { float } from '../onnx/messages.js';
import type { Module } from './module.js';

/** Over the last axis, with scale and shift: `w · (x − mean(x)) / sqrt(var(x) + ε) + b`. */
export async function layerNorm(m: Module, x: Value, epsilon: number): Promise<Value> {
  const inputs = [x, await m.vector('weight'), await m.vector('bias')];
  return m.g.node('LayerNormalization', inputs, { axis: -1, epsilon: float(epsilon) });
}

/** Over the last axis: `w · x / sqrt(mean(x²) + ε)`; `scale` is w where it is not the checkpoint's. */
export async function rmsNorm(m: Module, x: Value, epsilon: number, scale?: Value): Promise<Value> {
  const inputs = [x, scale ?? (await m.vector('weight'))];
  return m.g.node('SimplifiedLayerNormalization', inputs, { axis: -1, epsilon: float(epsilon), stash_type: 1 });
}

/** A residual sum and the norm behind it in one pass: `sum = a + b`, `normed = w · sum / sqrt(mean(sum²) + ε)`; w as there. */
export async function addAndRmsNorm(
  m: Module,
  a: Value,
  b: Value,
  epsilon: number,
  scale?: Value,
): Promise<{ readonly sum: Value; readonly normed: Value }> {
  const outputs = m.g.nodes(
    'com.microsoft:SkipSimplifiedLayerNormalization',
    [a, b, scale ?? (await m.vector('weight'))],
    [true, false, false, true],
    { epsilon: float(epsilon) },
  );
  return { normed: outputs[0]!, sum: outputs[3]! };
}
