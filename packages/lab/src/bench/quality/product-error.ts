import type { QuantizationScheme } from '@ownvoice/qwen3-tts/internals/graph/weights/quantize';
import { QuantizedProduct } from '@ownvoice/qwen3-tts/internals/runtime/row-kernels';
import { Uniform } from '../../random-checkpoint/uniform.js';

const COLUMNS = 1024;
const ROWS = 256;
/** The channel of the large activation. */
const OUTLIER = 5;

/** Relative RMS errors of a quantized product on this CPU. */
export interface ProductError {
  /** With ordinary activations. */
  readonly ordinary: number;
  /** Of all other terms, when one activation is 1,000 times as large. */
  readonly besideOutlier: number;
}

/**
 * Measures what the runtime's kernels make of the weights, whose own rounding is not counted: which kernels those are
 * depends on the CPU, and a kernel that rounds a whole row of activations together loses all but the largest.
 */
export async function productError(scheme: QuantizationScheme): Promise<ProductError> {
  const weight = uniform(ROWS * COLUMNS, 1);
  // Its own term would hide the others.
  for (let row = 0; row < ROWS; row++) weight[row * COLUMNS + OUTLIER] = 0;
  const product = await QuantizedProduct.create(weight, COLUMNS, scheme, 1);
  // One activation alone is rounded exactly, so a column at a time gives the weights as they are stored.
  const stored: Float32Array[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    const unit = new Float32Array(COLUMNS);
    unit[column] = 127;
    stored.push((await product.multiply(unit)).map((value) => value / 127));
  }
  const error = async (input: Float32Array) => {
    const exact = new Float64Array(ROWS).map((_, row) =>
      input.reduce((sum, value, column) => sum + stored[column]![row]! * value, 0),
    );
    const found = await product.multiply(input);
    return Math.hypot(...exact.map((value, row) => found[row]! - value)) / Math.hypot(...exact);
  };
  const input = uniform(COLUMNS, 2);
  const ordinary = await error(input);
  input[OUTLIER] = 1000;
  const besideOutlier = await error(input);
  await product.release();
  return { ordinary, besideOutlier };
}

function uniform(count: number, seed: number): Float32Array {
  const values = new Float32Array(count);
  new Uniform(seed).fill(values, 1);
  return values;
}
