import type { Value } from '../onnx/builder.js';
import type { Module } from './module.js';

export interface Conv1d {
  readonly stride?: number;
  readonly dilation?: number;
  readonly groups?: number;
  /** Zeros before and after; other paddings are a Pad before the convolution. */
  readonly padding?: readonly [number, number];
}

/** `x [B, in, T]`, `weight [out, in / groups, k]`, with the bias that the checkpoint has for it, if any. */
export async function conv1d(
  m: Module,
  x: Value,
  { stride = 1, dilation = 1, groups = 1, padding = [0, 0] }: Conv1d = {},
): Promise<Value> {
  const inputs = [x, await m.vector('weight')];
  if (m.has('bias')) inputs.push(await m.vector('bias'));
  return m.g.node('Conv', inputs, {
    kernel_shape: [m.shape('weight')[2]!],
    strides: [stride],
    dilations: [dilation],
    group: groups,
    pads: padding,
  });
}
