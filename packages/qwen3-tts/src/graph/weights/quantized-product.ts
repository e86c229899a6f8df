import type { GraphBuilder, Value } from '../onnx/builder.js';
import type { QuantizationScheme } from './quantize.js';

/**
 * `x Wᵀ` with W `[rows, columns]` quantized in blocks along its rows; `x [..., columns]` → `[..., rows]`, float32.
 *
 * MatMulNBits rounds x to 8 bits in the same blocks and sums each block in integers:
 * `y_r = Σ_blocks scale_x scale_w Σ_i x_i (w_ri − offset)`.
 */
export function quantizedProduct(
  g: GraphBuilder,
  x: Value,
  weight: { readonly packed: Value; readonly scales: Value },
  { rows, columns, bits, block }: QuantizationScheme & { readonly rows: number; readonly columns: number },
): Value {
  return g.node('com.microsoft:MatMulNBits', [x, weight.packed, weight.scales], {
    K: columns,
    N: rows,
    bits,
    block_size: block,
    accuracy_level: 4,
  });
}
