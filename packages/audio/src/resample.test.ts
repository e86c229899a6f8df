import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Resampler } from './resample.js';

/** A tone that sweeps linearly from 40 Hz to `top` Hz, faded in and out so that its ends hold no other frequencies. */
function sweep(rate: number, seconds: number, top: number): Float32Array {
  return Float32Array.from({ length: Math.round(rate * seconds) }, (_, index) => {
    const t = index / rate;
    const fade = Math.sin((Math.PI * t) / seconds) ** 2;
    return 0.8 * fade * Math.sin(2 * Math.PI * (40 * t + ((top - 40) * t * t) / (2 * seconds)));
  });
}

function signalToNoise(actual: Float32Array, expected: Float32Array): number {
  let signal = 0;
  let noise = 0;
  for (const [index, value] of expected.entries()) {
    signal += value ** 2;
    noise += ((actual[index] ?? 0) - value) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

describe('Resampler', () => {
  test.each([
    [22_050, 24_000],
    [44_100, 24_000],
    [48_000, 24_000],
    [16_000, 24_000],
    [8_000, 24_000],
    [11_025, 24_000],
    [96_000, 24_000],
    [24_000, 16_000],
    [44_099, 24_000],
  ])('a swept tone goes from %i to %i Hz with more than 100 dB of signal to noise', (from, to) => {
    const top = 0.86 * (Math.min(from, to) / 2);
    const resampled = new Resampler(from, to).resample(sweep(from, 1, top));
    expect(resampled).toHaveLength(to);
    expect(signalToNoise(resampled, sweep(to, 1, top))).toBeGreaterThan(100);
  });

  test('frequencies above the new Nyquist frequency are removed, not aliased', () => {
    const tone = Float32Array.from({ length: 48_000 }, (_, index) => Math.sin((2 * Math.PI * 14_000 * index) / 48_000));
    const resampled = new Resampler(48_000, 24_000).resample(tone).subarray(1_000, 23_000);
    expect(Math.max(...resampled.map(Math.abs))).toBeLessThan(10 ** (-100 / 20));
  });

  test('a constant level is preserved, away from the ends', () => {
    const resampled = new Resampler(22_050, 24_000).resample(new Float32Array(22_050).fill(0.5));
    expect(Math.max(...resampled.subarray(1_000, 23_000).map((sample) => Math.abs(sample - 0.5)))).toBeLessThan(5e-7);
  });

  test('equal rates give equal samples in a new array', () => {
    const samples = sweep(24_000, 0.1, 5_000);
    const resampled = new Resampler(24_000, 24_000).resample(samples);
    expect(resampled).toEqual(samples);
    expect(resampled.buffer).not.toBe(samples.buffer);
  });

  test('any two rates give the right length and finite samples', () => {
    const rates = fc.integer({ min: 1_000, max: 96_000 });
    fc.assert(
      fc.property(rates, rates, fc.integer({ min: 0, max: 300 }), (from, to, length) => {
        const resampled = new Resampler(from, to).resample(new Float32Array(length).fill(1));
        expect(resampled).toHaveLength(Math.ceil((length * to) / from));
        expect(resampled.every((sample) => Number.isFinite(sample) && Math.abs(sample) < 1.3)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test.each([0, -8_000, 44_100.5, Number.NaN, Number.POSITIVE_INFINITY])('%s Hz is refused', (rate) => {
    expect(() => new Resampler(rate, 24_000)).toThrow(RangeError);
    expect(() => new Resampler(24_000, rate)).toThrow(RangeError);
  });
});
