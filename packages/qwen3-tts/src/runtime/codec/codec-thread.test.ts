import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { concatenate } from '@ownvoice/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../build/manifest.js';
import { ModelError } from '../../errors.js';
import { builtGolden } from '../../testing/golden-models.js';
import { PIECE_FRAMES } from './codec.js';
import { CodecSession, type CodecSource } from './codec-session.js';
import { CodecThread } from './codec-thread-client.js';

const FRAMES = 2 * PIECE_FRAMES + 3;
const GROUPS = 16;

describe('the codec thread', () => {
  let folder: string;
  let source: CodecSource;
  let thread: CodecThread;
  let session: CodecSession;
  const codes = Int32Array.from({ length: FRAMES * GROUPS }, (_, i) => (i * 7) % 30);

  beforeAll(async () => {
    folder = await builtGolden('customvoice-0.6b', 'fp32');
    source = { folder, device: 'cpu', threads: 1, states: (await readManifest(folder)).codecStates };
    thread = await CodecThread.open(source);
    session = await CodecSession.open(source);
  });
  afterAll(async () => {
    await thread.close();
    await session.close();
  });

  test('gives the samples and the state of the codec in this thread, to the last bit', async () => {
    const far = await thread.decode(codes, FRAMES, thread.start);
    const near = await session.decode(codes, FRAMES, session.start);
    expect(near.samples.length).toBe(FRAMES * 1920);
    expect(far.samples).toEqual(near.samples);
    expect(far.state).toEqual(near.state);
  });

  test('continues from a state without modifying it, and serves several utterances at once', async () => {
    const first = 2 * PIECE_FRAMES;
    const whole = await thread.decode(codes, FRAMES, thread.start);
    const begin = await thread.decode(codes.slice(0, first * GROUPS), first, thread.start);
    const rest = codes.slice(first * GROUPS);
    const [one, other] = await Promise.all([
      thread.decode(rest, FRAMES - first, begin.state),
      thread.decode(rest, FRAMES - first, begin.state),
    ]);
    expect(concatenate([begin.samples, one.samples])).toEqual(whole.samples);
    expect(other.samples).toEqual(one.samples);
  });

  test('runs whole pieces only where lengths are dear, and gives the same samples', async () => {
    const whole = await CodecSession.open({ ...source, wholePieces: true });
    const [near, padded] = [
      await session.decode(codes, FRAMES, session.start),
      await whole.decode(codes, FRAMES, whole.start, true),
    ];
    expect(padded.samples.length).toBe(near.samples.length);
    expect(Math.max(...near.samples.map((sample, i) => Math.abs(sample - padded.samples[i]!)))).toBeLessThan(1e-5);
    // It has gone on by repeated frames.
    expect(padded.state).not.toEqual(near.state);
    await whole.close();
  });

  test('reports why a piece failed, and decodes the next one', async () => {
    const outside = Int32Array.from({ length: GROUPS }, () => 1e6);
    await expect(thread.decode(outside, 1, thread.start)).rejects.toThrow(/^The codec failed: /);
    expect((await thread.decode(codes.slice(0, GROUPS), 1, thread.start)).samples.length).toBe(1920);
  });

  test('refuses a folder without a codec in one sentence, and work after it was closed', async () => {
    await expect(CodecThread.open({ ...source, folder: tmpdir() })).rejects.toBeInstanceOf(ModelError);
    const closed = await CodecThread.open(source);
    await closed.close();
    await expect(closed.decode(codes, FRAMES, closed.start)).rejects.toThrow('The codec was closed.');
  });

  test('that dies fails the calls in flight, and the next one starts a new thread', async () => {
    const workers: Worker[] = [];
    const entry = new URL('../../../dist/runtime/codec/codec-thread.js', import.meta.url);
    const mortal = await CodecThread.open(source, (workerData) => {
      const worker = new Worker(entry, { workerData });
      workers.push(worker);
      return worker;
    });
    const lost = mortal.decode(codes, FRAMES, mortal.start);
    const outcome = expect(lost).rejects.toThrow('The codec thread failed: out of memory');
    await setImmediate();
    // As when its heap is used up; a thread that is ended from outside in the middle of a run ends the process as well.
    workers[0]?.emit('error', new Error('out of memory'));
    await outcome;
    expect((await mortal.decode(codes, FRAMES, mortal.start)).samples.length).toBe(FRAMES * 1920);
    expect(workers.length).toBe(2);
    const gone = once(workers[0]!, 'exit');
    workers[0]?.postMessage({ kind: 'close' });
    await gone;
    expect((await mortal.decode(codes, FRAMES, mortal.start)).samples.length).toBe(FRAMES * 1920);
    expect(workers.length).toBe(2);
    await mortal.close();
  });
});
