import type { Precision } from '@ownvoice/shared/contract/models';

/**
 * How far logits may be from those in plain float32: rounding stays well below, and logits that have nothing to do with
 * the expected ones are at 1 or above.
 */
export const LARGEST_LOGIT_ERROR: Readonly<Record<Precision, number>> = {
  fp32: 0.02,
  fp16: 0.2,
  int8: 0.4,
  int4: 0.8,
};

/**
 * The difference of two lists of logits, relative to the expected ones; a constant that all logits share counts for
 * neither, because no probability depends on it. NaN when a logit is not finite.
 */
export function logitError(found: Float32Array, expected: Float32Array): number {
  const difference = found.map((value, i) => value - expected[i]!);
  return deviation(difference) / deviation(expected);
}

function deviation(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0));
}
