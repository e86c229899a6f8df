import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelVariant } from '@ownvoice/shared/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildGolden, GoldenMirror, goldenFolder } from '../../testing/golden-models.js';
import type { EngineLogger } from '../child-engine.js';
import { type Engine, type EngineState, type SynthesisControl, type SynthesisJob, speechSeconds } from '../engine.js';
import { findModelSource } from '../model-source.js';

const silent: EngineLogger = { info: () => {}, warn: () => {}, error: () => {} };

const base = {
  text: 'Hello, world.',
  language: 'English',
  speed: 1,
  seed: 5,
  reproducible: true,
} as const;
const speech: SynthesisJob = { ...base, voice: { kind: 'speech', id: 'ryan', instruct: '' } };
const design: SynthesisJob = { ...base, voice: { kind: 'design', description: 'A calm voice.' } };

function reference(): Float32Array {
  const wav = readFileSync(join(goldenFolder('base-0.6b'), 'reference-3s.wav'));
  const pcm = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));
  return Float32Array.from(pcm, (sample) => sample / 32_768);
}

const control = (signal = new AbortController().signal): SynthesisControl => ({ signal, onStart: () => {} });

function settled(engine: Engine, wanted: (state: EngineState) => boolean): Promise<EngineState> {
  return new Promise((resolve) => {
    const look = (state: EngineState) => {
      if (wanted(state)) resolve(state);
    };
    engine.onState(look);
    look(engine.state);
  });
}

const readyOrFailed = (state: EngineState) => state.kind === 'ready' || state.kind === 'failed';

/** Every file is whole, but the device computes other first logits than those that were stored. */
async function expectOtherLogits(folder: string): Promise<void> {
  const path = join(folder, 'manifest.json');
  const { manifest } = JSON.parse(await readFile(path, 'utf8'));
  const logits = Buffer.from(manifest.firstLogits, 'base64');
  manifest.firstLogits = Buffer.concat([logits.subarray(400), logits.subarray(0, 400)]).toString('base64');
  const checksum = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  await writeFile(path, JSON.stringify({ checksum, manifest }));
}

