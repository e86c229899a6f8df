import { bfloat16ToFloat32 } from '@ownvoice/audio';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { float32ToBfloat16 } from './bfloat16.js';

const EVERY_PATTERN = Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits);

describe('bfloat16', () => {
  test('every number comes back as it was', () => {
    const numbers = EVERY_PATTERN.filter((bits) => (bits & 0x7fff) <= 0x7f80);
    expect(float32ToBfloat16(bfloat16ToFloat32(numbers))).toEqual(numbers);
  });

  test('is the nearest representable number, and NaN stays NaN', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, min: Math.fround(-1e30), max: Math.fround(1e30) }), (value) => {
        const [back = Number.NaN] = bfloat16ToFloat32(float32ToBfloat16(Float32Array.of(value)));
        expect(Math.abs(back - value)).toBeLessThanOrEqual(Math.abs(value) * 2 ** -8 + 2 ** -134);
      }),
    );
    expect(bfloat16ToFloat32(float32ToBfloat16(Float32Array.of(Number.NaN)))).toEqual(Float32Array.of(Number.NaN));
  });
});
