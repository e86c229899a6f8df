import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { InferenceSession } from 'onnxruntime-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildModel } from '../build/build-model.js';
import { readManifest } from '../build/manifest.js';
import { MODEL_FILES } from '../build/model-files.js';
import { goldenFolders } from '../testing/golden-folders.js';
import type { Codec } from './codec/codec.js';
import { CodecSession } from './codec/codec-session.js';
import { Generator } from './generator.js';
import { greedySampling } from './sampling.js';
import { Scheduler } from './scheduler.js';
import { openSession } from './sessions.js';
import { loadModel, type SpeechModel } from './speech-model.js';

const golden = goldenFolders().find(({ name }) => name === 'customvoice-0.6b')!.folder;
const TOKENS = 60;

describe('the scheduler', () => {
  let folder: string;
  let model: SpeechModel;
  let session: InferenceSession;
  let codec: CodecSession;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduler-'));
    await buildModel({ checkpoint: join(golden, 'checkpoint'), out: folder, precision: 'fp32' });
    model = await loadModel({ folder, threads: 1 });
    session = await openSession(folder, MODEL_FILES.generation, 'generation', 'cpu', 1);
    const states = (await readManifest(folder)).codecStates;
    codec = await CodecSession.open({ folder, device: 'cpu', threads: 1, states });
  });
  afterAll(async () => {
    await model.close();
    await session.release();
    await codec.close();
    await rm(folder, { recursive: true });
  });

  /** A penalty below 1 is a reward: the first code recurs, and the end never comes. */
  const endless = () => ({ ...greedySampling(model.config), repetitionPenalty: 1e-3 });
  const limits = { rows: 2, reservedRows: 1, cacheBytes: 1e9, segmentFrames: 16, decodeBeside: true };
  const request = (seed: number, signal?: AbortSignal) => ({
    prompt: model.promptVectors({ kind: 'custom_voice', text: 'Hello, world.', speaker: 'ryan' }),
    sampling: endless(),
    seed,
    reproducible: true,
    length: { kind: 'tokens' as const, maximum: TOKENS },
    group: String(seed),
    signal,
    onStart: undefined,
    codecState: async () => codec.start,
  });

  test('generates the next segment while the codec decodes this one', async () => {
    const generator = new Generator(session, model.config);
    let overlapped = 0;
    const patient: Codec = {
      start: codec.start,
      // Answers only when more frames were drawn meanwhile; a scheduler that waited for it would wait for ever.
      decode: async (codes, frames, state) => {
        const row = generator.rows[0];
        const drawn = row?.drawn ?? 0;
        while (row && generator.rows.includes(row) && row.drawn === drawn) await setImmediate();
        if (row && row.drawn > drawn) overlapped++;
        return codec.decode(codes, frames, state);
      },
      close: async () => {},
    };
    const scheduler = new Scheduler(generator, patient, model.config, limits);
    const spoken = await scheduler.submit(request(5));
    expect(overlapped).toBeGreaterThan(0);
    const alone = await model.speak(
      { kind: 'custom_voice', text: 'Hello, world.', speaker: 'ryan' },
      { seed: 5, sampling: endless(), maxNewTokens: TOKENS },
    );
    expect(spoken.codes).toEqual(alone.codes);
    expect(spoken.samples).toEqual(alone.samples);
    await scheduler.close();
  });

  test('lets the codec and the language model take turns where they need the same processors', async () => {
    const generator = new Generator(session, model.config);
    let decoding = 0;
    let together = 0;
    const segment = generator.segment.bind(generator);
    generator.segment = (frames, stopAfter) => {
      together += decoding;
      return segment(frames, stopAfter);
    };
    const watched: Codec = {
      start: codec.start,
      decode: async (codes, frames, state) => {
        decoding++;
        for (let turn = 0; turn < 20; turn++) await setImmediate();
        return codec.decode(codes, frames, state).finally(() => decoding--);
      },
      close: async () => {},
    };
    const scheduler = new Scheduler(generator, watched, model.config, { ...limits, decodeBeside: false });
    await Promise.all([scheduler.submit(request(5)), scheduler.submit(request(6))]);
    expect(together).toBe(0);
    await scheduler.close();
  });

  test.each([
    { longest: 8, expected: [1, 8, 8, 8, 8, 8, 8, 8, 8] },
    { longest: 32, expected: [1, 8, 16, 32, 32] },
  ])(
    'lets segments grow to $longest frames, and begins anew when the batch was empty',
    async ({ longest, expected }) => {
      const generator = new Generator(session, model.config);
      const asked: number[] = [];
      const join = generator.join.bind(generator);
      const segment = generator.segment.bind(generator);
      generator.join = (row, frames) => {
        asked.push(frames);
        return join(row, frames);
      };
      generator.segment = (frames, stopAfter) => {
        asked.push(frames);
        return segment(frames, stopAfter);
      };
      const scheduler = new Scheduler(generator, codec, model.config, { ...limits, segmentFrames: longest });
      await scheduler.submit(request(5));
      expect(asked).toEqual(expected);
      asked.length = 0;
      await scheduler.submit(request(6));
      expect(asked).toEqual(expected);
      await scheduler.close();
    },
  );

  test('fills an odd batch for who wants the same codes again, where the kernels ask for that, and for nobody else', async () => {
    const batches: number[] = [];
    const watched = {
      outputNames: session.outputNames,
      run: (feeds: Parameters<InferenceSession['run']>[0], ...rest: []) => {
        batches.push(feeds.drawn!.dims[0]!);
        return session.run(feeds, ...rest);
      },
    } as unknown as InferenceSession;
    const speakWith = async (inPairs: boolean, reproducible: boolean) => {
      const scheduler = new Scheduler(new Generator(watched, model.config, inPairs), codec, model.config, limits);
      batches.length = 0;
      const maximum = 16;
      const spoken = await scheduler.submit({ ...request(5), reproducible, length: { kind: 'tokens', maximum } });
      await scheduler.close();
      return { codes: spoken.codes, batches: [...batches] };
    };
    const plain = await speakWith(false, true);
    expect(plain.batches).toEqual([1, 1, 1]);
    expect(await speakWith(true, false)).toEqual(plain);
    expect(await speakWith(true, true)).toEqual({ codes: plain.codes, batches: [1, 2, 2] });
  });

  test('begins with a newcomer while the last frames of another are decoded', async () => {
    const generator = new Generator(session, model.config);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: Codec = {
      start: codec.start,
      decode: async (codes, frames, state) => {
        await held;
        return codec.decode(codes, frames, state);
      },
      close: async () => {},
    };
    const scheduler = new Scheduler(generator, slow, model.config, limits);
    const first = scheduler.submit(request(5));
    while (generator.rows.length === 0) await setImmediate();
    while (generator.rows.length > 0) await setImmediate();
    const began = new Promise<void>((resolve) => {
      const second = scheduler.submit({ ...request(6), onStart: resolve });
      second.catch(() => {});
    });
    await began;
    release();
    expect((await first).frames).toBeGreaterThan(0);
    await scheduler.close();
  });

  test('fails an utterance whose decoding fails, and goes on with the others', async () => {
    const generator = new Generator(session, model.config);
    let failures = 1;
    const broken: Codec = {
      start: codec.start,
      decode: (codes, frames, state) =>
        failures-- > 0 ? Promise.reject(new Error('no sound')) : codec.decode(codes, frames, state),
      close: async () => {},
    };
    const scheduler = new Scheduler(generator, broken, model.config, limits);
    await expect(scheduler.submit(request(5))).rejects.toThrow('no sound');
    expect((await scheduler.submit(request(6))).samples.length).toBeGreaterThan(0);
    await scheduler.close();
  });

  test('gives up an utterance that is cancelled while it is decoded', async () => {
    const generator = new Generator(session, model.config);
    const control = new AbortController();
    let calls = 0;
    const watched: Codec = {
      start: codec.start,
      decode: async (codes, frames, state) => {
        calls++;
        control.abort(new Error('no longer wanted'));
        return codec.decode(codes, frames, state);
      },
      close: async () => {},
    };
    const scheduler = new Scheduler(generator, watched, model.config, limits);
    await expect(scheduler.submit(request(5, control.signal))).rejects.toThrow('no longer wanted');
    await scheduler.close();
    expect(calls).toBe(1);
    expect(generator.rows).toEqual([]);
  });
});