describe('the model as an engine', () => {
  let modelsDir: string;
  let engine: Engine | undefined;

  beforeEach(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'models-'));
  });

  afterEach(async () => {
    await engine?.stop();
    engine = undefined;
    await rm(modelsDir, { recursive: true });
  });

  const find = async (model: ModelVariant, more: { endpoint?: string; pull?: boolean } = {}) => {
    const source = await findModelSource({
      model,
      modelsDir,
      precision: 'auto',
      device: 'cpu',
      threads: 1,
      pull: more.pull ?? false,
      environment: process.env,
      hub: { endpoint: more.endpoint, token: undefined },
    });
    return source(silent);
  };

  const start = async (model: ModelVariant, more = {}): Promise<Engine> => {
    const source = await find(model, more);
    if (source.kind === 'absent') throw new Error(source.reason);
    engine = source.engine;
    engine.start();
    return engine;
  };

  test('is absent where nothing is, with the command that changes that', async () => {
    expect(await find('customvoice-0.6b')).toMatchObject({
      kind: 'absent',
      reason: expect.stringContaining('npm run model -- pull customvoice-0.6b'),
    });
  });

  test('speaks after its warm-up, the same samples for the same seed', async () => {
    await buildGolden('customvoice-0.6b', modelsDir);
    const speaking = await start('customvoice-0.6b');
    expect(await settled(speaking, readyOrFailed)).toEqual({ kind: 'ready' });
    expect(speaking.capabilities).toMatchObject({ speech: true, design: false, clone: false, precision: 'int8' });
    const [first, second] = await Promise.all([
      speaking.synthesize(speech, control()),
      speaking.synthesize(speech, control()),
    ]);
    expect(first.sampleRate).toBe(24_000);
    expect(speechSeconds(first)).toBeGreaterThan(0.08);
    expect(second).toEqual(first);
    const slow = await speaking.synthesize({ ...speech, speed: 0.5 }, control());
    expect(speechSeconds(slow) / speechSeconds(first)).toBeCloseTo(2, 0);
    await expect(speaking.synthesize(design, control())).rejects.toMatchObject({ kind: 'unsupported' });
  });

  test('designs voices', async () => {
    await buildGolden('voicedesign-1.7b', modelsDir);
    const speaking = await start('voicedesign-1.7b');
    expect(await settled(speaking, readyOrFailed)).toEqual({ kind: 'ready' });
    expect(speechSeconds(await speaking.synthesize(design, control()))).toBeGreaterThan(0.08);
  });

  test('encodes a reference once for all jobs that carry it', async () => {
    await buildGolden('base-0.6b', modelsDir);
    const speaking = await start('base-0.6b');
    expect(await settled(speaking, readyOrFailed)).toEqual({ kind: 'ready' });
    const clone: SynthesisJob = {
      ...base,
      voice: { kind: 'clone', reference: { samples: reference(), hash: 'abc' } },
    };
    const first = await speaking.synthesize(clone, control());
    const second = await speaking.synthesize(clone, control());
    expect(second).toEqual(first);
    expect(speaking.stats).toMatchObject({ reference_cache_hits: 1, reference_cache_misses: 1 });
  });

  test('stops computing a job whose caller has gone', async () => {
    await buildGolden('customvoice-0.6b', modelsDir);
    const speaking = await start('customvoice-0.6b');
    await settled(speaking, readyOrFailed);
    const controller = new AbortController();
    const abandoned = speaking.synthesize(speech, { signal: controller.signal, onStart: () => controller.abort() });
    await expect(abandoned).rejects.toMatchObject({ kind: 'aborted' });
    await expect(speaking.synthesize(speech, control())).resolves.toBeDefined();
    expect(speaking.restarts).toBe(0);
  });

  test.each([
    [
      'altered',
      async (folder: string) => {
        const path = join(folder, 'generation.data');
        const bytes = await readFile(path);
        bytes[5_000] = (bytes[5_000] as number) ^ 1;
        await writeFile(path, bytes);
      },
      /generation\.data was altered/,
    ],
    ['cut short', (folder: string) => truncate(join(folder, 'codec-decoder.data'), 1_000), /has 1000 bytes instead of/],
    ['missing', (folder: string) => rm(join(folder, 'checkpoint', 'merges.txt')), /merges\.txt is missing/],
    [
      'as it was, but computes wrong numbers',
      expectOtherLogits,
      /^The model computes wrong numbers on cpu: .* off by 1\d\d %/,
    ],
    ['without its manifest', (folder: string) => rm(join(folder, 'manifest.json')), /manifest\.json is missing/],
  ])('fails in one sentence when a file of the model is %s', async (_, spoil, sentence) => {
    await spoil(await buildGolden('customvoice-0.6b', modelsDir));
    const state = await settled(await start('customvoice-0.6b'), readyOrFailed);
    expect(state).toMatchObject({ kind: 'failed', reason: expect.stringMatching(sentence) });
  });

  test('is downloaded and built in the background, with retries until the hub allows it, and then speaks', async () => {
    const mirror = new GoldenMirror('customvoice-0.6b');
    const endpoint = await mirror.listen();
    const waiting = await start('customvoice-0.6b', { endpoint, pull: true });
    const refused = await settled(waiting, (state) => state.kind === 'loading' && state.stage.includes('next try'));
    expect(refused).toMatchObject({ stage: expect.stringMatching(/refuses access.*The next try is in 5 s/) });
    mirror.open = true;
    expect(await settled(waiting, readyOrFailed)).toEqual({ kind: 'ready' });
    expect(speechSeconds(await waiting.synthesize(speech, control()))).toBeGreaterThan(0.08);
    await mirror.close();
  });
});
