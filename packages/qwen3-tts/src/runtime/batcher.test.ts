import { setImmediate } from 'node:timers/promises';
import { concatenate } from '@ownvoice/audio';
import type { InferenceSession } from 'onnxruntime-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODEL_FILES, readManifest } from '../build/manifest.js';
import { builtGolden } from '../testing/golden-models.js';
import { noise, syntheticSpeech } from '../testing/synthetic-speech.js';
import { Batcher } from './batcher.js';
import type { Codec } from './codec/codec.js';
import { CodecSession } from './codec/codec-session.js';
import { Generator } from './generator.js';
import { KeyValueCache } from './key-value-cache.js';
import { greedySampling } from './sampling.js';
import { openSession } from './sessions.js';
import { loadModel, type SpeechModel } from './speech-model.js';

const TOKENS = 60;

describe('the batcher', () => {
  let folder: string;
  let model: SpeechModel;
  let session: InferenceSession;
  let codec: CodecSession;

  beforeAll(async () => {
    folder = await builtGolden('customvoice-0.6b', 'fp32');
    model = await loadModel({ folder, threads: 1 });
    session = await openSession(folder, MODEL_FILES.generation, 'generation', 'cpu', 1);
    const states = (await readManifest(folder)).codecStates;
    codec = await CodecSession.open({ folder, device: 'cpu', threads: 1, states });
  });
  afterAll(async () => {
    await model.close();
    await session.release();
    await codec.close();
  });

  /** A penalty below 1 is a reward: the first code recurs, and the end never comes. */
  const endless = () => ({ ...greedySampling(model.config), repetitionPenalty: 1e-3 });
  const limits = { rows: 2, kvCacheBytes: 1e9, segmentFrames: 16, overlapDecoding: true };
  const request = (seed: number, signal?: AbortSignal) => ({
    prompt: model.promptVectors({ kind: 'custom_voice', text: 'Hello, world.', speaker: 'ryan' }),
    sampling: endless(),
    seed,
    reproducible: true,
    length: { kind: 'tokens' as const, maximum: TOKENS },
    signal,
    onStart: undefined,
    codecState: async () => codec.start,
  });

  test('generates the next segment while the codec decodes this one', async () => {
    const generator = new Generator(session, model.config);
    let overlapped = 0;
    const patient: Codec = {
      start: codec.start,
      // Answers only when more frames were generated meanwhile; a batcher that waited for it would wait for ever.
      decode: async (codes, frames, state) => {
        const row = generator.rows[0];
        const before = row?.generatedTokens ?? 0;
        while (row && generator.rows.includes(row) && row.generatedTokens === before) await setImmediate();
        if (row && row.generatedTokens > before) overlapped++;
        return codec.decode(codes, frames, state);
      },
      close: async () => {},
    };
    const batcher = new Batcher(generator, patient, model.config, limits);
    const spoken = await batcher.submit(request(5));
    expect(overlapped).toBeGreaterThan(0);
    const alone = await model.synthesize(
      { kind: 'custom_voice', text: 'Hello, world.', speaker: 'ryan' },
      { seed: 5, sampling: endless(), maxNewTokens: TOKENS },
    );
    expect(spoken.codes).toEqual(alone.codes);
    expect(spoken.samples).toEqual(alone.samples);
    await batcher.close();
  });

  test('sets a background row aside while another is there, and both speak as if they were alone', async () => {
    const [generator, background] = [new Generator(session, model.config), new Generator(session, model.config)];
    const order: string[] = [];
    for (const [name, one] of Object.entries({ generator, background })) {
      const segment = one.decodeSegment.bind(one);
      one.decodeSegment = (frames, stopAfter) => {
        order.push(name);
        return segment(frames, stopAfter);
      };
    }
    const batcher = new Batcher(generator, codec, model.config, limits, background);
    const behind = batcher.submit({ ...request(5), isBackground: true });
    while ((background.rows[0]?.generatedTokens ?? 0) < 2) await setImmediate();
    const before = order.length;
    const spoken = [await batcher.submit(request(6)), await behind];
    const first = order.indexOf('generator');
    const last = order.lastIndexOf('generator');
    expect(first).toBeLessThanOrEqual(before + 1);
    expect(order.slice(first, last)).not.toContain('background');
    expect(order.slice(last)).toContain('background');
    for (const [index, seed] of [6, 5].entries()) {
      const alone = await model.synthesize(
        { kind: 'custom_voice', text: 'Hello, world.', speaker: 'ryan' },
        { seed, sampling: endless(), maxNewTokens: TOKENS },
      );
      expect(spoken[index]?.codes).toEqual(alone.codes);
    }
    await batcher.close();
  });

  test('lets the codec and the language model take turns without overlapping', async () => {
    const generator = new Generator(session, model.config);
    let decoding = 0;
    let together = 0;
    const segment = generator.decodeSegment.bind(generator);
    generator.decodeSegment = (frames, stopAfter) => {
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
    const batcher = new Batcher(generator, watched, model.config, { ...limits, overlapDecoding: false });
    await Promise.all([batcher.submit(request(5)), batcher.submit(request(6))]);
    expect(together).toBe(0);
    await batcher.close();
  });

  test.each([
    { longest: 8, expected: [1, 8, 8, 8, 8, 8, 8, 8, 3] },
    { longest: 32, expected: [1, 8, 16, 32, 3] },
  ])(
    'lets segments grow to $longest frames, as far as a row may go, and starts again when the batch was empty',
    async ({ longest, expected }) => {
      const generator = new Generator(session, model.config);
      const asked: number[] = [];
      const prefill = generator.prefill.bind(generator);
      const segment = generator.decodeSegment.bind(generator);
      generator.prefill = (row, frames) => {
        asked.push(frames);
        return prefill(row, frames);
      };
      generator.decodeSegment = (frames, stopAfter) => {
        asked.push(frames);
        return segment(frames, stopAfter);
      };
      const batcher = new Batcher(generator, codec, model.config, { ...limits, segmentFrames: longest });
      await batcher.submit(request(5));
      expect(asked).toEqual(expected);
      asked.length = 0;
      await batcher.submit(request(6));
      expect(asked).toEqual(expected);
      await batcher.close();
    },
  );

  test('pads an odd batch with a reproducible row where the kernels need it, and no other batch', async () => {
    const batches: number[] = [];
    const watched = {
      inputNames: session.inputNames,
      outputNames: session.outputNames,
      run: (feeds: Parameters<InferenceSession['run']>[0], ...rest: []) => {
        batches.push(feeds.generated_tokens!.dims[0]!);
        return session.run(feeds, ...rest);
      },
    } as unknown as InferenceSession;
    const synthesizeWith = async (evenBatches: boolean, reproducible: boolean) => {
      const batcher = new Batcher(new Generator(watched, model.config, evenBatches), codec, model.config, limits);
      batches.length = 0;
      const maximum = 16;
      const spoken = await batcher.submit({ ...request(5), reproducible, length: { kind: 'tokens', maximum } });
      await batcher.close();
      return { codes: spoken.codes, batches: [...batches] };
    };
    const plain = await synthesizeWith(false, true);
    expect(plain.batches).toEqual([1, 1, 1]);
    expect(await synthesizeWith(true, false)).toEqual(plain);
    expect(await synthesizeWith(true, true)).toEqual({ codes: plain.codes, batches: [1, 2, 2] });
  });

  test('keeps the rows of the batch within the KV budget, and lets a row alone exceed it', async () => {
    // Three segments: each row that fits has joined before the first one ends.
    const tokens = 24;
    const rowsOf = async (budgetInRows: number, longest = 1) => {
      const generator = new Generator(session, model.config);
      let most = 0;
      const decodeSegment = generator.decodeSegment.bind(generator);
      generator.decodeSegment = (frames, stopAfter) => {
        most = Math.max(most, generator.rows.length);
        return decodeSegment(frames, stopAfter);
      };
      const { length } = request(5).prompt;
      const rowBytes = (length + tokens) * KeyValueCache.bytesPerPosition(model.config.talker);
      const kvCacheBytes = budgetInRows * rowBytes;
      const batcher = new Batcher(generator, codec, model.config, { ...limits, rows: 4, kvCacheBytes });
      const maximum = (longest - 1) * (length + tokens) + tokens;
      const submit = (seed: number, limit: number) =>
        batcher.submit({ ...request(seed), length: { kind: 'tokens', maximum: limit } });
      await Promise.all([submit(5, maximum), ...[6, 7, 8].map((seed) => submit(seed, tokens))]);
      await batcher.close();
      return most;
    };
    expect(await rowsOf(4)).toBe(4);
    expect(await rowsOf(2.5)).toBe(2);
    expect(await rowsOf(0.5)).toBe(1);
    // A row as long as two makes room for two in each.
    expect(await rowsOf(5, 2)).toBe(2);
  });

  test('prefills a new row while the last frames of another are decoded', async () => {
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
    const batcher = new Batcher(generator, slow, model.config, limits);
    const first = batcher.submit(request(5));
    while (generator.rows.length === 0) await setImmediate();
    while (generator.rows.length > 0) await setImmediate();
    const began = new Promise<void>((resolve) => {
      const second = batcher.submit({ ...request(6), onStart: resolve });
      second.catch(() => {});
    });
    await began;
    release();
    expect((await first).frames).toBeGreaterThan(0);
    await batcher.close();
  });

  /** Of about 90 positions. */
  const longRequest = (signal?: AbortSignal) => ({
    ...request(5, signal),
    prompt: model.promptVectors({
      kind: 'custom_voice',
      text: 'A sentence that takes some time, and then some more. '.repeat(6),
      speaker: 'ryan',
    }),
  });

  test('gives a prompt in pieces the codes of the whole one, whoever is in the batch', async () => {
    const length = { kind: 'tokens' as const, maximum: 16 };
    const spoken = [];
    for (const positions of [Number.POSITIVE_INFINITY, 32, 7]) {
      const batcher = new Batcher(new Generator(session, model.config, false, positions), codec, model.config, limits);
      spoken.push(await batcher.submit({ ...longRequest(), length }));
      const rows = [request(6), longRequest()].map((row) => batcher.submit({ ...row, length }));
      spoken.push((await Promise.all(rows))[1]!);
      await batcher.close();
    }
    for (const { codes } of spoken) expect(codes).toEqual(spoken[0]!.codes);
  });

  test('runs no further piece of a prompt whose row is cancelled', async () => {
    const control = new AbortController();
    let runs = 0;
    const watched = {
      inputNames: session.inputNames,
      outputNames: session.outputNames,
      run: async (feeds: Parameters<InferenceSession['run']>[0], wanted: string[]) => {
        runs++;
        control.abort(new Error('no longer wanted'));
        return session.run(feeds, wanted);
      },
    } as unknown as InferenceSession;
    const generator = new Generator(watched, model.config, false, 32);
    const batcher = new Batcher(generator, codec, model.config, limits);
    await expect(batcher.submit(longRequest(control.signal))).rejects.toThrow('no longer wanted');
    await batcher.close();
    expect(runs).toBe(1);
    expect(generator.rows).toEqual([]);
  });

  test('rejects a row whose audio cannot be decoded, and continues with the others', async () => {
    const generator = new Generator(session, model.config);
    let failures = 1;
    const broken: Codec = {
      start: codec.start,
      decode: (codes, frames, state) =>
        failures-- > 0 ? Promise.reject(new Error('no sound')) : codec.decode(codes, frames, state),
      close: async () => {},
    };
    const batcher = new Batcher(generator, broken, model.config, limits);
    await expect(batcher.submit(request(5))).rejects.toThrow('no sound');
    expect((await batcher.submit(request(6))).samples.length).toBeGreaterThan(0);
    await batcher.close();
  });

  test('cuts off room tone at the same frame whoever shares the batch and however long segments are', async () => {
    const { samplesPerFrame } = model.config;
    const sound = concatenate([syntheticSpeech(1.6), noise(30, -70)]);
    const counted = (frames: number) => ({ frames: { dims: [1], data: Float32Array.of(frames) } });
    const speaking: Codec = {
      start: counted(0),
      decode: async (_codes, frames, state) => {
        const from = state.frames!.data[0]!;
        const samples = sound.slice(from * samplesPerFrame, (from + frames) * samplesPerFrame);
        return { samples, state: counted(from + frames) };
      },
      close: async () => {},
    };
    const row = (seed: number) => ({
      ...request(seed),
      length: { kind: 'text' as const, estimate: 14, hasty: false },
      codecState: async () => speaking.start,
    });
    const runs = [];
    for (const variation of [{}, { segmentFrames: 8 }, { segmentFrames: 32, overlapDecoding: false }]) {
      const generator = new Generator(session, model.config);
      const batcher = new Batcher(generator, speaking, model.config, { ...limits, ...variation });
      const other = { ...row(6), length: { kind: 'tokens' as const, maximum: 30 } };
      runs.push(await batcher.submit(row(5)));
      runs.push((await Promise.all([row(5), other].map((input) => batcher.submit(input))))[0]!);
      await batcher.close();
    }
    for (const { endedBy, frames, codes, samples } of runs) {
      expect({ endedBy, frames }).toEqual({ endedBy: 'ran_on', frames: 22 });
      expect(codes).toEqual(runs[0]!.codes);
      expect(samples).toEqual(runs[0]!.samples);
    }
  });

  test('drops a row that is cancelled while its audio is decoded', async () => {
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
    const batcher = new Batcher(generator, watched, model.config, limits);
    await expect(batcher.submit(request(5, control.signal))).rejects.toThrow('no longer wanted');
    await batcher.close();
    expect(calls).toBe(1);
    expect(generator.rows).toEqual([]);
  });
});
