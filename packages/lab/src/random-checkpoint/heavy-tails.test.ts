import { describe, expect, test } from 'vitest';
import { HeavyTails } from './heavy-tails.js';

const COUNT = 1 << 20;

function standardized(seed: number): Float32Array {
  const values = new Float32Array(COUNT);
  // Student's t itself, whose variance with four degrees of freedom is 2.
  new HeavyTails(seed).fill(values, Math.SQRT2);
  return values;
}

const share = (values: Float32Array, matches: (value: number) => boolean) => values.filter(matches).length / COUNT;

describe('heavy tails', () => {
  const values = standardized(5);

  test("have the quantiles of Student's t distribution with four degrees of freedom", () => {
    for (const [quantile, beyond] of [
      [0.741, 0.5],
      [1.533, 0.2],
      [2.776, 0.05],
      [4.604, 0.01],
      [8.61, 0.001],
    ] as const) {
      const found = share(values, (value) => Math.abs(value) > quantile);
      expect(Math.abs(found - beyond), `beyond ${quantile}`).toBeLessThan(5 * Math.sqrt(beyond / COUNT));
    }
  });

  test('have its mean, its mean magnitude and the standard deviation that was asked for', () => {
    const mean = (of: (value: number) => number) => values.reduce((sum, value) => sum + of(value), 0) / COUNT;
    expect(mean((value) => value)).toBeCloseTo(0, 2);
    expect(mean(Math.abs)).toBeCloseTo(1, 2);
    // The fourth moment is infinite, so the variance settles slowly.
    expect(mean((value) => value ** 2)).toBeGreaterThan(1.9);
    expect(mean((value) => value ** 2)).toBeLessThan(2.1);
  });

  test('are finite and as often negative as positive', () => {
    expect(values.every(Number.isFinite)).toBe(true);
    expect(share(values, (value) => value < 0)).toBeCloseTo(0.5, 2);
  });

  test('are the same for the same seed, and others for another', () => {
    expect(standardized(5)).toEqual(values);
    expect(standardized(6)).not.toEqual(values);
  });
});
