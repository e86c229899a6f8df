import { readFile } from 'node:fs/promises';
import { hum, sampleBytes, type WavFields, wavFile } from '@ownvoice/audio/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeAudio } from './decode-audio.js';
import { UnreadableAudio } from './unreadable-audio.js';

const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url));
const voice = (seconds: number, sampleRate: number) => hum({ seconds, sampleRate, level: 0.6 });
const PLAIN: WavFields = { tag: 1, bits: 16, sampleRate: 16_000, channels: 1 };
const plainWav = (fields: Partial<WavFields> = {}, samples = voice(3.2, 16_000)) =>
  wavFile({ ...PLAIN, ...fields }, sampleBytes('PCM 16-bit', samples, fields.channels ?? 1));

function rootMeanSquare(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
}

/** The file with one run of bytes in place of another. */
function replaced(whole: Buffer, from: string, to: string): Buffer {
  const at = whole.indexOf(from, 0, 'latin1');
  if (at < 0) throw new Error('The file has no such bytes.');
  const copy = Buffer.from(whole);
  copy.write(to, at, 'latin1');
  return copy;
}

/** Where each block of the WebM file begins: one byte of id, one or two of length. */
function blocksOf(whole: Buffer): number[] {
  const found: number[] = [];
  for (let at = whole.indexOf('\x1fC\xb6u', 0, 'latin1'); at < whole.length; ) {
    if (whole.readUInt32BE(at) === 0x1f43b675) at += 12;
    if (whole[at] === 0xa3) found.push(at);
    const length = whole.readUInt16BE(at + 1);
    at += length < 0x8000 ? 3 + (length & 0x3fff) : 2 + ((length >> 8) & 0x7f);
  }
  return found;
}
const blockAt = (whole: Buffer, index: number) => blocksOf(whole)[index];
const lastBlock = (whole: Buffer) => whole.subarray(blocksOf(whole).at(-1));

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

/** The file without what lies between two places. */
const without = (whole: Buffer, start = 0, end = 0) => Buffer.concat([whole.subarray(0, start), whole.subarray(end)]);

/** The WebM file with a duration in its header, in milliseconds: the length of the element Info is one byte. */
function announcing(whole: Buffer, duration: number): Buffer {
  const at = whole.indexOf('\x15I\xa9f', 0, 'latin1') + 4;
  const field = Buffer.alloc(11, 'D\x89\x88', 'latin1');
  field.writeDoubleBE(duration, 3);
  const length = Buffer.of((whole[at] ?? 0) + field.length);
  return Buffer.concat([whole.subarray(0, at), length, field, whole.subarray(at + 1)]);
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
    const { samples, seconds, format } = await decodeAudio(stereo);
    expect(format).toBe('wav');
    expect(seconds).toBeCloseTo(3.1, 3);
    expect(rootMeanSquare(samples)).toBeCloseTo(rootMeanSquare(voice(3.1, 24_000)), 3);
  });

  test.each([8_000, 11_025, 22_050, 44_100, 48_000, 96_000])('%i Hz becomes 24,000 Hz', async (sampleRate) => {
    const { samples, seconds } = await decodeAudio(plainWav({ sampleRate }, voice(4, sampleRate)));
    expect(samples).toHaveLength(4 * 24_000);
    expect(seconds).toBe(4);
    expect(rootMeanSquare(samples)).toBeCloseTo(rootMeanSquare(voice(4, 24_000)), 2);
  });

  test('a streamed file of unknown length is read to its end', async () => {
    const streamed = plainWav({ riffLength: 0xffff_ffff, dataLength: 0xffff_ffff });
    expect((await decodeAudio(streamed)).seconds).toBeCloseTo(3.2, 3);
  });
});

