import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitPeaks } from './limiter.js';
import { hum, largestJump } from './testing/signals.js';

const CEILING = 10 ** (-0.3 / 20);

describe('limitPeaks', () => {
  test('no sample exceeds -0.3 dBFS, whatever the input', () => {
    const samples = fc.array(fc.float({ min: -20, max: 20, noNaN: true }), { maxLength: 800 });
    fc.assert(
      fc.property(samples, (values) => {
        const limited = limitPeaks(Float32Array.from(values), 8_000);
        expect(limited).toHaveLength(values.length);
        expect(limited.every((value) => Math.abs(value) <= CEILING + 1e-6)).toBe(true);
      }),
    );
  });

  test('audio below the ceiling is unchanged', () => {
    const quiet = hum({ seconds: 0.5, sampleRate: 24_000, level: 0.9 });
    expect(limitPeaks(quiet, 24_000)).toBe(quiet);
  });

  test('a loud peak is attenuated, not clipped', () => {
    const loud = hum({ seconds: 1, sampleRate: 24_000, level: 1.6 });
    const limited = limitPeaks(loud, 24_000);
    const peak = limited.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
    expect(peak).toBeGreaterThan(0.85);
    expect(limited.filter((value) => Math.abs(value) > 0.999 * CEILING).length).toBeLessThan(limited.length * 0.01);
    expect(largestJump(limited)).toBeLessThan(largestJump(loud));
  });
});
