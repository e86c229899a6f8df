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
import { SAMPLE_RATE, type SynthesisControl, type SynthesisJob, speechSeconds } from '../engine.js';
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

const wav = readFileSync(join(goldenFolder('base-0.6b'), 'reference-3s.wav'));
const pcm = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));
const threeSeconds = Float32Array.from(pcm, (sample) => sample / 32_768);

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

  test('clones a recording that it has encoded, the same samples each time', async () => {
    await buildGolden('base-0.6b', modelsDir);
    const speaking = start('base-0.6b');
    expect(await reached(speaking, 'ready', 'failed')).toEqual({ kind: 'ready' });
    const reference = await speaking.encode({ samples: threeSeconds, hash: 'abc' }, control());
    const clone: SynthesisJob = { ...base, voice: { kind: 'clone', reference } };
    const first = await speaking.synthesize(clone, control());
    expect(speechSeconds(first)).toBeGreaterThan(0.08);
    expect(await speaking.synthesize(clone, control())).toEqual(first);
  });

  test('speaks for the client that stays while thirty others hang up beside its minute of reference audio', async () => {
    await buildGolden('base-0.6b', modelsDir);
    const speaking = start('base-0.6b');
    expect(await reached(speaking, 'ready', 'failed')).toEqual({ kind: 'ready' });
    const minute = Float32Array.from({ length: 60 * SAMPLE_RATE }, (_, n) => threeSeconds[n % threeSeconds.length]!);
    const text = 'What the recording says.';
    const staying = speaking.encode({ samples: minute, text, hash: 'stays' }, control());
    const others = Array.from({ length: 30 }, (_, client) => {
      const gone = new AbortController();
      const leaving = { signal: gone.signal, onStart: () => gone.abort() };
      return speaking.encode({ samples: threeSeconds, text, hash: `${client}` }, leaving);
    });
    const ends = await Promise.all(others.map((other) => other.catch(({ kind }) => kind)));
    expect(ends).toEqual(others.map(() => 'aborted'));
    const reference = await staying;
    const spoken = await speaking.synthesize({ ...base, voice: { kind: 'clone', reference } }, control());
    expect(speechSeconds(spoken)).toBeGreaterThan(0.08);
    expect(speaking.record.restarts).toBe(0);
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
