import { describe, expect, test } from 'vitest';
import { float16ToFloat32, float32ToFloat16 } from './float-formats.js';

const EVERY_PATTERN = Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits);

describe('half precision', () => {
  test('rounds to nearest and ties to even, overflow becomes infinite', () => {
    const values = [1, -2.5, 65_504, 65_520, 2 ** -24, 2 ** -25, 1 + 2 ** -11, 1 + 3 * 2 ** -11, -0, 6.1e-5];
    const back = float16ToFloat32(float32ToFloat16(Float32Array.from(values)));
    expect([...back]).toEqual([1, -2.5, 65_504, Number.POSITIVE_INFINITY, 2 ** -24, 0, 1, 1 + 2 ** -9, -0, back[9]]);
    expect(Math.abs(back[9]! - 6.1e-5)).toBeLessThan(2 ** -25);
  });

  test('every number is widened as the standard defines it, and comes back as it was', () => {
    const widened = float16ToFloat32(EVERY_PATTERN);
    const back = float32ToFloat16(widened);
    for (const bits of EVERY_PATTERN) {
      const sign = bits & 0x8000 ? -1 : 1;
      const exponent = (bits >> 10) & 0x1f;
      const fraction = bits & 0x3ff;
      const magnitude =
        exponent === 0
          ? fraction * 2 ** -24
          : exponent === 31
            ? fraction === 0
              ? Number.POSITIVE_INFINITY
              : Number.NaN
            : (1 + fraction / 1024) * 2 ** (exponent - 15);
      if (!Object.is(widened[bits], sign * magnitude)) expect(widened[bits]).toBe(sign * magnitude);
      if (!Number.isNaN(magnitude) && back[bits] !== bits) expect(back[bits]).toBe(bits);
    }
  });
});
