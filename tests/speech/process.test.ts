import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, requestFor } from '../faults/harness/raw-client.js';
import { childrenOf, isRunning } from '../processes/children.js';
import type { Service } from '../processes/launch.js';
import { runSpeech, speak, startSpeech } from '../processes/speech.js';

const SENTENCE = 'The quick brown fox jumps over the lazy dog. ';

interface Queue {
  readonly waiting: number;
  readonly running: number;
}

describe('the program', () => {
  test('prints its options and ends with 0 on --help', async () => {
    const { code, output } = await runSpeech('--help');
    expect(code).toBe(0);
    expect(output).toContain('--models-dir DIR');
  });

  test.each([
    [['--port', 'eighty'], '--port must be a whole number'],
    [['--model', 'huge'], '--model must be one of'],
    [['--loud'], '--loud'],
  ])('ends with 2 and one sentence on %j', async (args, sentence) => {
    const { code, output } = await runSpeech(...args);
    expect(code).toBe(2);
    expect(output).toContain(sentence);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
});

describe.each([
  ['--fallback off', ['--fallback', 'off']],
  ['a chosen model and --fallback auto', ['--model', 'customvoice-1.7b']],
])('with %s and no model', (_options, options) => {
  test('speech is 503 with Retry-After, health says failed and why, and ready is 503', async () => {
    const folder = '/nonexistent/models';
    const service = await startSpeech([...options, '--models-dir', folder], { untilReady: false });
    const { origin } = service;
    const answer = await speak(origin, 'Hello.');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await (await fetch(`${origin}/health`)).json()).toMatchObject({
      status: 'failed',
      model_loaded: false,
      engine: null,
      reason: expect.stringContaining('npm run model -- pull'),
    });
    const ready = await fetch(`${origin}/ready`);
    expect(ready.status).toBe(503);
    // Where files lie is for the log.
    const health = await (await fetch(`${origin}/health`)).text();
    expect((await answer.text()) + (await ready.text()) + health).not.toMatch(/nonexistent|\/models/);
    const { code, output } = await service.end('SIGTERM');
    expect(code).toBe(0);
    expect(output).toContain(folder);
  });
});

describe('the running service', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startSpeech(['--queue', '20']);
  });
  afterAll(() => service.end('SIGTERM'));

  test('shares its port with nobody: a second service ends with 1 and one sentence', async () => {
    const { code, output } = await runSpeech('--port', new URL(service.origin).port);
    expect(code).toBe(1);
    expect(output).toContain('is taken by another program');
    expect(output).not.toContain('    at ');
  });

  test('answers 503 when its engine is killed while speaking, and the next request is spoken', async () => {
    const speaking = speak(service.origin, SENTENCE.repeat(200));
    await queueIs(service.origin, ({ running }) => running > 0);
    // Standing still it keeps the chunk that it has; between two chunks nothing of the request would be lost.
    const engines = childrenOf(service.pid);
    for (const pid of engines) process.kill(pid, 'SIGSTOP');
    await queueIs(service.origin, ({ running }) => running > 0);
    for (const pid of engines) process.kill(pid, 'SIGKILL');
    const answer = await speaking;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(Object.keys((await answer.json()) as object)).toEqual(['error', 'code']);
    expect((await speak(service.origin, SENTENCE)).status).toBe(200);
    expect(await (await fetch(`${service.origin}/metrics`)).text()).toContain(
      'tts_engine_restarts_total{engine="builtin"} 1',
    );
  });

  test('answers a hundred clients at once with speech or 429, and health meanwhile', async () => {
    // Standing still until the queue is full: otherwise the engine might keep up with them.
    const engines = childrenOf(service.pid);
    for (const pid of engines) process.kill(pid, 'SIGSTOP');
    const answers = Array.from({ length: 100 }, (_, index) => speak(service.origin, `Number ${index}. ${SENTENCE}`));
    const health = await Promise.all(Array.from({ length: 20 }, () => fetch(`${service.origin}/health`)));
    expect(health.map((answer) => answer.status)).toEqual(health.map(() => 200));
    await queueIs(service.origin, ({ waiting }) => waiting === 20);
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(429);
    for (const pid of engines) process.kill(pid, 'SIGCONT');
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
  });

  test('has an empty queue after clients have disconnected', async () => {
    const clients = Array.from({ length: 15 }, () => new AbortController());
    const answers = clients.map((client) =>
      speak(service.origin, SENTENCE.repeat(100), client.signal).catch(() => undefined),
    );
    await queueIs(service.origin, ({ running }) => running > 0);
    for (const client of clients) client.abort();
    await Promise.all(answers);
    await queueIs(service.origin, ({ running, waiting }) => running + waiting === 0);
    expect((await speak(service.origin, SENTENCE)).status).toBe(200);
  });
});

