import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';

describe('a service whose built-in voice speaks until the model is ready', () => {
  const model = new ScriptedEngine(obedient);
  let server: SpeechServer;
  beforeAll(async () => {
    model.enter({ kind: 'loading', stage: 'building' });
    server = await startSpeechServer({ model, fallback: true });
  });
  afterAll(() => server.close());

  const speak = () => post(server.base, '/v1/audio/speech', { input: 'Hello.' });
  const metric = async (name: string) => {
    const text = await (await fetch(`${server.base}/metrics`)).text();
    return text.split('\n').find((line) => line.startsWith(`${name} `));
  };

  test('exports that the configured engine is not ready from the first second', async () => {
    expect(await metric('tts_engine_ready{engine="qwen3-tts"}')).toBe('tts_engine_ready{engine="qwen3-tts"} 0');
    expect(await metric('tts_fallback_answers_total')).toBe('tts_fallback_answers_total 0');
  });

  test('counts and logs every answer of the built-in voice', async () => {
    const answers = [await speak(), await speak()];
    expect(answers.map(({ headers }) => headers.get('x-tts-engine'))).toEqual(['builtin', 'builtin']);
    expect(await metric('tts_fallback_answers_total')).toBe('tts_fallback_answers_total 2');
    const lines = server.log.filter((line) => line.includes('answered by the built-in voice'));
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, variant: 'customvoice-0.6b', model: 'loading' });
  });

  test('never speaks with it again once the model was ready', async () => {
    model.enter({ kind: 'ready' });
    expect((await speak()).headers.get('x-tts-engine')).toBe('qwen3-tts');
    model.enter({ kind: 'failed', reason: 'generation.data was altered.' });
    const refused = await speak();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await fetch(`${server.base}/ready`)).status).toBe(503);
    const health = await fetch(`${server.base}/health`);
    expect([health.status, await health.json()]).toMatchObject([
      200,
      { status: 'failed', engine: null, reason_code: 'model_unusable' },
    ]);
    expect(await metric('tts_fallback_answers_total')).toBe('tts_fallback_answers_total 2');
  });

  test('tells the official clients not to wait in silence where waiting does not help', async () => {
    model.enter({ kind: 'failed', reason: 'generation.data was altered.' });
    expect((await speak()).headers.get('x-should-retry')).toBe('false');
  });
});
