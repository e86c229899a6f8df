import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fineTunedCheckpoint } from '@ownvoice/qwen3-tts/internals/testing/edited-checkpoint';
import { broken } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSupervisor } from '../engines/create-supervisor.js';
import { goldenFolder } from '../testing/golden-models.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';
import { configWith, SILENT } from '../testing/supervised.js';
import { readPromisedWav } from '../testing/wav.js';

describe('a fine-tune as the official script leaves it, named by --model-path', () => {
  let dir: string;
  let server: SpeechServer;

  const supervisorOf = (modelPath: string, more: { model?: 'base-0.6b'; pull?: boolean } = {}) =>
    createSupervisor(
      configWith({
        isModelChosen: more.model !== undefined,
        modelPath,
        modelsDir: join(dir, 'models'),
        chosenPrecision: 'int8',
        device: 'cpu',
        threads: 1,
        environment: process.env,
        ...more,
      }),
      SILENT,
    );

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'fine-tune-'));
    const base = join(goldenFolder('base-0.6b'), 'checkpoint');
    const fineTune = await fineTunedCheckpoint(base, join(dir, 'checkpoint-epoch-2'), 'Speaker_Test');
    server = await startSpeechServer({ engines: await supervisorOf(fineTune) });
  });

  afterAll(async () => {
    await server.close();
    await rm(dir, { recursive: true });
  });

  test('is built in the models folder, and is the variant of its size', async () => {
    expect(await readdir(join(dir, 'models'))).toContainEqual(
      expect.stringMatching(/^path-checkpoint-epoch-2-[0-9a-f]{8}-int8-format\d+$/),
    );
    const health = await (await fetch(`${server.base}/health`)).json();
    expect(health).toMatchObject({ status: 'healthy', model_loaded: true, variant: 'customvoice-0.6b' });
  });

  test('has its speaker as the only voice', async () => {
    const voices = [{ id: 'speaker_test', name: 'Speaker_Test', language: 'auto' }];
    expect(await (await fetch(`${server.base}/v1/voices`)).json()).toEqual({ voices });
  });

  const speak = (voice?: unknown) => post(server.base, '/v1/audio/speech', { input: 'Hello, world.', voice, seed: 5 });

  test.each([[undefined], ['speaker_test'], ['Speaker-Test'], [{ id: 'SPEAKER_TEST' }]])(
    'speaks with it when the voice is %j',
    async (voice) => {
      const response = await speak(voice);
      expect(response.status).toBe(200);
      expect(response.headers.get('x-tts-voice')).toBe('speaker_test');
      expect(readPromisedWav(new Uint8Array(await response.arrayBuffer())).seconds).toBeGreaterThan(0.05);
    },
  );

  test.each(['ryan', 'alloy'])('refuses the preset %s, which it lacks', async (voice) => {
    const response = await speak(voice);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('speaker_test') });
  });

  test('lists its own voice where the voice is unknown', async () => {
    const response = await speak('bob');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      details: [expect.stringMatching(broken('voice', 'not_one_of', { values: 'speaker_test' }))],
    });
  });

  test('is another variant than --model says: the start is refused', async () => {
    await expect(supervisorOf(join(dir, 'checkpoint-epoch-2'), { model: 'base-0.6b' })).rejects.toThrow(
      /checkpoint-epoch-2 is a customvoice-0.6b, and --model is base-0.6b\.$/,
    );
  });

  test('is never replaced by a download', async () => {
    const missing = await supervisorOf(join(dir, 'checkpoint-epoch-2'), { pull: true });
    expect(missing.state.model.rules.pulls).toBe(false);
  });

  test.each(['nowhere', 'models'])('is not in a folder without a model: %s', async (folder) => {
    await expect(supervisorOf(join(dir, folder))).rejects.toThrow(/is missing or cannot be read\.$/);
  });

  test('leaves its own files as they are', async () => {
    expect(await readdir(join(dir, 'checkpoint-epoch-2'))).toEqual(
      await readdir(join(goldenFolder('base-0.6b'), 'checkpoint')),
    );
    expect(await readFile(join(dir, 'checkpoint-epoch-2', 'config.json'), 'utf8')).toContain('Speaker_Test');
  });
});
