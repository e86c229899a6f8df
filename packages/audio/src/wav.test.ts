import { describe, expect, test } from 'vitest';
import { readWav } from './wav.js';

function wav(format: number, channels: number, bits: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(44 + data.length);
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  tag(0, 'RIFF');
  view.setUint32(4, 36 + data.length, true);
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, format, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, 24_000, true);
  view.setUint16(34, bits, true);
  tag(36, 'data');
  view.setUint32(40, data.length, true);
  bytes.set(data, 44);
  return bytes;
}

const bytesOf = (array: Int16Array | Float32Array) => new Uint8Array(array.buffer);

describe('readWav', () => {
  test('scales 16-bit samples by 32768', () => {
    const { samples, sampleRate } = readWav(wav(1, 1, 16, bytesOf(Int16Array.of(-32_768, 0, 16_384))));
    expect([...samples]).toEqual([-1, 0, 0.5]);
    expect(sampleRate).toBe(24_000);
  });

  test('averages channels', () => {
    const { samples } = readWav(wav(3, 2, 32, bytesOf(Float32Array.of(1, 0, -0.5, 0.5))));
    expect([...samples]).toEqual([0.5, 0]);
  });

  test('reads what is there when the header promises more', () => {
    const file = wav(1, 1, 16, bytesOf(Int16Array.of(1, 2, 3)));
    expect(readWav(file.subarray(0, file.length - 2)).samples).toHaveLength(2);
  });

  test.each([
    ['another file', new Uint8Array(100)],
    ['24-bit samples', wav(1, 1, 24, new Uint8Array(6))],
    ['a header without samples', wav(1, 1, 16, new Uint8Array()).subarray(0, 36)],
  ])('refuses %s', (_, bytes) => {
    expect(() => readWav(bytes)).toThrow(Error);
  });
});
