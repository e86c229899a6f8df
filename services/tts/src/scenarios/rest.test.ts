import { runScenario } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';

const ASLEEP = { kind: 'asleep', isWaking: false } as const;

describe('a model that is asleep', () => {
  const engine = new ScriptedEngine(obedient);
  let server: SpeechServer;
  beforeAll(async () => {
    server = await startSpeechServer({ model: engine, queue: 2, fallback: true });
    engine.enter(ASLEEP);
  });
  afterAll(() => server.close());

  test.each([
    ['/ready', 200, { status: 'ready' }],
    [
      '/health',
      200,
      { status: 'healthy', model_loaded: false, asleep: true, engine: 'qwen3-tts', 'model.state': 'asleep' },
    ],
  ] as const)('leaves %s at %d', async (path, status, json) => {
    await runScenario(server.base, { name: path, path, status, json });
  });

  test('shows what would be spoken without being woken', async () => {
    const answer = await post(server.base, '/v1/text/chunks', { input: 'Hello.' });
    expect(answer.status).toBe(200);
    expect(engine.state).toEqual(ASLEEP);
  });

  test('refuses what its variant cannot do as before', async () => {
    const answer = await post(server.base, '/v1/audio/voice-design', { input: 'x', voice_description: 'v' });
    expect(answer.status).toBe(409);
    expect(engine.state).toEqual(ASLEEP);
  });

  test('is woken by a request, which waits; a full queue is 503 with Retry-After; the built-in voice stays silent', async () => {
    const woken = new Promise<void>((resolve) => {
      engine.onState((state) => state.kind === 'asleep' && state.isWaking && resolve());
    });
    const first = post(server.base, '/v1/audio/speech', { input: 'First.' });
    await woken;
    const second = post(server.base, '/v1/audio/speech', { input: 'Second.' });
    await expect
      .poll(async () => ((await (await fetch(`${server.base}/health`)).json()) as { queue: { waiting: number } }).queue)
      .toMatchObject({ waiting: 2 });
    const third = await post(server.base, '/v1/audio/speech', { input: 'Third.' });
    expect(third.status).toBe(503);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    engine.enter({ kind: 'ready' });
    for (const answer of await Promise.all([first, second])) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-tts-engine')).toBe('qwen3-tts');
    }
    const health = await (await fetch(`${server.base}/health`)).json();
    expect(health).toMatchObject({ model_loaded: true });
    expect(health).not.toHaveProperty('asleep');
  });

  test('that cannot be loaded again is a 503 to those who wait', async () => {
    engine.enter(ASLEEP);
    const woken = new Promise<void>((resolve) => {
      engine.onState((state) => state.kind === 'asleep' && state.isWaking && resolve());
    });
    const answer = post(server.base, '/v1/audio/speech', { input: 'Hello.' });
    await woken;
    engine.enter({ kind: 'failed', reason: 'A file is missing.' });
    expect((await answer).status).toBe(503);
  });
});

test('a service that is stopped while its model is asleep ends at once', async () => {
  const engine = new ScriptedEngine(obedient);
  const server = await startSpeechServer({ model: engine });
  engine.enter(ASLEEP);
  await server.close();
  expect(engine.state).toEqual({ kind: 'stopped' });
});
