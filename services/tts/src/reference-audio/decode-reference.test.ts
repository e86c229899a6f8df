import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { hum, sampleBytes, wavFile } from '@ownvoice/audio/testing';
import { describe, expect, test, vi } from 'vitest';
import { decodeReference } from './decode-reference.js';
import { UnreadableAudio } from './recording-rules.js';

const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url));
const wav = (seconds: number, sampleRate: number, channels = 1) =>
  wavFile(
    { tag: 1, bits: 16, sampleRate, channels },
    sampleBytes('PCM 16-bit', hum({ seconds, sampleRate, level: 0.6 }), channels),
  );
const secondsOf = (samples: Float32Array) => samples.length / 24_000;

describe('decodeReference', () => {
  test('decodes in its own thread and leaves the upload untouched', async () => {
    const upload = await fixture('voice.mp3');
    const before = Buffer.from(upload);
    expect(secondsOf(await decodeReference(upload))).toBeCloseTo(3.25, 1);
    expect(upload.equals(before)).toBe(true);
  });

  test('a file that cannot be decoded is refused with the reason', async () => {
    const refusal: unknown = await decodeReference(await fixture('head.m4a')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnreadableAudio);
    expect(refusal).toMatchObject({
      code: 'recording_unusable',
      message: /m4a: AAC.*is not supported; WAV, MP3, FLAC/,
    });
  });

  test('decoding does not block the event loop', async () => {
    const upload = wav(30, 48_000, 2);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 5);
    expect(secondsOf(await decodeReference(upload))).toBe(30);
    clearInterval(timer);
    // A blocked event loop would turn once before and once after.
    expect(turns).toBeGreaterThan(10);
  });

  test('an aborted call rejects with its own reason and the thread ends', async () => {
    const reason = new Error('the client has gone');
    const already = AbortSignal.abort(reason);
    await expect(decodeReference(await fixture('voice.ogg'), already)).rejects.toBe(reason);
    const controller = new AbortController();
    const started = once(process, 'worker');
    const decoding = decodeReference(wav(60, 48_000), controller.signal);
    const [thread] = (await started) as [Worker];
    const end = vi.spyOn(thread, 'terminate');
    controller.abort(reason);
    await expect(decoding).rejects.toBe(reason);
    expect(end).toHaveBeenCalledOnce();
  });

  test('concurrent uploads do not mix', async () => {
    const lengths = [3.5, 5, 8, 4.25];
    const decoded = await Promise.all(lengths.map((seconds) => decodeReference(wav(seconds, 16_000))));
    expect(decoded.map(secondsOf)).toEqual(lengths);
  });
});
