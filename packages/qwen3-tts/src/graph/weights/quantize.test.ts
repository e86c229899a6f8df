import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heavyTailedValues, normalValues } from '../../testing/distributions.js';
import { type QuantizationScheme, quantize } from './quantize.js';

function dequantized(weight: Float32Array, rows: number, columns: number, scheme: QuantizationScheme): Float32Array {
  const { packed, scales, zeroPoints } = quantize(weight, rows, columns, scheme);
  const blocks = Math.ceil(columns / scheme.block);
  const scale = new Float32Array(scales.bytes.buffer, scales.bytes.byteOffset, rows * blocks);
  const out = new Float32Array(weight.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * blocks + Math.floor(column / scheme.block);
      const inBlock = column % scheme.block;
      const byte =
        packed.bytes[at * ((scheme.block * scheme.bits) / 8) + (scheme.bits === 8 ? inBlock : inBlock >> 1)]!;
      const nibble = (value: number, index: number) => ((index & 1) === 0 ? value & 15 : value >> 4);
      const block = Math.floor(column / scheme.block);
      const zero = zeroPoints ? nibble(zeroPoints.bytes[row * Math.ceil(blocks / 2) + (block >> 1)]!, block) : 128;
      const level = zeroPoints ? nibble(byte, inBlock) : byte;
      out[row * columns + column] = (level - zero) * scale[at]!;
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

  test('at 4 bits is off by at most a tenth, also with heavy tails', () => {
    const [normal, heavy] = [normalValues(7, 64 * 256), heavyTailedValues(7, 64 * 256)];
    const at = (values: Float32Array, bits: 4 | 8) =>
      relativeError(values, dequantized(values, 64, 256, { bits, block: 32 }));
    expect(at(normal, 4)).toBeLessThan(0.081);
    expect(at(heavy, 4)).toBeLessThan(0.098);
    expect(at(normal, 8)).toBeLessThan(0.006);
    expect(at(heavy, 8)).toBeLessThan(0.009);
  });

  test('keeps zeros, whole blocks of them too', () => {
    expect(dequantized(new Float32Array(64), 1, 64, { bits: 4, block: 32 })).toEqual(new Float32Array(64));
    expect(dequantized(new Float32Array(64), 1, 64, { bits: 8, block: 32 })).toEqual(new Float32Array(64));
  });
});
