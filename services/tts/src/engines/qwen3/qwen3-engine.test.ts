import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelVariant } from '@ownvoice/shared/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildGolden, type GoldenName, goldenFolder } from '../../testing/golden-models.js';
import { reached, SILENT, supervise } from '../../testing/supervised.js';
import { forkQwen3 } from '../create-supervisor.js';
import { type SynthesisControl, type SynthesisJob, speechSeconds } from '../engine.js';
import type { Supervisor } from '../supervisor.js';

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
  const running: Supervisor[] = [];

  beforeEach(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'models-'));
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((engine) => engine.stop()));
    await rm(modelsDir, { recursive: true });
  });

  const start = (model: ModelVariant & GoldenName): Supervisor['model'] => {
    const folder = join(modelsDir, model);
    const options = { variant: model, folder, device: 'cpu', threads: 1, pullOptions: '' } as const;
    const started = supervise(forkQwen3(options, SILENT, process.env));
    running.push(started);
    started.start();
    return started.model;
  };

  test('speaks after its warm-up, the same samples for the same seed', async () => {
    await buildGolden('customvoice-0.6b', modelsDir);
    const speaking = start('customvoice-0.6b');
    expect(await reached(speaking, 'ready', 'failed')).toEqual({ kind: 'ready' });
    expect(speaking.capabilities).toMatchObject({ variant: 'customvoice-0.6b', precision: 'int8' });
    const [first, second] = await Promise.all([
      speaking.synthesize(speech, control()),
      speaking.synthesize(speech, control()),
    ]);
    expect(speechSeconds(first)).toBeGreaterThan(0.08);
    expect(second).toEqual(first);
    const slow = await speaking.synthesize({ ...speech, speed: 0.5 }, control());
    expect(speechSeconds(slow) / speechSeconds(first)).toBeCloseTo(2, 0);
    await expect(speaking.synthesize(design, control())).rejects.toMatchObject({ kind: 'unsupported' });
  });

  test('plans by the speed that an earlier start measured, and measures again after another build', async () => {
    const calibration = join(await buildGolden('customvoice-0.6b', modelsDir), '.calibration.json');
    const startAgain = async () => {
      await Promise.all(running.splice(0).map((engine) => engine.stop()));
      const engine = start('customvoice-0.6b');
      expect(await reached(engine, 'ready', 'failed')).toEqual({ kind: 'ready' });
      return engine.capabilities.parallel;
    };
    await startAgain();
    const { measuredRtf, ...conditions } = JSON.parse(await readFile(calibration, 'utf8'));
    expect(measuredRtf).toBeGreaterThan(0);
    const crawling = { ...conditions, measuredRtf: 100 };
    await writeFile(calibration, JSON.stringify(crawling));
    expect(await startAgain()).toBe(1);
    expect(JSON.parse(await readFile(calibration, 'utf8'))).toEqual(crawling);
    await writeFile(calibration, JSON.stringify({ ...crawling, build: 'another' }));
    await startAgain();
    expect(JSON.parse(await readFile(calibration, 'utf8'))).toMatchObject(conditions);
  });

  test('designs voices', async () => {
    await buildGolden('voicedesign-1.7b', modelsDir);
    const speaking = start('voicedesign-1.7b');
    expect(await reached(speaking, 'ready', 'failed')).toEqual({ kind: 'ready' });
    expect(speechSeconds(await speaking.synthesize(design, control()))).toBeGreaterThan(0.08);
  });

  test('encodes a reference once for all jobs that carry it', async () => {
    await buildGolden('base-0.6b', modelsDir);
    const speaking = start('base-0.6b');
    expect(await reached(speaking, 'ready', 'failed')).toEqual({ kind: 'ready' });
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
    await reached(speaking, 'ready', 'failed');
    const controller = new AbortController();
    const abandoned = speaking.synthesize(speech, { signal: controller.signal, onStart: () => controller.abort() });
    await expect(abandoned).rejects.toMatchObject({ kind: 'aborted' });
    await expect(speaking.synthesize(speech, control())).resolves.toBeDefined();
    expect(speaking.record.restarts).toBe(0);
  });

  test('fails in one sentence when the device computes wrong numbers', async () => {
    await expectOtherLogits(await buildGolden('customvoice-0.6b', modelsDir));
    expect(await reached(start('customvoice-0.6b'), 'ready', 'failed')).toMatchObject({
      kind: 'failed',
      reason: {
        code: 'model_unusable',
        parameters: { problem: expect.stringMatching(/^The model computes wrong numbers on cpu: .* off by 1\d\d %/) },
      },
    });
  });
});
