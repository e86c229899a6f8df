import { conv1d } from '../layers/conv1d.js';
import type { Module } from '../layers/module.js';
import { dimension } from '../layers/operators.js';
import type { Value } from '../onnx/builder.js';

interface CausalConvolution {
  readonly stride?: number;
  readonly dilation?: number;
  readonly padding?: 'constant' | 'edge';
}

/**
 * `x [B, in, T]` → `[B, out, ceil(T / stride)]`: everything before the input, and what the last stride lacks after it,
 * is padded.
 */
export async function causalConvolution(
  m: Module,
  x: Value,
  { stride = 1, dilation = 1, padding = 'constant' }: CausalConvolution = {},
): Promise<Value> {
  const { g } = m;
  const left = ((m.shape('weight')[2] ?? 1) - 1) * dilation + 1 - stride;
  if (stride === 1) return conv1d(m, x, { dilation, padding: [left, 0] });
  const right = g.node('Mod', [g.node('Neg', [dimension(g, x, 2)]), g.ints([stride])]);
  const pads = g.node('Concat', [g.ints([0, 0, left, 0, 0]), right], { axis: 0 });
  return conv1d(m, g.node('Pad', [x, pads], { mode: padding }), { stride, dilation });
}
