import { ApiError } from '@ownvoice/shared';
import { describe, expect, test } from 'vitest';
import { MAX_FAILURES, WINDOW_MS } from '../domain/failure-store.js';
import { LoginLimit, type Verdict } from './login-limit.js';
import { MemoryFailureStore } from './memory-failure-store.js';

const wrong: Verdict<number> = { kind: 'wrong', answer: () => 401 };
const right: Verdict<number> = { kind: 'right', answer: () => 200 };
const neither: Verdict<number> = { kind: 'neither', answer: () => 403 };

function limited(now: () => number = Date.now) {
  const store = new MemoryFailureStore(now);
  const limit = new LoginLimit(store);
  let looks = 0;
  const attempt = async (verdict: Verdict<number>, address = '192.0.2.1') => {
    try {
      return await limit.attempt(
        address,
        async () => {
          looks += 1;
          await new Promise(setImmediate);
          return verdict;
        },
        async () => undefined,
      );
    } catch (error) {
      if (error instanceof ApiError) return error.statusCode;
      throw error;
    }
  };
  return { attempt, store, looks: () => looks };
}
const times = <T>(n: number, run: () => Promise<T>) => Promise.all(Array.from({ length: n }, run));
const tally = (statuses: number[]) =>
  Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((s) => s === status).length]));

describe('the limit on failed sign-ins', () => {
  test('looks at five of fifty wrong attempts at once and refuses the rest', async () => {
    const { attempt, looks } = limited();
    expect(tally(await times(50, () => attempt(wrong)))).toEqual({ 401: 5, 429: 45 });
    expect(looks()).toBe(MAX_FAILURES);
  });

  test('lets fifty right attempts at once all in', async () => {
    const { attempt, store } = limited();
    expect(tally(await times(50, () => attempt(right)))).toEqual({ 200: 50 });
    expect(store.size).toBe(0);
  });

  test('refuses the right password too, once five have failed', async () => {
    const { attempt, looks } = limited();
    for (let i = 0; i < MAX_FAILURES; i++) expect(await attempt(wrong)).toBe(401);
    expect(await attempt(right)).toBe(429);
    expect(looks()).toBe(MAX_FAILURES);
  });

  test('forgets failures after a success', async () => {
    const { attempt } = limited();
    for (let i = 0; i < 4; i++) await attempt(wrong);
    expect(await attempt(right)).toBe(200);
    for (let i = 0; i < MAX_FAILURES; i++) expect(await attempt(wrong)).toBe(401);
    expect(await attempt(wrong)).toBe(429);
  });

  test('does not count what is refused for another reason, nor a failure of ours', async () => {
    const { attempt, store } = limited();
    for (let i = 0; i < 10; i++) expect(await attempt(neither)).toBe(403);
    const limit = new LoginLimit(store);
    const broken = () =>
      limit.attempt(
        '192.0.2.1',
        () => Promise.reject(new Error('no database')),
        () => Promise.resolve(),
      );
    for (let i = 0; i < 10; i++) await expect(broken()).rejects.toThrow('no database');
    expect(store.size).toBe(0);
  });

  test('counts an IPv6 network as one client and other addresses each for themselves', async () => {
    const { attempt } = limited();
    for (let i = 0; i < MAX_FAILURES; i++) await attempt(wrong, `2001:db8::${i + 1}`);
    expect(await attempt(right, '2001:db8::ffff')).toBe(429);
    expect(await attempt(right, '2001:db8:0:1::1')).toBe(200);
    for (let i = 0; i < MAX_FAILURES; i++) await attempt(wrong, '::ffff:192.0.2.1');
    expect(await attempt(right, '192.0.2.1')).toBe(429);
  });

  test('ends with its window, which further attempts do not prolong', async () => {
    let now = 0;
    const { attempt } = limited(() => now);
    for (let i = 0; i < 9; i++) {
      await attempt(wrong);
      now += 60_000;
    }
    expect(await attempt(right)).toBe(429);
    now = WINDOW_MS;
    expect(await attempt(right)).toBe(200);
  });

  test('takes a bounded amount of memory, whatever number of addresses comes along', async () => {
    const { attempt, store } = limited();
    for (let i = 0; i < 100_000; i++) await store.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    expect(store.size).toBeLessThanOrEqual(50_000);
    expect(await attempt(wrong)).toBe(401);
  });
});
