import { afterEach, expect, test, vi } from 'vitest';
import { ChildEngine } from '../engines/child-engine.js';
import type { ProcessScript } from '../testing/engine-process.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';

const entry = new URL('../../dist/testing/engine-process.js', import.meta.url);
const logger = { info: () => {}, warn: () => {}, error: () => {} };
let server: SpeechServer | undefined;
afterEach(() => server?.close());

const speak = (base: string, input: string) => post(base, '/v1/audio/speech', { input, language: 'en' });

/** Resolves when the engine is ready again after it died. */
function returned(engine: ChildEngine<ProcessScript>): Promise<void> {
  return new Promise((resolve) => {
    engine.onState(({ kind }) => {
      if (kind === 'ready' && engine.restarts > 0) resolve();
    });
  });
}

test('an engine whose heap is used up costs the request in hand a 503, and comes back', async () => {
  const output: string[] = [];
  const engine = new ChildEngine<ProcessScript>({
    name: 'qwen3-tts',
    entry,
    options: { loading: 'well' },
    logger: { ...logger, warn: (fields) => output.push(JSON.stringify(fields)) },
    execArgv: ['--max-old-space-size=24'],
    backoffMs: 1,
  });
  server = await startSpeechServer({ model: engine });
  const { base } = server;
  expect((await speak(base, 'A sentence.')).status).toBe(200);
  const back = returned(engine);

  const refused = await speak(base, 'exhaust the memory.');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  const body = (await refused.json()) as object;
  expect(Object.keys(body)).toEqual(['error']);
  expect((await fetch(`${base}/health`)).status).toBe(200);

  await back;
  await vi.waitFor(() => expect(output.join()).toContain('heap out of memory'));
  expect(engine.restarts).toBe(1);
  expect((await speak(base, 'Another sentence.')).status).toBe(200);
});
