import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpeechHealth } from '@ownvoice/shared/contract';
import type { Device } from '@ownvoice/shared/contract/models';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { forkQwen3 } from '../engines/create-supervisor.js';
import { buildGolden } from '../testing/golden-models.js';
import { LosingDriver, losableDevice } from '../testing/losing-driver.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { readPromisedWav } from '../testing/wav.js';

const VARIANT = 'customvoice-0.6b';
/** Ends after three frames, and draws no near tie, which the last bits decide: there another device may take another code. */
const SEED = 9;
/** One step of 16 bits, at which both files round. */
const STEP = 1 / 32_768;
/** The device compiles its shaders on a CPU. */
const PATIENCE = { timeout: 600_000, interval: 100 };

const device = process.env.TEST_WEBGPU === undefined ? undefined : losableDevice();
if (process.env.TEST_WEBGPU !== undefined && !device) {
  console.warn('skipped: speech on a software GPU, because SwiftShader or gcc is not installed here');
}

describe.skipIf(!device)('a model on WebGPU behind the routes', { timeout: 900_000 }, () => {
  let folder: string;
  let driver: LosingDriver;
  let onGpu: SpeechServer;
  let onCpu: SpeechServer;
  const logged: string[] = [];

  beforeAll(async () => {
    if (!device) return;
    folder = await mkdtemp(join(tmpdir(), 'webgpu-'));
    driver = new LosingDriver(join(folder, 'driver'), device);
    const model = await buildGolden(VARIANT, folder, 'fp32');
    const log = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
    const logger = { info: log, warn: log, error: log };
    const open = (name: Device) =>
      forkQwen3({ variant: VARIANT, folder: model, device: name, threads: 2, pullOptions: '' }, logger, {
        ...process.env,
        ...driver.environment,
      });
    onCpu = await startSpeechServer({ model: open('cpu'), logger });
    onGpu = await startSpeechServer({ model: open('webgpu'), logger, chunkTimeoutMs: 300_000 });
  }, 900_000);

  afterAll(async () => {
    await Promise.all([onCpu?.close(), onGpu?.close()]);
    if (folder) await rm(folder, { recursive: true });
  });

  const speak = (server: SpeechServer) =>
    post(server.base, '/v1/audio/speech', { input: 'Hello, world.', voice: 'ryan', language: 'en', seed: SEED });
  const samplesOf = async (response: Response) => {
    expect(response.status).toBe(200);
    return readPromisedWav(new Uint8Array(await response.arrayBuffer())).samples;
  };
  const expectSpeechOfCpu = async (response: Response) => {
    const [samples, expected] = [await samplesOf(response), await samplesOf(await speak(onCpu))];
    expect(samples.length).toBe(expected.length);
    const error = samples.reduce((most, sample, i) => Math.max(most, Math.abs(sample - expected[i]!)), 0);
    expect(error).toBeLessThanOrEqual(2e-4 + STEP);
  };
  const health = async () => (await (await fetch(`${onGpu.base}/health`)).json()) as SpeechHealth;

  test('gives the WAV of the CPU within 2e-4', async () => {
    await expectSpeechOfCpu(await speak(onGpu));
    expect(await health()).toMatchObject({ device: 'webgpu' });
  });

  test('speaks every chunk though the device is lost in mid-flight, and says so', async () => {
    const answer = speak(onGpu);
    await vi.waitFor(async () => expect((await health()).queue.running).toBe(1), PATIENCE);
    driver.lose();
    await vi.waitFor(() => expect(onGpu.engines.model.record.deviceLosses).toBe(1), PATIENCE);
    driver.find();
    const response = await answer;
    expect(response.headers.get('x-tts-chunks-skipped')).toBeNull();
    await expectSpeechOfCpu(response);
    expect(logged.filter((line) => line.includes('device lost'))).toHaveLength(1);
    expect(logged.join()).toContain('is lost');
    expect(await health()).toMatchObject({ status: 'healthy', device: 'webgpu' });
  });
});
