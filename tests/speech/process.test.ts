import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf, runToEnd, type ServiceProcess, speak, startService } from './service-process.js';

const SENTENCE = 'The quick brown fox jumps over the lazy dog. ';

interface Queue {
  readonly waiting: number;
  readonly running: number;
}

describe('the program', () => {
  test('explains itself and ends with 0 on --help', async () => {
    const { code, output } = await runToEnd('--help');
    expect(code).toBe(0);
    expect(output).toContain('--models-dir DIR');
  });

  test.each([
    [['--port', 'eighty'], '--port must be a whole number'],
    [['--model', 'huge'], '--model must be one of'],
    [['--loud'], "Unknown option '--loud'"],
  ])('ends with 2 and one sentence on %j', async (args, sentence) => {
    const { code, output } = await runToEnd(...args);
    expect(code).toBe(2);
    expect(output).toContain(sentence);
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  test('ends with 1 and one sentence when its port is taken', async () => {
    const first = await startService({});
    const { code, output } = await runToEnd('--host', '127.0.0.1', '--port', new URL(first.base).port);
    await first.stop();
    expect(code).toBe(1);
    expect(output).toContain('is taken by another program');
    expect(output).not.toContain('    at ');
  });
});

describe('with --fallback off and no model', () => {
  test('speech is 503 with Retry-After, health says failed and why, and ready is 503', async () => {
    const folder = '/nonexistent/models';
    const service = await startService({ untilReady: false }, '--fallback', 'off', '--models-dir', folder);
    const { base } = service;
    const answer = await speak(base, 'Hello.');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await (await fetch(`${base}/health`)).json()).toMatchObject({
      status: 'failed',
      model_loaded: false,
      engine: null,
      reason: expect.stringContaining('npm run model -- pull'),
    });
    const ready = await fetch(`${base}/ready`);
    expect(ready.status).toBe(503);
    // Where files lie is for the log.
    const health = await (await fetch(`${base}/health`)).text();
    expect((await answer.text()) + (await ready.text()) + health).not.toMatch(/nonexistent|\/models/);
    const { code, output } = await service.stop();
    expect(code).toBe(0);
    expect(output).toContain(folder);
  });
});

describe('the running service', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startService({}, '--queue', '20');
  });
  afterAll(() => service.stop());

  test('answers 503 when its engine is killed while speaking, and the next request is spoken', async () => {
    const speaking = speak(service.base, SENTENCE.repeat(200));
    await queueIs(service.base, ({ running }) => running > 0);
    // Standing still it keeps the chunk that it has; between two chunks nothing of the request would be lost.
    const engines = childrenOf(service.child.pid);
    for (const pid of engines) process.kill(pid, 'SIGSTOP');
    await queueIs(service.base, ({ running }) => running > 0);
    for (const pid of engines) process.kill(pid, 'SIGKILL');
    const answer = await speaking;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
    expect((await speak(service.base, SENTENCE)).status).toBe(200);
    expect(await (await fetch(`${service.base}/metrics`)).text()).toContain(
      'tts_engine_restarts_total{engine="builtin"} 1',
    );
  });

  test('answers a hundred clients at once with speech or 429, and health all the while', async () => {
    const answers = Array.from({ length: 100 }, (_, index) =>
      speak(service.base, `Number ${index}. ${SENTENCE.repeat(5)}`),
    );
    const health = await Promise.all(Array.from({ length: 20 }, () => fetch(`${service.base}/health`)));
    expect(health.map((answer) => answer.status)).toEqual(health.map(() => 200));
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
  });

  test('has an empty queue after clients have hung up', async () => {
    const clients = Array.from({ length: 15 }, () => new AbortController());
    const answers = clients.map((client) =>
      speak(service.base, SENTENCE.repeat(100), client.signal).catch(() => undefined),
    );
    await queueIs(service.base, ({ running }) => running > 0);
    for (const client of clients) client.abort();
    await Promise.all(answers);
    await queueIs(service.base, ({ running, waiting }) => running + waiting === 0);
    expect((await speak(service.base, SENTENCE)).status).toBe(200);
  });
});

describe('SIGTERM under load', () => {
  test('lets requests in flight finish, refuses new ones, and ends with 0 within ten seconds', async () => {
    const service = await startService({});
    // Its engine stands still until all five are in and the signal is sent: otherwise they might be done by then.
    const engines = childrenOf(service.child.pid);
    for (const pid of engines) process.kill(pid, 'SIGSTOP');
    const answers = Array.from({ length: 5 }, () => speak(service.base, SENTENCE));
    await queueIs(service.base, ({ running, waiting }) => running + waiting === 5);
    const asked = Date.now();
    const ending = service.stop();
    for (const pid of engines) process.kill(pid, 'SIGCONT');
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect((await ending).code).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
    await expect(fetch(`${service.base}/health`)).rejects.toThrow();
  });

  test('leaves no process behind', async () => {
    const service = await startService({});
    const children = childrenOf(service.child.pid);
    expect(children.length).toBeGreaterThan(0);
    await service.stop();
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow();
  });
});

/** Looks at the queue until it is as wanted. */
async function queueIs(base: string, wanted: (queue: Queue) => boolean): Promise<void> {
  const { queue } = (await (await fetch(`${base}/health`)).json()) as { queue: Queue };
  if (!wanted(queue)) return queueIs(base, wanted);
}
