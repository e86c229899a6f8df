import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf } from '../processes/children.js';
import type { Service } from '../processes/launch.js';
import { speak, startSpeech } from '../processes/speech.js';
import { READY_AGAIN_MS, until } from './harness/until.js';

const SENTENCE = 'The quick brown fox jumps over the lazy dog. ';

let service: Service;
beforeAll(async () => {
  service = await startSpeech(['--models-dir', '/nonexistent']);
});
afterAll(() => service?.end('SIGTERM'));

const engine = () => {
  const [pid] = childrenOf(service.pid);
  if (pid === undefined) throw new Error('there is no engine');
  return pid;
};
const skippedOf = (answer: Response) => (answer.headers.get('x-tts-chunks-skipped') ?? '').split(',').filter(Boolean);

/** Room for a few short sentences, in bytes; a long text takes several times as much. */
const LITTLE = 12 * 2 ** 20;

/** The address space of a process, in bytes. */
const addressSpace = (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[0]) * 4096;
const limit = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--as=${bytes}:`]);

// What the kernel does where memory runs out is SIGKILL, which the tests of the speech process hold; this is the other
// way, in which the process lives on and gets no more.
describe.skipIf(process.platform !== 'linux')('an engine that is refused memory', () => {
  test('skips the chunks that it cannot speak, and speaks whole texts again once there is memory', async () => {
    // It has spoken nothing but its warm-up: what it has taken once it does not give back, and might get on with that.
    const starved = engine();
    limit(starved, addressSpace(starved) + LITTLE);
    const answer = await speak(service.origin, SENTENCE.repeat(100));
    const said = await fetch(`${service.origin}/health`);
    expect(said.status).toBe(200);
    expect([200, 500, 503]).toContain(answer.status);
    if (answer.status === 200) {
      expect(skippedOf(answer).length).toBeGreaterThan(0);
      expect(skippedOf(answer).length).toBeLessThan(Number(answer.headers.get('x-tts-chunks')));
    } else expect(Object.keys((await answer.json()) as object)).toEqual(['error', 'code']);
    if (answer.status === 503) await until('it is gone', () => !childrenOf(service.pid).includes(starved));
    else if (childrenOf(service.pid).includes(starved)) limit(starved, 'unlimited');
    const next = await speak(service.origin, SENTENCE.repeat(20));
    expect(next.status).toBe(200);
    expect(next.headers.get('x-tts-chunks-skipped')).toBeNull();
  });
});

test('an engine whose starts are killed five times in a row is ready within a minute of the last', async () => {
  for (let kills = 0; kills < 5; kills += 1) {
    await until('an engine starts', () => childrenOf(service.pid).length > 0);
    const killed = engine();
    process.kill(killed, 'SIGKILL');
    await until('it is gone', () => !childrenOf(service.pid).includes(killed));
  }
  expect((await fetch(`${service.origin}/ready`)).status).toBe(503);
  await until('it is ready again', async () => (await fetch(`${service.origin}/ready`)).status === 200, READY_AGAIN_MS);
  expect((await speak(service.origin, SENTENCE)).status).toBe(200);
});
