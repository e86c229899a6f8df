import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type QuantizationScheme, quantize } from './quantize.js';

function dequantized(weight: Float32Array, rows: number, columns: number, scheme: QuantizationScheme): Float32Array {
  const { packed, scales } = quantize(weight, rows, columns, scheme);
  const blocks = Math.ceil(columns / scheme.block);
  const scale = new Float32Array(scales.bytes.buffer, scales.bytes.byteOffset, rows * blocks);
  const out = new Float32Array(weight.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * blocks + Math.floor(column / scheme.block);
      const inBlock = column % scheme.block;
      const byte =
        packed.bytes[at * ((scheme.block * scheme.bits) / 8) + (scheme.bits === 8 ? inBlock : inBlock >> 1)]!;
      const level = scheme.bits === 8 ? byte - 128 : ((inBlock & 1) === 0 ? byte & 15 : byte >> 4) - 8;
      out[row * columns + column] = level * scale[at]!;
    }
  }
  return out;
}

function relativeError(weight: Float32Array, approximation: Float32Array): number {
  let error = 0;
  let norm = 0;
  for (const [i, value] of weight.entries()) {
    error += (value - approximation[i]!) ** 2;
    norm += value ** 2;
  }
  return Math.sqrt(error / norm);
}

const matrix = fc
  .record({ rows: fc.integer({ min: 1, max: 4 }), columns: fc.integer({ min: 1, max: 80 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      weight: fc.float32Array({
        minLength: rows * columns,
        maxLength: rows * columns,
        noNaN: true,
        min: -1000,
        max: 1000,
      }),
    }),
  );

describe('quantize', () => {
  test('at 8 bits is off by half a step at most, for any shape', () => {
    fc.assert(
      fc.property(matrix, ({ rows, columns, weight }) => {
        const back = dequantized(weight, rows, columns, { bits: 8, block: 16 });
        for (const [i, value] of weight.entries()) {
          const first = i - ((i % columns) % 16);
          const last = Math.min(first + 16, i - (i % columns) + columns);
          const largest = Math.max(...weight.subarray(first, last).map(Math.abs));
          expect(Math.abs(value - back[i]!)).toBeLessThanOrEqual((largest / 127) * 0.5001 + 1e-30);
        }
      }),
    );
  });

  test('at 4 bits stays within the error of plain rounding to sixteen levels', () => {
    let state = 7;
    const uniform = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state + 0.5) / 2 ** 32;
    };
    const weight = Float32Array.from(
      { length: 64 * 256 },
      () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
    );
    const error = relativeError(weight, dequantized(weight, 64, 256, { bits: 4, block: 32 }));
    expect(error).toBeLessThan(0.09);
    expect(error).toBeGreaterThan(0.05);
    expect(relativeError(weight, dequantized(weight, 64, 256, { bits: 8, block: 32 }))).toBeLessThan(0.006);
  });

  test('keeps zeros, whole blocks of them too', () => {
    expect(dequantized(new Float32Array(64), 1, 64, { bits: 4, block: 32 })).toEqual(new Float32Array(64));
    expect(dequantized(new Float32Array(64), 1, 64, { bits: 8, block: 32 })).toEqual(new Float32Array(64));
  });
});
