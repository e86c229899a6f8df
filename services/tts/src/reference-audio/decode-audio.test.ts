import { readFile } from 'node:fs/promises';
import { hum, sampleBytes, type WavFields, wavFile } from '@ownvoice/audio/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeAudio } from './decode-audio.js';
import { UnreadableAudio } from './recording-rules.js';

const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url));
const voice = (seconds: number, sampleRate: number) => hum({ seconds, sampleRate, level: 0.6 });
const PLAIN: WavFields = { tag: 1, bits: 16, sampleRate: 16_000, channels: 1 };
const plainWav = (fields: Partial<WavFields> = {}, samples = voice(3.2, 16_000)) =>
  wavFile({ ...PLAIN, ...fields }, sampleBytes('PCM 16-bit', samples, fields.channels ?? 1));

function rootMeanSquare(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
}

const secondsOf = (samples: Float32Array) => samples.length / 24_000;

/** Where each page of the Ogg file begins, and its end. */
function pagesOf(whole: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at < whole.length; ) {
    found.push(at);
    const segments = whole.subarray(at + 27, at + 27 + (whole[at + 26] ?? 0));
    at += 27 + segments.length + segments.reduce((sum, length) => sum + length, 0);
  }
  return [...found, whole.length];
}

/** The FLAC file with another number of samples in its header, and its frames repeated. */
function flac(whole: Buffer, samples: number, times = 1): Buffer {
  const copy = Buffer.from(whole);
  const packed = copy.readBigUInt64BE(18);
  copy.writeBigUInt64BE(((packed >> 36n) << 36n) | BigInt(samples), 18);
  let frames = 4;
  for (let last = false; !last; ) {
    last = (copy[frames] ?? 0) >= 0x80;
    frames += 4 + copy.readUIntBE(frames + 1, 3);
  }
  return Buffer.concat([copy, ...Array<Buffer>(times - 1).fill(copy.subarray(frames))]);
}

/** The MP3 file behind a frame that states how many frames follow. */
function counted(whole: Buffer, frames: number): Buffer {
  const table = Buffer.alloc(108);
  whole.copy(table, 0, 0, 4);
  table.write('Xing', 13);
  table.writeUInt32BE(1, 17);
  table.writeUInt32BE(frames, 21);
  return Buffer.concat([table, whole]);
}

