import type { Value } from '../onnx/builder.js';
import type { Module } from './module.js';
import { dimension } from './operators.js';

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

interface CausalConvolution {
  readonly stride?: number;
  readonly dilation?: number;
  readonly padding?: 'constant' | 'edge';
  /** `[B, in, n]`: the end of what came before the input, in place of n positions of padding. */
  readonly before?: Value;
}

/**
 * `x [B, in, T]` → `[B, out, ceil(T / stride)]`: everything before the input, and what the last stride lacks after it,
 * is padded.
 */
export async function causalConvolution(
  m: Module,
  x: Value,
  { stride = 1, dilation = 1, padding = 'constant', before }: CausalConvolution = {},
): Promise<Value> {
  const { g } = m;
  const left = ((m.shape('weight')[2] ?? 1) - 1) * dilation + 1 - stride;
  if (stride === 1) return conv1d(m, x, { dilation, padding: [left, 0] });
  const right = g.node('Mod', [g.node('Neg', [dimension(g, x, 2)]), g.ints([stride])]);
  const lacking = before ? g.node('Sub', [g.ints([left]), dimension(g, before, 2)]) : g.ints([left]);
  const pads = g.node('Concat', [g.ints([0, 0]), lacking, g.ints([0, 0]), right], { axis: 0 });
  const whole = before ? g.node('Concat', [before, x], { axis: 2 }) : x;
  return conv1d(m, g.node('Pad', [whole, pads], { mode: padding }), { stride, dilation });
}