describe('compressed audio', () => {
  test.each([
    ['voice.mp3', 'mp3'],
    ['voice.flac', 'flac'],
    ['voice.oga', 'flac'],
    ['voice.ogg', 'vorbis'],
    ['voice.opus', 'opus'],
    ['voice.webm', 'webm'],
  ])('%s is detected by its content and decoded', async (name, format) => {
    const decoded = await decodeAudio(await fixture(name));
    expect(decoded.format).toBe(format);
    expect(decoded.seconds).toBeGreaterThanOrEqual(3.2);
    expect(decoded.seconds).toBeLessThan(3.3);
    expect(rootMeanSquare(decoded.samples)).toBeGreaterThan(0.05);
  });

  test('all formats decode to the same speech', async () => {
    const envelopes = await Promise.all(
      ['voice.flac', 'voice.mp3', 'voice.ogg', 'voice.opus'].map(async (name) => {
        const { samples } = await decodeAudio(await fixture(name));
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

  test('what a browser records begins a moment later and is the same speech', async () => {
    const envelope = (samples: Float32Array, from: number) =>
      Array.from({ length: 30 }, (_, index) =>
        rootMeanSquare(samples.subarray(from + index * 2_400, from + (index + 1) * 2_400)),
      );
    const spoken = envelope((await decodeAudio(await fixture('voice.flac'))).samples, 0);
    const { samples } = await decodeAudio(await fixture('voice.webm'));
    const differences = Array.from({ length: 16 }, (_, centiseconds) => {
      const recorded = envelope(samples, centiseconds * 240);
      return Math.max(...recorded.map((level, index) => Math.abs(level - (spoken[index] ?? 0))));
    });
    expect(Math.min(...differences)).toBeLessThan(0.1);
  });

  test.each(['voice.mp3', 'voice.flac', 'voice.oga', 'voice.ogg', 'voice.opus', 'voice.webm'])(
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

  test.each<[string, (whole: Buffer) => Uint8Array, RegExp]>([
    ['another codec', (whole) => replaced(whole, 'A_OPUS', 'A_VORB'), /a codec other than Opus/],
    ['a video', (whole) => replaced(whole, '\x83\x81\x02', '\x83\x81\x01'), /holds no audio/],
    ['a header alone', (whole) => whole.subarray(0, 0x92), /0 seconds long/],
    [
      'the beginning of a longer recording',
      (whole) => whole.subarray(0, blockAt(whole, 20)),
      /seconds long; at least 3/,
    ],
    ['other data behind', (whole) => Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')]), /WebM file is/],
    [
      'an hour of packets',
      (whole) => Buffer.concat([whole, ...Array(2_000).fill(lastBlock(whole))]),
      /longer than 60 s/,
    ],
    [
      'a million empty packets',
      (whole) => Buffer.concat([whole, Buffer.alloc(6_000_000, '\xa3\x84\x81\0\0\0', 'latin1')]),
      /damaged/,
    ],
    ['a packet of another track', (whole) => replaced(whole, '\xd7\x81\x01', '\xd7\x81\x02'), /damaged/],
    [
      'an element of 2 GB',
      (whole) => Buffer.concat([whole, Buffer.from('a308000000007fffffff', 'hex')]),
      /cut off|damaged/,
    ],
  ])('a WebM file with %s is refused with its reason', async (_what, change, reason) => {
    await expect(decodeAudio(change(await fixture('voice.webm')))).rejects.toThrow(reason);
  });

  test('a file of less than its header promises is refused', async () => {
    const [lossless, mp3, webm] = await Promise.all(['voice.flac', 'voice.mp3', 'voice.webm'].map(fixture));
    if (!lossless || !mp3 || !webm) throw new Error('no files');
    await expect(decodeAudio(flac(lossless, 40_000))).rejects.toThrow('The audio file ends before its samples do.');
    expect((await decodeAudio(counted(mp3, 91))).format).toBe('mp3');
    await expect(decodeAudio(counted(mp3, 180))).rejects.toThrow('The MP3 file is cut off.');
    expect((await decodeAudio(announcing(webm, 3_240))).format).toBe('webm');
    await expect(decodeAudio(announcing(webm, 6_480))).rejects.toThrow('Parts of the WebM file are missing.');
  });

  test('a file that lacks its middle is refused, though all the rest is intact', async () => {
    const [ogg, webm] = await Promise.all(['voice.ogg', 'voice.webm'].map(fixture));
    if (!ogg || !webm) throw new Error('no files');
    const pages = pagesOf(ogg);
    await expect(decodeAudio(without(ogg, pages[2], pages[3]))).rejects.toThrow('Parts of the Ogg file are missing.');
    const shortened = without(webm, blockAt(webm, 12), blockAt(webm, 28));
    await expect(decodeAudio(shortened)).rejects.toThrow('Parts of the WebM file are missing.');
  });

  test('a page of another stream is refused', async () => {
    const [ogg, other] = await Promise.all(['voice.ogg', 'voice.oga'].map(fixture));
    if (!ogg || !other) throw new Error('no files');
    const mixed = Buffer.concat([ogg.subarray(0, pagesOf(ogg)[3]), other.subarray(pagesOf(other).at(-2))]);
    await expect(decodeAudio(mixed)).rejects.toThrow('The Ogg file holds more than one stream.');
  });

  test('a FLAC stream of unknown length is decoded for 60 seconds at most', async () => {
    const whole = await fixture('voice.flac');
    expect((await decodeAudio(flac(whole, 0))).seconds).toBeCloseTo(3.2, 2);
    await expect(decodeAudio(flac(whole, 0, 25))).rejects.toThrow(/longer than 60 s/);
  });

  test('a pure tone at full scale is not clipped', async () => {
    const tone = Float32Array.from({ length: 64_000 }, (_, index) => Math.sin((2 * Math.PI * 200 * index) / 16_000));
    expect((await decodeAudio(plainWav({}, tone))).seconds).toBe(4);
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

  test.each(['voice.mp3', 'voice.flac', 'voice.oga', 'voice.ogg', 'voice.opus', 'voice.webm', 'wav'])(
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
            const { samples } = outcome as Awaited<ReturnType<typeof decodeAudio>>;
            expect(samples.length).toBeLessThanOrEqual(60 * 24_000);
            expect(samples.every(Number.isFinite)).toBe(true);
          }
        }),
        { numRuns: 60 },
      );
    },
  );
});
