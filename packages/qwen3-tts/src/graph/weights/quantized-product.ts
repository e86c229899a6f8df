import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { QuantizationScheme } from './quantize.js';

/**
 * `x Wᵀ` with W `[rows, columns]` quantized in blocks along its rows; `x [..., columns]` → `[..., rows]`, float32.
 *
 * With `roundsActivations` MatMulNBits rounds x to 8 bits in the same blocks and sums each block in integers:
 * `y_r = Σ_blocks scale_x scale_w Σ_i x_i (w_ri − zero)`. Without zero points at 4 bits it would take a kernel on 64-bit
 * ARM that rounds x with one scale for a whole row: beside one large value all others would be lost.
 */
export function quantizedProduct(
  g: GraphBuilder,
  x: Value,
  weight: { readonly packed: Value; readonly scales: Value; readonly zeroPoints: Value | undefined },
  { rows, columns, bits, block }: QuantizationScheme & { readonly rows: number; readonly columns: number },
  roundsActivations = true,
): Value {
  const inputs = [x, weight.packed, weight.scales];
  if (weight.zeroPoints) inputs.push(weight.zeroPoints);
  return g.node('com.microsoft:MatMulNBits', inputs, {
    K: columns,
    N: rows,
    bits,
    block_size: block,
    accuracy_level: roundsActivations ? 4 : 1,
  });
}
