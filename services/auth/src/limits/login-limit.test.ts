import { describe, expect, test } from 'vitest';
import { MAX_FAILURES, WINDOW_MS } from '../domain/failure-store.js';
import { LoginLimit } from './login-limit.js';
import { MemoryFailureStore } from './memory-failure-store.js';

type Finding = 'wrong' | 'right' | 'none';
const STATUSES: Readonly<Record<Finding, number>> = { wrong: 401, right: 200, none: 403 };

function limited(now: () => number = Date.now) {
  const store = new MemoryFailureStore(now);
  const limit = new LoginLimit(store);
  let looks = 0;
  /** Answers as a sign-in would that comes to this finding. */
  const attempt = async (finding: Finding, address = '192.0.2.1'): Promise<number> => {
    const admission = await limit.enter(address);
    if (admission.kind === 'locked-out') return 429;
    looks += 1;
    await new Promise(setImmediate);
    if (finding === 'wrong') admission.attempt.fail();
    if (finding === 'right') admission.attempt.succeed();
    await admission.attempt.end();
    return STATUSES[finding];
  };
  return { attempt, limit, store, looks: () => looks };
}
const times = <T>(n: number, run: () => Promise<T>) => Promise.all(Array.from({ length: n }, run));
const tally = (statuses: number[]) =>
  Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((s) => s === status).length]));

describe('the limit on failed sign-ins', () => {
  test('looks at five of fifty wrong attempts at once and refuses the rest', async () => {
    const { attempt, looks } = limited();
    expect(tally(await times(50, () => attempt('wrong')))).toEqual({ 401: 5, 429: 45 });
    expect(looks()).toBe(MAX_FAILURES);
  });

  test('lets fifty right attempts at once all in', async () => {
    const { attempt, store } = limited();
    expect(tally(await times(50, () => attempt('right')))).toEqual({ 200: 50 });
    expect(store.size).toBe(0);
  });

  test('refuses the right password too, once five have failed', async () => {
    const { attempt, looks } = limited();
    for (let i = 0; i < MAX_FAILURES; i++) expect(await attempt('wrong')).toBe(401);
    expect(await attempt('right')).toBe(429);
    expect(looks()).toBe(MAX_FAILURES);
  });

  test('forgets failures after a success', async () => {
    const { attempt } = limited();
    for (let i = 0; i < 4; i++) await attempt('wrong');
    expect(await attempt('right')).toBe(200);
    for (let i = 0; i < MAX_FAILURES; i++) expect(await attempt('wrong')).toBe(401);
    expect(await attempt('wrong')).toBe(429);
  });

  test('does not count an attempt that says nothing about credentials', async () => {
    const { attempt, store } = limited();
    for (let i = 0; i < 10; i++) expect(await attempt('none')).toBe(403);
    expect(store.size).toBe(0);
  });

  test('tells the first refusal of a window from the others', async () => {
    const { attempt, limit } = limited();
    for (let i = 0; i < MAX_FAILURES; i++) await attempt('wrong');
    expect(await limit.enter('192.0.2.1')).toMatchObject({ kind: 'locked-out', first: true });
    expect(await limit.enter('192.0.2.1')).toMatchObject({ kind: 'locked-out', first: false });
  });

  test('lets an attempt through to the error of a store that fails, and recovers with it', async () => {
    const { attempt, limit, store } = limited();
    const take = store.take.bind(store);
    store.take = () => Promise.reject(new Error('no database'));
    for (let i = 0; i < 10; i++) await expect(limit.enter('192.0.2.1')).rejects.toThrow('no database');
    store.take = take;
    expect(await attempt('right')).toBe(200);
    expect(store.size).toBe(0);
  });

  test('counts an IPv6 network as one client and other addresses each for themselves', async () => {
    const { attempt } = limited();
    for (let i = 0; i < MAX_FAILURES; i++) await attempt('wrong', `2001:db8::${i + 1}`);
    expect(await attempt('right', '2001:db8::ffff')).toBe(429);
    expect(await attempt('right', '2001:db8:0:1::1')).toBe(200);
    for (let i = 0; i < MAX_FAILURES; i++) await attempt('wrong', '::ffff:192.0.2.1');
    expect(await attempt('right', '192.0.2.1')).toBe(429);
  });

  test('ends with its window, which further attempts do not prolong', async () => {
    let now = 0;
    const { attempt } = limited(() => now);
    for (let i = 0; i < 9; i++) {
      await attempt('wrong');
      now += 60_000;
    }
    expect(await attempt('right')).toBe(429);
    now = WINDOW_MS;
    expect(await attempt('right')).toBe(200);
  });

  test('takes a bounded amount of memory, whatever number of addresses comes along', async () => {
    const { attempt, store } = limited();
    for (let i = 0; i < 100_000; i++) await store.take(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    expect(store.size).toBeLessThanOrEqual(50_000);
    expect(await attempt('wrong')).toBe(401);
  });
});