beforeEach(() => {
  // As in the decoding thread: one decoder reports damage only here.
  vi.spyOn(console, 'error').mockImplementation(() => {
    throw new UnreadableAudio('The audio data is damaged.');
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('WAV', () => {
  test('is detected by its content, and its channels are mixed to one', async () => {
    const stereo = plainWav({ sampleRate: 24_000, channels: 2 }, voice(3.1, 24_000));
    const samples = await decodeAudio(stereo);
    expect(secondsOf(samples)).toBeCloseTo(3.1, 3);
    expect(rootMeanSquare(samples)).toBeCloseTo(rootMeanSquare(voice(3.1, 24_000)), 3);
  });

  test.each([8_000, 11_025, 22_050, 44_100, 48_000, 96_000])('%i Hz becomes 24,000 Hz', async (sampleRate) => {
    const samples = await decodeAudio(plainWav({ sampleRate }, voice(4, sampleRate)));
    expect(samples).toHaveLength(4 * 24_000);
    expect(rootMeanSquare(samples)).toBeCloseTo(rootMeanSquare(voice(4, 24_000)), 2);
  });

  test('a streamed file of unknown length is read to its end', async () => {
    const streamed = plainWav({ riffLength: 0xffff_ffff, dataLength: 0xffff_ffff });
    expect(secondsOf(await decodeAudio(streamed))).toBeCloseTo(3.2, 3);
  });
});

describe('compressed audio', () => {
  test.each(['mp3', 'flac', 'oga', 'ogg', 'opus'])('%s is detected by its content and decoded', async (name) => {
    const samples = await decodeAudio(await fixture(`voice.${name}`));
    expect(secondsOf(samples)).toBeGreaterThanOrEqual(3.2);
    expect(secondsOf(samples)).toBeLessThan(3.3);
    expect(rootMeanSquare(samples)).toBeGreaterThan(0.05);
  });

  test('all formats decode to the same speech', async () => {
    const envelopes = await Promise.all(
      ['voice.flac', 'voice.mp3', 'voice.ogg', 'voice.opus'].map(async (name) => {
        const samples = await decodeAudio(await fixture(name));
        return Array.from({ length: 31 }, (_, index) =>
          rootMeanSquare(samples.subarray(index * 2_400, (index + 1) * 2_400)),
        );
      }),
    );
    const [reference = [], ...others] = envelopes;
    for (const envelope of others) {
      for (const [index, level] of envelope.entries())
        expect(Math.abs(level - (reference[index] ?? 0))).toBeLessThan(0.1);
    }
  });

  test.each(['voice.mp3', 'voice.flac', 'voice.oga', 'voice.ogg', 'voice.opus'])(
    '%s cut off is refused',
    async (name) => {
      const whole = await fixture(name);
      for (const share of [0.001, 0.02, 0.3, 0.7, 0.98]) {
        await expect(decodeAudio(whole.subarray(0, Math.floor(whole.length * share)))).rejects.toThrow(UnreadableAudio);
      }
    },
  );
});

describe('refusals', () => {
  const samplesOf = (value: number) => sampleBytes('float 32-bit', new Float32Array(64_000).fill(value));
  const float = (bytes: Uint8Array) => wavFile({ ...PLAIN, tag: 3, bits: 32 }, bytes);
  const square = Float32Array.from({ length: 64_000 }, (_, index) => (Math.floor(index / 40) % 2 === 0 ? 0.99 : -0.99));

  test.each<[string, () => Uint8Array, RegExp]>([
    ['an empty file', () => new Uint8Array(0), /empty/],
    ['a text', () => Buffer.from('{"this is": "no audio"}'), /not in a known audio format/],
    ['a header without samples', () => plainWav({}, new Float32Array(0)), /no samples/],
    ['a header that stops', () => plainWav().subarray(0, 30), /no samples/],
    ['0 Hz', () => plainWav({ sampleRate: 0 }), /sample rate of 0 Hz/],
    ['1 GHz', () => plainWav({ sampleRate: 1_000_000_000 }), /1,000,000,000 Hz/],
    ['255 channels', () => wavFile({ ...PLAIN, channels: 255 }, Buffer.alloc(510 * 100)), /255 channels/],
    ['no channels', () => wavFile({ ...PLAIN, channels: 0, blockAlign: 2 }, Buffer.alloc(100)), /0 channels/],
    ['0 bits', () => plainWav({ bits: 0, blockAlign: 2 }), /0 bits/],
    ['48 bits', () => plainWav({ bits: 48 }), /48 bits/],
    ['a block that contradicts its samples', () => plainWav({ blockAlign: 7 }), /contradicts itself/],
    ['a compression that is not read', () => plainWav({ tag: 0x11 }), /compression 0x0011/],
    ['a length field of 2 GB', () => plainWav({ dataLength: 0x7fff_ffff }), /ends before its samples/],
    ['a data chunk that is cut off', () => plainWav().subarray(0, 50_000), /ends before its samples/],
    [
      'another file behind its end',
      () => Buffer.concat([plainWav(), Buffer.from('PK\x03\x04 and a whole archive')]),
      /other data/,
    ],
    ['2.9 seconds', () => plainWav({}, voice(2.9, 16_000)), /2\.9 seconds long; at least 3/],
    ['60.5 seconds', () => plainWav({ sampleRate: 8_000 }, voice(60.5, 8_000)), /longer than 60 seconds/],
    ['silence', () => plainWav({}, new Float32Array(64_000)), /silent/],
    [
      'half a second of sound in silence',
      () => plainWav({}, Float32Array.of(...voice(0.5, 16_000), ...new Float32Array(60_000))),
      /are not silent/,
    ],
    ['samples that are not numbers', () => float(samplesOf(Number.NaN)), /not numbers/],
    ['infinite samples', () => float(samplesOf(Number.NEGATIVE_INFINITY)), /not numbers/],
    [
      'integers labelled as float',
      () =>
        float(
          sampleBytes(
            'float 32-bit',
            voice(4, 16_000).map((x) => x * 32_767),
          ),
        ),
      /far beyond full scale/,
    ],
    ['peaks cut off flat', () => plainWav({}, square), /overdriven/],
  ])('%s is refused with its reason', async (_what, file, reason) => {
    const refusal = decodeAudio(file());
    await expect(refusal).rejects.toThrow(UnreadableAudio);
    await expect(refusal).rejects.toThrow(reason);
  });

  test.each(['head.aac', 'head.m4a'])('AAC (%s) is refused by name', async (name) => {
    await expect(decodeAudio(await fixture(name))).rejects.toThrow(
      /AAC.*not supported; WAV, MP3, FLAC.*: save or record it in one of these\.$/,
    );
  });

  test('WebM is refused by name', async () => {
    await expect(decodeAudio(Buffer.from('\x1aE\xdf\xa3 what a browser records', 'latin1'))).rejects.toThrow(
      /^The file is WebM, which is not supported; WAV, MP3, FLAC/,
    );
  });

  test('a file of less than its header promises is refused', async () => {
    const [lossless, mp3] = await Promise.all(['voice.flac', 'voice.mp3'].map(fixture));
    if (!lossless || !mp3) throw new Error('no files');
    await expect(decodeAudio(flac(lossless, 40_000))).rejects.toThrow('The audio file ends before its samples do.');
    expect(secondsOf(await decodeAudio(counted(mp3, 91)))).toBeGreaterThan(3.2);
    await expect(decodeAudio(counted(mp3, 180))).rejects.toThrow('The MP3 file is cut off.');
  });

  test.each(['voice.ogg', 'voice.oga', 'voice.opus'])(
    '%s that lacks its middle or has it twice is refused, though all the rest is intact',
    async (name) => {
      const whole = await fixture(name);
      const [, , second, third] = pagesOf(whole);
      const missing = 'Parts of the Ogg file are missing.';
      const part = (start = 0, end = whole.length) => whole.subarray(start, end);
      await expect(decodeAudio(Buffer.concat([part(0, second), part(third)]))).rejects.toThrow(missing);
      await expect(decodeAudio(Buffer.concat([part(0, third), part(second)]))).rejects.toThrow(missing);
    },
  );

  test('a page of another stream is refused', async () => {
    const [ogg, other] = await Promise.all(['voice.ogg', 'voice.oga'].map(fixture));
    if (!ogg || !other) throw new Error('no files');
    const mixed = Buffer.concat([ogg.subarray(0, pagesOf(ogg)[3]), other.subarray(pagesOf(other).at(-2))]);
    await expect(decodeAudio(mixed)).rejects.toThrow('The Ogg file holds more than one stream.');
  });

  test('a FLAC stream of unknown length is decoded for 60 seconds at most', async () => {
    const whole = await fixture('voice.flac');
    expect(secondsOf(await decodeAudio(flac(whole, 0)))).toBeCloseTo(3.2, 2);
    await expect(decodeAudio(flac(whole, 0, 25))).rejects.toThrow(/longer than 60 s/);
  });

  test('a pure tone at full scale is not clipped', async () => {
    const tone = Float32Array.from({ length: 64_000 }, (_, index) => Math.sin((2 * Math.PI * 200 * index) / 16_000));
    expect(secondsOf(await decodeAudio(plainWav({}, tone)))).toBe(4);
  });

  test('an MP3 behind another header or before other data is refused', async () => {
    const hidden = Buffer.concat([Buffer.from('GIF89a'), await fixture('voice.mp3')]);
    await expect(decodeAudio(hidden)).rejects.toThrow(UnreadableAudio);
    const followed = Buffer.concat([await fixture('voice.mp3'), Buffer.from('<script>alert(1)</script>')]);
    await expect(decodeAudio(followed)).rejects.toThrow(/other data/);
  });
});

describe('damaged files', () => {
  test.each(['voice.ogg', 'voice.oga', 'voice.opus'])('%s with one changed bit anywhere is refused', async (name) => {
    const whole = await fixture(name);
    for (let at = 60; at < whole.length; at += Math.floor(whole.length / 40)) {
      const damaged = Uint8Array.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      await expect(decodeAudio(damaged), `byte ${at}`).rejects.toThrow(UnreadableAudio);
    }
  });

  test.each(['voice.mp3', 'voice.flac', 'voice.oga', 'voice.ogg', 'voice.opus', 'wav'])(
    '%s with any bytes changed is decoded within the limits or refused, never anything else',
    async (name) => {
      const whole = name === 'wav' ? plainWav() : await fixture(name);
      const change = fc.record({
        // Headers lie in front, so half of the changes go there.
        at: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: whole.length - 1 })),
        value: fc.integer({ min: 0, max: 255 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
          const damaged = Uint8Array.from(whole);
          for (const { at, value } of changes) damaged[at] = value;
          const outcome = await decodeAudio(damaged).catch((error: unknown) => error);
          if (outcome instanceof Error) {
            expect(outcome).toBeInstanceOf(UnreadableAudio);
          } else {
            const samples = outcome as Float32Array;
            expect(samples.length).toBeLessThanOrEqual(60 * 24_000);
            expect(samples.every(Number.isFinite)).toBe(true);
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});
