import { float32, type Tensor } from '../onnx/tensor.js';

/** A weight as it comes from a checkpoint: PyTorch's layout, widened to float32. */
export interface Weight {
  readonly key: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export function weightTensor({ shape, values }: Weight): Tensor {
  return float32(shape, values);
}

/** `[out, in]` to `[in, out]`, the layout of MatMul's second operand. */
export function transposed({ key, shape, values }: Weight): Weight {
  const [rows, columns] = shape as [number, number];
  const out = new Float32Array(values.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) out[c * rows + r] = values[r * columns + c]!;
  return { key: `${key}_transposed`, shape: [columns, rows], values: out };
}

/** Folds a factor for each output into a weight or bias: `s ⊙ (W x + b) = (s ⊙ W) x + s ⊙ b`. */
export function scaledRows(weight: Weight, factors: Weight): Weight {
  const width = weight.values.length / factors.values.length;
  const values = weight.values.map((value, i) => value * factors.values[Math.floor(i / width)]!);
  return { key: `${weight.key}_scaled`, shape: weight.shape, values };
}

const LEAST_USAGE = 1e-5;

/**
 * The vectors of a codebook, `[size, width]`: the checkpoint stores the sum of what the training assigned to each
 * (`sums [size, width]`), and how much that was (`usage [size]`).
 */
export function codebookVectors(sums: Weight, usage: Weight): Float32Array {
  const width = sums.shape[1]!;
  return sums.values.map((sum, i) => sum / Math.max(usage.values[Math.floor(i / width)]!, LEAST_USAGE));
}
