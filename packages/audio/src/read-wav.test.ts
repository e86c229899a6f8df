import { describe, expect, test } from 'vitest';
import { readWav, readWavHeader, WavError } from './read-wav.js';
import { hum } from './testing/signals.js';
import { SAMPLE_KINDS, sampleBytes, type WavFields, wavFile } from './testing/wav-files.js';

const PLAIN: WavFields = { tag: 1, bits: 16, sampleRate: 24_000, channels: 1 };
const SPEECH = hum({ seconds: 0.5, sampleRate: 24_000, level: 0.6 });
const plainWav = (fields: Partial<WavFields> = {}) =>
  wavFile({ ...PLAIN, ...fields }, sampleBytes('PCM 16-bit', SPEECH, fields.channels ?? 1));

const energy = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample ** 2, 0);

describe('readWav', () => {
  const kinds = Object.keys(SAMPLE_KINDS);
  test.each(kinds.flatMap((kind) => [false, true].map((extensible) => [kind, extensible] as const)))(
    '%s is read (extensible: %s), any number of channels mixed to one',
    (kind, extensible) => {
      const { tag, bits } = SAMPLE_KINDS[kind]!;
      for (const channels of [1, 2, 6]) {
        const file = wavFile({ ...PLAIN, tag, bits, channels, extensible }, sampleBytes(kind, SPEECH, channels));
        const { samples, sampleRate } = readWav(file);
        expect(sampleRate).toBe(24_000);
        expect(samples).toHaveLength(SPEECH.length);
        const difference = samples.map((sample, index) => sample - (SPEECH[index] ?? 0));
        expect(Math.sqrt(energy(difference) / energy(SPEECH))).toBeLessThan(bits === 8 ? 0.03 : 1e-4);
      }
    },
  );

  test('16-bit samples are scaled by 32,768', () => {
    const bytes = new Uint8Array(Int16Array.of(-32_768, 0, 16_384).buffer);
    expect([...readWav(wavFile(PLAIN, bytes)).samples]).toEqual([-1, 0, 0.5]);
  });

  test('channels are averaged', () => {
    const bytes = new Uint8Array(Float32Array.of(1, 0, -0.5, 0.5).buffer);
    expect([...readWav(wavFile({ ...PLAIN, tag: 3, bits: 32, channels: 2 }, bytes)).samples]).toEqual([0.5, 0]);
  });

  test('a streamed file of unknown length is read to its end', () => {
    const streamed = plainWav({ riffLength: 0xffff_ffff, dataLength: 0xffff_ffff });
    expect(readWav(streamed).samples).toHaveLength(SPEECH.length);
    expect(readWavHeader(streamed)).toMatchObject({ isTruncated: false, hasTrailingData: false });
  });

  test('a truncated file is read to its end, and the header says so', () => {
    const file = plainWav();
    const cut = file.subarray(0, file.length - 3);
    expect(readWav(cut).samples).toHaveLength(SPEECH.length - 2);
    expect(readWavHeader(cut).isTruncated).toBe(true);
    expect(readWavHeader(file).isTruncated).toBe(false);
  });

  test('the header reports data behind the end, but not a byte of padding', () => {
    expect(readWavHeader(Buffer.concat([plainWav(), Buffer.alloc(1)])).hasTrailingData).toBe(false);
    expect(readWavHeader(Buffer.concat([plainWav(), Buffer.alloc(2)])).hasTrailingData).toBe(true);
  });

  test.each<[string, () => Uint8Array, RegExp]>([
    ['nothing', () => new Uint8Array(0), /no WAV file/],
    ['another file', () => new Uint8Array(100), /no WAV file/],
    ['a header without samples', () => wavFile(PLAIN, new Uint8Array(0)), /no samples/],
    ['a header that stops', () => plainWav().subarray(0, 30), /no samples/],
    ['no channels', () => wavFile({ ...PLAIN, channels: 0, blockAlign: 0 }, Buffer.alloc(100)), /contradicts itself/],
    ['0 bits', () => plainWav({ bits: 0, blockAlign: 2 }), /0 bits/],
    ['48 bits', () => plainWav({ bits: 48 }), /48 bits/],
    ['a block that contradicts its samples', () => plainWav({ blockAlign: 7 }), /contradicts itself/],
    ['a compression that is not read', () => plainWav({ tag: 0x11 }), /compression 0x0011/],
    ['A-law', () => plainWav({ tag: 6, bits: 8 }), /compression 0x0006/],
  ])('%s is refused with its reason', (_what, file, reason) => {
    expect(() => readWav(file())).toThrow(WavError);
    expect(() => readWav(file())).toThrow(reason);
  });
});
