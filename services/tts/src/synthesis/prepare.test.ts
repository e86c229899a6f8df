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

test('who waits for a text is told at once that it is over, whatever is being prepared', async () => {
  const over = new AbortController();
  const long = prepare('One sentence. '.repeat(7_000));
  const abandoned = prepare('Nobody waits for this.', over.signal);
  over.abort();
  expect(await Promise.race([long.then(() => 'long'), abandoned.catch(() => 'abandoned')])).toBe('abandoned');
  await long;
});
