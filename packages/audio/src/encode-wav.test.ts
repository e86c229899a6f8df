import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeWav, wavBytes } from './encode-wav.js';

const sample = fc.oneof(fc.float({ noNaN: false }), fc.float({ min: -1, max: 1, noNaN: true }));
const pieces = fc.array(fc.array(sample, { maxLength: 200 }), { maxLength: 4 });
const encode = (values: readonly (readonly number[])[], rate = 24_000) =>
  Buffer.concat([
    ...encodeWav(
      values.map((piece) => Float32Array.from(piece)),
      values.flat().length,
      rate,
    ),
  ]);

describe('encodeWav', () => {
  test('writes one RIFF header of 44 bytes with exact sizes, however many pieces there are', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 8_000, max: 48_000 }), (values, rate) => {
        const file = encode(values, rate);
        const samples = values.flat().length;
        expect(file).toHaveLength(wavBytes(samples));
        expect(file).toHaveLength(44 + 2 * samples);
        expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
        expect(file.readUInt32LE(4)).toBe(file.length - 8);
        expect(file.readUInt32LE(16)).toBe(16);
        expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt16LE(32), file.readUInt16LE(34)]).toEqual([
          1, 1, 2, 16,
        ]);
        expect([file.readUInt32LE(24), file.readUInt32LE(28)]).toEqual([rate, 2 * rate]);
        expect(file.toString('latin1', 36, 40)).toBe('data');
        expect(file.readUInt32LE(40)).toBe(2 * samples);
      }),
    );
  });

  test('rounds to the nearest step, clamps what is out of range, and writes NaN as silence', () => {
    fc.assert(
      fc.property(pieces, (values) => {
        const file = encode(values);
        for (const [index, value] of values.flat().map(Math.fround).entries()) {
          const written = file.readInt16LE(44 + 2 * index);
          const wanted = Number.isNaN(value) ? 0 : Math.max(-1, Math.min(1, value));
          expect(Math.abs(written - wanted * (wanted < 0 ? 32_768 : 32_767))).toBeLessThanOrEqual(0.5);
        }
      }),
    );
  });

  test('pieces give the same file as one array', () => {
    fc.assert(
      fc.property(pieces, (values) => {
        expect(encode(values).equals(encode([values.flat()]))).toBe(true);
      }),
    );
  });
});
