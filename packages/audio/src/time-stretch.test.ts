import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { speechLevel } from './levels.js';
import { hum, largestJump, medianPitch } from './testing/signals.js';
import { stretchTime } from './time-stretch.js';

const RATE = 24_000;

describe('stretchTime', () => {
  test.each([0.4, 0.6, 0.77, 0.9, 1.1, 1.5, 2, 3])(
    '%f of the duration keeps pitch and level and makes no click',
    (factor) => {
      for (const pitch of [90, 140, 230]) {
        const voice = hum({ seconds: 1.5, sampleRate: RATE, pitch });
        const stretched = stretchTime(voice, RATE, factor);
        expect(stretched).toHaveLength(Math.round(voice.length * factor));
        expect(Math.abs(medianPitch(stretched, RATE) / pitch - 1)).toBeLessThan(0.03);
        expect(Math.abs(20 * Math.log10(speechLevel(stretched, RATE) / speechLevel(voice, RATE)))).toBeLessThan(1.5);
        expect(largestJump(stretched)).toBeLessThan(1.5 * largestJump(voice));
      }
    },
  );

  test('any length and factor give the right length and finite samples', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000 }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        (length, factor) => {
          const stretched = stretchTime(new Float32Array(length).fill(0.5), RATE, factor);
          expect(stretched).toHaveLength(Math.round(length * factor));
          expect(stretched.every((value) => Number.isFinite(value) && Math.abs(value) <= 0.51)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a factor of %f is refused', (factor) => {
    expect(() => stretchTime(new Float32Array(10), RATE, factor)).toThrow(RangeError);
  });
});
