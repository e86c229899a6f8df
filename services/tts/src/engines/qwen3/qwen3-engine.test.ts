import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelVariant } from '@ownvoice/shared/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildGolden, type GoldenName, goldenFolder } from '../../testing/golden-models.js';
import type { EngineLogger } from '../child-engine.js';
import { type Engine, type EngineState, type SynthesisControl, type SynthesisJob, speechSeconds } from '../engine.js';
import { createQwen3Engine } from './index.js';

const silent: EngineLogger = { info: () => {}, warn: () => {}, error: () => {} };

const base = {
  text: 'Hello, world.',
  language: 'English',
  speed: 1,
  seed: 5,
  reproducible: true,
  estimatedSeconds: 2.5,
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
  const running: Engine[] = [];

  beforeEach(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'models-'));
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((engine) => engine.stop()));
    await rm(modelsDir, { recursive: true });
  });

  const start = (model: ModelVariant & GoldenName): Engine => {
    const options = { variant: model, folder: join(modelsDir, model), device: 'cpu', threads: 1 } as const;
    const started = createQwen3Engine(options, silent, process.env);
    running.push(started);
    started.start();
    return started;
  };

  test('speaks after its warm-up, the same samples for the same seed', async () => {
    await buildGolden('customvoice-0.6b', modelsDir);
    const speaking = start('customvoice-0.6b');
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

  test('plans by the pace that an earlier start measured, and measures again after another build', async () => {
    const kept = join(await buildGolden('customvoice-0.6b', modelsDir), '.pace.json');
    const startAgain = async () => {
      await Promise.all(running.splice(0).map((engine) => engine.stop()));
      const engine = start('customvoice-0.6b');
      expect(await settled(engine, readyOrFailed)).toEqual({ kind: 'ready' });
      return engine.capabilities.parallel;
    };
    await startAgain();
    const { realTimeFactor, ...conditions } = JSON.parse(await readFile(kept, 'utf8'));
    expect(realTimeFactor).toBeGreaterThan(0);
    const crawling = { ...conditions, realTimeFactor: 100 };
    await writeFile(kept, JSON.stringify(crawling));
    expect(await startAgain()).toBe(1);
    expect(JSON.parse(await readFile(kept, 'utf8'))).toEqual(crawling);
    await writeFile(kept, JSON.stringify({ ...crawling, build: 'another' }));
    await startAgain();
    expect(JSON.parse(await readFile(kept, 'utf8'))).toMatchObject(conditions);
  });

  test('designs voices', async () => {
    await buildGolden('voicedesign-1.7b', modelsDir);
    const speaking = start('voicedesign-1.7b');
    expect(await settled(speaking, readyOrFailed)).toEqual({ kind: 'ready' });
    expect(speechSeconds(await speaking.synthesize(design, control()))).toBeGreaterThan(0.08);
  });

  test('encodes a reference once for all jobs that carry it', async () => {
    await buildGolden('base-0.6b', modelsDir);
    const speaking = start('base-0.6b');
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
    const speaking = start('customvoice-0.6b');
    await settled(speaking, readyOrFailed);
    const controller = new AbortController();
    const abandoned = speaking.synthesize(speech, { signal: controller.signal, onStart: () => controller.abort() });
    await expect(abandoned).rejects.toMatchObject({ kind: 'aborted' });
    await expect(speaking.synthesize(speech, control())).resolves.toBeDefined();
    expect(speaking.restarts).toBe(0);
  });

  test('fails in one sentence when the device computes wrong numbers', async () => {
    await expectOtherLogits(await buildGolden('customvoice-0.6b', modelsDir));
    expect(await settled(start('customvoice-0.6b'), readyOrFailed)).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/^The model computes wrong numbers on cpu: .* off by 1\d\d %/),
    });
  });
});
