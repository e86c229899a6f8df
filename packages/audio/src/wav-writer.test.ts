import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeWav } from './wav-writer.js';

const sample = fc.oneof(fc.float({ noNaN: false }), fc.float({ min: -1, max: 1, noNaN: true }));

describe('encodeWav', () => {
  test('writes one RIFF header of 44 bytes with exact sizes', () => {
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 500 }), fc.integer({ min: 8_000, max: 48_000 }), (values, rate) => {
        const file = encodeWav(Float32Array.from(values), rate);
        expect(file).toHaveLength(44 + 2 * values.length);
        expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
        expect(file.readUInt32LE(4)).toBe(file.length - 8);
        expect(file.readUInt32LE(16)).toBe(16);
        expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt16LE(32), file.readUInt16LE(34)]).toEqual([
          1, 1, 2, 16,
        ]);
        expect([file.readUInt32LE(24), file.readUInt32LE(28)]).toEqual([rate, 2 * rate]);
        expect(file.toString('latin1', 36, 40)).toBe('data');
        expect(file.readUInt32LE(40)).toBe(2 * values.length);
      }),
    );
  });

  test('holds every sample to within half a step, and what is out of range at full scale', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 200 }), (values) => {
        const samples = Float32Array.from(values);
        const file = encodeWav(samples, 24_000);
        for (const [index, value] of samples.entries()) {
          const written = file.readInt16LE(44 + 2 * index);
          const wanted = Number.isNaN(value) ? 0 : Math.max(-1, Math.min(1, value));
          expect(Math.abs(written - wanted * 32_767)).toBeLessThanOrEqual(value < -1 ? 1 : 0.5);
        }
      }),
    );
  });
});
