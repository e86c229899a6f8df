import { describe, expect, test } from 'vitest';
import { divergence, indexOfLargest } from './measurement.js';

const logits = (...probabilities: number[]) => Float32Array.from(probabilities, Math.log);

describe('divergence', () => {
  test('is the expected difference of the log probabilities', () => {
    const found = divergence(logits(0.5, 0.25, 0.25), logits(0.25, 0.25, 0.5));
    expect(found).toBeCloseTo(0.5 * Math.log(2) - 0.25 * Math.log(2), 6);
  });

  test('is 0 for logits that differ by a constant only, however large they are', () => {
    const exact = Float32Array.of(1, -2, 0.5);
    expect(divergence(exact, exact)).toBe(0);
    expect(
      divergence(
        exact,
        exact.map((value) => value + 1000),
      ),
    ).toBeCloseTo(0, 4);
  });

  test('depends on which of the two is the exact one', () => {
    const [sure, unsure] = [logits(0.98, 0.01, 0.01), logits(0.4, 0.3, 0.3)];
    expect(divergence(sure, unsure)).toBeCloseTo(0.98 * Math.log(0.98 / 0.4) + 0.02 * Math.log(0.01 / 0.3), 5);
    expect(divergence(sure, unsure)).toBeLessThan(divergence(unsure, sure));
  });

  test('is not a number when a logit is not', () => {
    expect(divergence(logits(0.5, 0.5), Float32Array.of(Number.NaN, 0))).toBeNaN();
  });
});

test('the largest of values is never the one that is not a number', () => {
  expect(indexOfLargest(Float32Array.of(-3, Number.NaN, -1, -2))).toBe(2);
});
