import { afterAll, expect, test } from 'vitest';
import { WorkerPool } from './prepare.js';

const pool = new WorkerPool([], 1);
afterAll(() => pool.close());

const prepare = (input: string, signal = new AbortController().signal) =>
  pool.prepare(input, { voiceLanguage: 'en' }, signal);

test('a text is prepared though the request before it was abandoned', async () => {
  await prepare('The thread has started.');
  const first = new AbortController();
  const waiting = new AbortController();
  const abandoned = prepare('One sentence. '.repeat(700), first.signal);
  const forgotten = prepare('Nobody waits for this.', waiting.signal);
  const next = prepare('Hello there.');
  const reasons = Promise.allSettled([abandoned, forgotten]);
  first.abort();
  waiting.abort();
  expect(await reasons).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ name: 'AbortError' }) },
    { status: 'rejected', reason: expect.objectContaining({ name: 'AbortError' }) },
  ]);
  expect(await next).toMatchObject({ kind: 'speakable', text: 'Hello there.' });
});
