import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RealFft } from './real-fft.js';

function definition(samples: Float64Array, bin: number): number {
  let re = 0;
  let im = 0;
  for (const [n, x] of samples.entries()) {
    const angle = (-2 * Math.PI * bin * n) / samples.length;
    re += x * Math.cos(angle);
    im += x * Math.sin(angle);
  }
  return re * re + im * im;
}

describe('RealFft', () => {
  test('gives the power of every bin as the definition of the transform does', () => {
    const signals = fc
      .integer({ min: 2, max: 7 })
      .chain((bits) =>
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2 ** bits, maxLength: 2 ** bits }),
      );
    fc.assert(
      fc.property(signals, (values) => {
        const samples = Float64Array.from(values);
        const fft = new RealFft(samples.length);
        const power = new Float64Array(fft.bins);
        fft.powerSpectrum(samples, power);
        for (const [bin, value] of power.entries()) expect(value).toBeCloseTo(definition(samples, bin), 9);
      }),
      { numRuns: 60 },
    );
  });

  test('refuses a length that is no power of two', () => {
    expect(() => new RealFft(1000)).toThrow(RangeError);
  });
});
