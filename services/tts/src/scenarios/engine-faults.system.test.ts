import type { SpeechHealth } from '@ownvoice/shared/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { EngineProcess, type EngineProcessOptions } from '../engines/engine-process.js';
import type { Supervisor } from '../engines/supervisor.js';
import { message, textOf } from '../errors.js';
import type { ProcessScript } from '../testing/engine-process.js';
import { post, type SpeechServer, startSpeechServer } from '../testing/speech-server.js';

// Faults of the engine's process behind the whole service: the process is real, what it does is scripted.
const ENTRY = new URL('../../dist/testing/engine-process.js', import.meta.url);
/** A busy machine takes its time. */
const PATIENCE = { timeout: 30_000 };
let server: SpeechServer | undefined;
afterEach(() => server?.close());

async function serve(
  settings: Partial<EngineProcessOptions>,
  options: { chunkTimeoutMs?: number } = {},
): Promise<{ base: string; engine: Supervisor['model']; logged: string[] }> {
  const logged: string[] = [];
  const log = (fields: object) => void logged.push(JSON.stringify(fields));
  const logger = { info: log, warn: log, error: log };
  server = await startSpeechServer({
    model: ({ cpuFallback }, emit) => {
      const script: ProcessScript = { loading: 'well', ...(cpuFallback && { device: 'cpu' }) };
      return new EngineProcess({ name: 'qwen3-tts', entry: ENTRY, options: script, logger, ...settings }, emit);
    },
    rules: { mayUseCpu: true },
    logger,
    ...options,
  });
  return { base: server.base, engine: server.engines.model, logged };
}

const speak = (base: string, input: string) => post(base, '/v1/audio/speech', { input, language: 'en' });
const health = async (base: string) => (await (await fetch(`${base}/health`)).json()) as SpeechHealth;

/** Resolves when the engine is ready again after it died. */
function returned(engine: Supervisor['model']): Promise<void> {
  return new Promise((resolve) => {
    engine.onState(({ kind }) => {
      if (kind === 'ready' && engine.record.restarts > 0) resolve();
    });
  });
}

test('an engine whose heap is used up costs the request in hand a 503, and comes back', async () => {
  const { base, engine, logged } = await serve({ execArgv: ['--max-old-space-size=24'] });
  expect((await speak(base, 'A sentence.')).status).toBe(200);
  const back = returned(engine);

  const refused = await speak(base, 'exhaust the memory.');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  const body = (await refused.json()) as object;
  expect(Object.keys(body)).toEqual(['error', 'code']);
  expect((await fetch(`${base}/health`)).status).toBe(200);

  await back;
  await vi.waitFor(() => expect(logged.join()).toContain('heap out of memory'), PATIENCE);
  expect(engine.record.restarts).toBe(1);
  expect((await speak(base, 'Another sentence.')).status).toBe(200);
});

test('a device that is lost again and again costs no chunk: the CPU takes over, and log, health and metrics say so', async () => {
  const reason = textOf(message('cpu_fallback', {}));
  const { base, engine, logged } = await serve({});
  const text = `lose the device at this chunk. ${'This sentence is one more chunk of it. '.repeat(30)}`;

  const answer = await speak(base, text);
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get('x-tts-chunks'))).toBeGreaterThan(2);
  expect(answer.headers.get('x-tts-chunks-skipped')).toBeNull();
  expect(engine.record.deviceLosses).toBe(3);
  expect(logged.filter((line) => line.includes('[Device] is lost.'))).toHaveLength(3);
  expect(logged.filter((line) => line.includes(reason))).toHaveLength(1);
  expect(await health(base)).toMatchObject({ status: 'healthy', device: 'cpu', device_reason: reason });
  const metrics = await (await fetch(`${base}/metrics`)).text();
  expect(metrics).toContain('tts_device_losses_total{engine="qwen3-tts"} 3');
  expect(metrics).toContain('tts_device_given_up{engine="qwen3-tts"} 1');
});

test.skipIf(process.platform === 'win32')(
  'an engine that hangs costs the chunk in hand: it is replaced, what waits is spoken, health answers meanwhile',
  async () => {
    const { base, engine } = await serve({ maxSilenceMs: 5_000 }, { chunkTimeoutMs: 2_000 });
    const long = speak(
      base,
      `freeze the process at this chunk. ${'This sentence is one more chunk of it. '.repeat(30)}`,
    );
    await vi.waitFor(async () => expect((await health(base)).queue.running).toBe(1), PATIENCE);
    const short = speak(base, 'A sentence.');
    await vi.waitFor(async () => expect((await health(base)).queue.waiting).toBe(1), PATIENCE);
    expect((await health(base)).status).toBe('healthy');

    const answers = await Promise.all([long, short]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map((answer) => answer.headers.get('x-tts-chunks-skipped'))).toEqual(['0', null]);
    expect(engine.record.restarts).toBe(1);
    expect((await speak(base, 'Another sentence.')).headers.get('x-tts-chunks-skipped')).toBeNull();
  },
);