describe('SIGTERM under load', () => {
  test('lets requests in flight finish, refuses new ones, ends with 0 within ten seconds and leaves no process', async () => {
    const service = await startSpeech();
    // Its engine stands still until all five are in and the signal is sent: otherwise they might be done by then.
    const engines = childrenOf(service.pid);
    for (const pid of engines) process.kill(pid, 'SIGSTOP');
    const answers = Array.from({ length: 5 }, () => speak(service.origin, SENTENCE));
    await queueIs(service.origin, ({ running, waiting }) => running + waiting === 5);
    const asked = Date.now();
    const ending = service.end('SIGTERM');
    for (const pid of engines) process.kill(pid, 'SIGCONT');
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect((await ending).code).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
    await expect(fetch(`${service.origin}/health`)).rejects.toThrow();
    expect(engines.length).toBeGreaterThan(0);
    for (const pid of engines) expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe('the engine of a service', () => {
  test('goes on speaking when a signal reaches the whole service, and ends when the service is killed', async () => {
    const service = await startSpeech();
    const engines = childrenOf(service.pid);
    expect(engines).toHaveLength(1);
    for (const pid of engines) for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(pid, signal);
    expect((await speak(service.origin, SENTENCE)).status).toBe(200);
    expect(childrenOf(service.pid)).toEqual(engines);
    await service.end('SIGKILL');
    await expect.poll(() => engines.filter(isRunning)).toEqual([]);
  });

  test('a second signal ends the service and its engine at once', async () => {
    const service = await startSpeech();
    const engines = childrenOf(service.pid);
    for (const pid of engines) process.kill(pid, 'SIGSTOP');
    const answer = speak(service.origin, SENTENCE).catch(() => 'cut off');
    await queueIs(service.origin, ({ running, waiting }) => running + waiting === 1);
    const ending = service.end('SIGTERM');
    await expect.poll(() => service.output()).toContain('closing');
    service.child.kill('SIGINT');
    expect((await ending).code).toBe(1);
    expect(await answer).toBe('cut off');
    for (const pid of engines) process.kill(pid, 'SIGCONT');
    await expect.poll(() => engines.filter(isRunning)).toEqual([]);
  });

  test('speech that outlasts --grace is a 503, and the service ends with 0', async () => {
    const service = await startSpeech(['--grace', '1']);
    const engines = childrenOf(service.pid);
    for (const pid of engines) process.kill(pid, 'SIGSTOP');
    const answer = speak(service.origin, SENTENCE);
    await queueIs(service.origin, ({ running, waiting }) => running + waiting === 1);
    const ending = service.end('SIGTERM');
    const { status, headers } = await answer;
    expect([status, headers.get('retry-after'), headers.get('connection')]).toEqual([503, '5', 'close']);
    expect((await ending).code).toBe(0);
    expect(engines.filter(isRunning)).toEqual([]);
  });

  test('clients that do not finish their request are left behind, and the service ends with 0', async () => {
    const service = await startSpeech(['--grace', '0']);
    const reused = await begin(service.origin, 'GET /health HTTP/1.1\r\nhost: test\r\n\r\n');
    await once(reused, 'data');
    reused.write('GET /health HTTP/1.1\r\nho');
    await begin(service.origin, `${requestFor('/v1/audio/speech', 100)}{"inp`);
    await queueIs(service.origin, ({ running, waiting }) => running + waiting === 0);
    expect((await service.end('SIGTERM')).code).toBe(0);
  });
});

/** Looks at the queue until it is as wanted. */
async function queueIs(origin: string, wanted: (queue: Queue) => boolean): Promise<void> {
  const { queue } = (await (await fetch(`${origin}/health`)).json()) as { queue: Queue };
  if (!wanted(queue)) return queueIs(origin, wanted);
}
