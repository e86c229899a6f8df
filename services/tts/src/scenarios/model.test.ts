import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelVariant } from '@ownvoice/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forkQwen3 } from '../engines/create-supervisor.js';
import { buildGolden, type GoldenName, goldenFolder } from '../testing/golden-models.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { SILENT } from '../testing/supervised.js';
import { readPromisedWav } from '../testing/wav.js';

describe('a loaded model behind the routes', () => {
  let modelsDir: string;
  const servers = new Map<ModelVariant, SpeechServer>();

  beforeAll(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'models-'));
  });

  afterAll(async () => {
    await Promise.all([...servers.values()].map((server) => server.close()));
    await rm(modelsDir, { recursive: true });
  });

  /** The service with a variant, started at its first test. */
  const serve = async (variant: ModelVariant & GoldenName): Promise<string> => {
    const running = servers.get(variant);
    if (running) return running.base;
    const folder = await buildGolden(variant, modelsDir);
    const options = { variant, folder, device: 'cpu', threads: 1, pullOptions: '' } as const;
    const model = forkQwen3(options, SILENT, process.env);
    const server = await startSpeechServer({ variant, model });
    servers.set(variant, server);
    return server.base;
  };

  const wavOf = async (response: Response) => {
    expect(response.status).toBe(200);
    expect(response.headers.get('x-tts-engine')).toBe('qwen3-tts');
    return readPromisedWav(new Uint8Array(await response.arrayBuffer()));
  };

  test('speaks, twice the same for one seed, and is healthy', async () => {
    const base = await serve('customvoice-0.6b');
    const request = { model: 'engine-tts', input: 'Hello, world.', voice: 'Ryan', seed: 5 };
    const first = await wavOf(await post(base, '/v1/audio/speech', request));
    const second = await wavOf(await post(base, '/v1/audio/speech', request));
    expect(first.seconds).toBeGreaterThan(0.1);
    expect(second.samples).toEqual(first.samples);
    const health = await (await fetch(`${base}/health`)).json();
    expect(health).toMatchObject({ status: 'healthy', model_loaded: true, engine: 'qwen3-tts', precision: 'int8' });
    expect((await fetch(`${base}/ready`)).status).toBe(200);
    const metrics = await (await fetch(`${base}/metrics`)).text();
    const loaded = 'engine="qwen3-tts",device="cpu",variant="customvoice-0.6b",precision="int8",build="[0-9a-f]{12}"';
    expect(metrics).toMatch(new RegExp(`^tts_device_info\\{${loaded}\\} 1$`, 'm'));
  });

  test('refuses what its variant cannot do and names the one that can', async () => {
    const base = await serve('customvoice-0.6b');
    const response = await post(base, '/v1/audio/voice-design', { input: 'Hello.', voice_description: 'Calm.' });
    expect(response.status).toBe(409);
    expect(JSON.stringify(await response.json())).toContain('voicedesign-1.7b');
  });

  test('designs a voice from its description', async () => {
    const base = await serve('voicedesign-1.7b');
    const request = { input: 'Hello, world.', voice_description: 'A calm, low voice.', seed: 5 };
    const { seconds } = await wavOf(await post(base, '/v1/audio/voice-design', request));
    expect(seconds).toBeGreaterThan(0.1);
  });

  test('clones a recording with and without its transcript, and counts its cache', async () => {
    const base = await serve('base-0.6b');
    const recording = await readFile(join(goldenFolder('base-0.6b'), 'reference-3s.wav'));
    const clone = async (more: Record<string, string> = {}) => {
      const form = new FormData();
      const fields = { input: 'Hello, world.', seed: '5', ...more };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('reference_audio', new Blob([new Uint8Array(recording)]), 'voice.wav');
      return wavOf(await fetch(`${base}/v1/audio/voice-clone`, { method: 'POST', body: form }));
    };
    const first = await clone();
    const second = await clone();
    expect(second.samples).toEqual(first.samples);
    await clone({ reference_text: 'Hello there, how are you today?' });
    const metrics = await (await fetch(`${base}/metrics`)).text();
    expect(metrics).toMatch(/^tts_reference_cache_hits 1$/m);
    expect(metrics).toMatch(/^tts_reference_cache_misses 2$/m);
  });
});
