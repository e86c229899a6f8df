import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf, type ServiceProcess, speak, startService } from '../speech/service-process.js';
import { until } from './harness/until.js';

const SENTENCE = 'The quick brown fox jumps over the lazy dog. ';

let service: ServiceProcess;
beforeAll(async () => {
  service = await startService({}, '--models-dir', '/nonexistent');
});
afterAll(() => service?.stop());

interface Health {
  readonly status: string;
  readonly queue: { readonly waiting: number; readonly running: number };
}
const health = async () => (await (await fetch(`${service.base}/health`)).json()) as Health;
const engine = () => {
  const [pid] = childrenOf(service.child.pid);
  if (pid === undefined) throw new Error('there is no engine');
  return pid;
};
const skippedOf = (answer: Response) => (answer.headers.get('x-tts-chunks-skipped') ?? '').split(',').filter(Boolean);

/** Asks for ten minutes of speech. @returns once it is being spoken; the answer is still to come */
async function beginLongText(): Promise<{ answered: Promise<Response> }> {
  const answered = speak(service.base, SENTENCE.repeat(200));
  await until('it is being spoken', async () => (await health()).queue.running > 0);
  return { answered };
}

describe('an engine that hangs', () => {
  test('costs at most the chunk that it was speaking: it is replaced, what waits is spoken, health answers', async () => {
    const long = await beginLongText();
    const hung = engine();
    process.kill(hung, 'SIGSTOP');
    const short = speak(service.base, SENTENCE);
    const began = performance.now();
    expect((await health()).status).toBe('healthy');
    expect(performance.now() - began).toBeLessThan(5_000);
    const answers = await Promise.all([long.answered, short]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.flatMap(skippedOf).length).toBeLessThanOrEqual(1);
    expect(engine()).not.toBe(hung);
    await until('the one that hung is gone', () => !childrenOf(service.child.pid).includes(hung));
    expect((await speak(service.base, SENTENCE)).headers.get('x-tts-chunks-skipped')).toBeNull();
  });
});

/** Room for a few short sentences, in bytes; a long text takes several times as much. */
const LITTLE = 12 * 2 ** 20;

/** The address space of a process, in bytes. */
const addressSpace = (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[0]) * 4096;
const limit = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--as=${bytes}:`]);

// What the kernel does where memory runs out is SIGKILL, which the tests of the speech process hold; this is the other
// way, in which the process lives on and gets no more.
describe.skipIf(process.platform !== 'linux')('an engine that is refused memory', () => {
  test('leaves out what it can not speak and says so, and speaks whole texts again once there is memory', async () => {
    // One that has not spoken yet: what it has taken once it does not give back, and might get on with that.
    const before = engine();
    process.kill(before, 'SIGKILL');
    await until('it is replaced', () => childrenOf(service.child.pid).some((pid) => pid !== before));
    await until('its successor is ready', async () => (await fetch(`${service.base}/ready`)).status === 200);
    const starved = engine();
    limit(starved, addressSpace(starved) + LITTLE);
    const answer = await speak(service.base, SENTENCE.repeat(200));
    const said = await fetch(`${service.base}/health`);
    expect(said.status).toBe(200);
    expect([200, 500, 503]).toContain(answer.status);
    if (answer.status === 200) {
      expect(skippedOf(answer).length).toBeGreaterThan(0);
      expect(skippedOf(answer).length).toBeLessThan(Number(answer.headers.get('x-tts-chunks')));
    } else expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
    if (answer.status === 503) await until('it is gone', () => !childrenOf(service.child.pid).includes(starved));
    else limit(starved, 'unlimited');
    const next = await speak(service.base, SENTENCE.repeat(20));
    expect(next.status).toBe(200);
    expect(next.headers.get('x-tts-chunks-skipped')).toBeNull();
  });
});
