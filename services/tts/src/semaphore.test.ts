import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.js';

const never = new AbortController().signal;

/** Work that a test ends. */
function held() {
  let end = () => {};
  let begun = false;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = () => {
    begun = true;
    return done;
  };
  return { work, end: () => end(), begun: () => begun };
}

test('so many run at a time, and the first to wait is the next to run', async () => {
  const semaphore = new Semaphore(2);
  const all = [held(), held(), held(), held()];
  const runs = all.map(({ work }) => semaphore.run(work, never));
  expect(all.map(({ begun }) => begun())).toEqual([true, true, false, false]);
  all[1]?.end();
  await runs[1];
  await Promise.resolve();
  expect(all.map(({ begun }) => begun())).toEqual([true, true, true, false]);
  for (const { end } of all) end();
  await Promise.all(runs);
  expect(all.every(({ begun }) => begun())).toBe(true);
});

test('a failure gives its permit back', async () => {
  const semaphore = new Semaphore(1);
  await expect(semaphore.run(() => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
  await expect(semaphore.run(async () => 7, never)).resolves.toBe(7);
});

test('who goes away while waiting is not waited for', async () => {
  const semaphore = new Semaphore(1);
  const first = held();
  const running = semaphore.run(first.work, never);
  const leaving = new AbortController();
  const gone = held();
  const abandoned = semaphore.run(gone.work, leaving.signal);
  const last = semaphore.run(async () => 'spoken', never);
  leaving.abort(new Error('gone'));
  await expect(abandoned).rejects.toThrow('gone');
  first.end();
  await running;
  await expect(last).resolves.toBe('spoken');
  expect(gone.begun()).toBe(false);
});
