import type { Weight } from './weight.js';

const LEAST_USAGE = 1e-5;

/**
 * The vectors of a codebook, `[size, width]`: the checkpoint stores the sum of what the training assigned to each
 * (`sums [size, width]`), and how much that was (`usage [size]`).
 */
export function codebookVectors(sums: Weight, usage: Weight): Float32Array {
  const width = sums.shape[1]!;
  return sums.values.map((sum, i) => sum / Math.max(usage.values[Math.floor(i / width)]!, LEAST_USAGE));
}
