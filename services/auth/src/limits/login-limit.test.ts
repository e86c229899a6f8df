import { describe, expect, test } from 'vitest';
import { MAX_FAILURES, MAX_FAILURES_BY_NAME, WINDOW_MS } from '../domain/failure-store.js';
import { LoginLimit } from './login-limit.js';
import { MemoryFailureStore } from './memory-failure-store.js';

type Outcome = 'failure' | 'success' | 'inconclusive';
const STATUSES: Readonly<Record<Outcome, number>> = { failure: 401, success: 200, inconclusive: 403 };

function limited(now: () => number = Date.now) {
  const store = new MemoryFailureStore(now);
  const limit = new LoginLimit(store);
  let looks = 0;
  /** Answers as a sign-in would that comes to this outcome. */
  const attempt = async (outcome: Outcome, address = '192.0.2.1', name = 'ada'): Promise<number> => {
    const admission = await limit.enter(address, name);
    if (admission.kind === 'locked-out') return 429;
    if (admission.kind === 'busy') return 503;
    looks += 1;
    await new Promise(setImmediate);
    await admission.end(outcome);
    return STATUSES[outcome];
  };
  return { attempt, limit, store, looks: () => looks };
}
const times = <T>(n: number, run: () => Promise<T>) => Promise.all(Array.from({ length: n }, run));
const tally = (statuses: number[]) =>
  Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((s) => s === status).length]));

describe('the limit on failed sign-ins', () => {
  test('looks at five of fifty wrong attempts at once and refuses the rest', async () => {
    const { attempt, looks } = limited();
    expect(tally(await times(50, () => attempt('failure')))).toEqual({ 401: 5, 429: 45 });
    expect(looks()).toBe(MAX_FAILURES);
  });

  test('lets fifty right attempts at once all in', async () => {
    const { attempt, store } = limited();
    expect(tally(await times(50, () => attempt('success')))).toEqual({ 200: 50 });
    expect(store.size).toBe(0);
  });

  test('refuses the right password too, once five have failed', async () => {
    const { attempt, looks } = limited();
    for (let i = 0; i < MAX_FAILURES; i++) expect(await attempt('failure')).toBe(401);
    expect(await attempt('success')).toBe(429);
    expect(looks()).toBe(MAX_FAILURES);
  });

  test('forgets failures after a success', async () => {
    const { attempt } = limited();
    for (let i = 0; i < 4; i++) await attempt('failure');
    expect(await attempt('success')).toBe(200);
    for (let i = 0; i < MAX_FAILURES; i++) expect(await attempt('failure')).toBe(401);
    expect(await attempt('failure')).toBe(429);
  });

  test('by name is ten, whatever sign-ins of an account of one’s own come in between', async () => {
    const { attempt } = limited();
    let guesses = 0;
    while (guesses < MAX_FAILURES_BY_NAME) {
      for (let i = 0; i < 4 && guesses < MAX_FAILURES_BY_NAME; i++, guesses++)
        expect(await attempt('failure')).toBe(401);
      expect(await attempt('success', '192.0.2.1', 'mallory')).toBe(200);
    }
    expect(await attempt('success')).toBe(429);
    expect(await attempt('success', '192.0.2.1', 'ADA')).toBe(429);
    expect(await attempt('success', '192.0.2.1', 'ada@example.org')).toBe(200);
    expect(await attempt('success', '192.0.2.2')).toBe(200);
  });

  test('by name is exact, however many come at once', async () => {
    const { attempt, looks } = limited();
    for (let i = 0; i < 8; i++) {
      await attempt('failure');
      if (i % 4 === 3) await attempt('success', '192.0.2.1', 'mallory');
    }
    const before = looks();
    expect(tally(await times(20, () => attempt('failure')))).toEqual({ 401: 2, 429: 18 });
    expect(looks() - before).toBe(2);
  });

  test('refuses what can not wait as busy, not as a failure', async () => {
    const { attempt } = limited();
    expect(tally(await times(600, () => attempt('success')))).toEqual({ 200: 500, 503: 100 });
  });

  test('does not count an attempt that says nothing about credentials', async () => {
    const { attempt, store } = limited();
    for (let i = 0; i < 10; i++) expect(await attempt('inconclusive')).toBe(403);
    expect(store.size).toBe(0);
  });

  test('lets an attempt through to the error of a store that fails, and recovers with it', async () => {
    const { attempt, limit, store } = limited();
    const begin = store.begin.bind(store);
    store.begin = () => Promise.reject(new Error('no database'));
    for (let i = 0; i < 10; i++) await expect(limit.enter('192.0.2.1', 'ada')).rejects.toThrow('no database');
    store.begin = begin;
    expect(await attempt('success')).toBe(200);
    expect(store.size).toBe(0);
  });

  test('counts an IPv6 network as one client and other addresses each for themselves', async () => {
    const { attempt } = limited();
    for (let i = 0; i < MAX_FAILURES; i++) await attempt('failure', `2001:db8::${i + 1}`, `name-${i}`);
    expect(await attempt('success', '2001:db8::ffff')).toBe(429);
    expect(await attempt('success', '2001:db8:0:1::1')).toBe(200);
    for (let i = 0; i < MAX_FAILURES; i++) await attempt('failure', '::ffff:192.0.2.1');
    expect(await attempt('success', '192.0.2.1')).toBe(429);
  });

  test('ends with its window, which further attempts do not prolong', async () => {
    let now = 0;
    const { attempt } = limited(() => now);
    for (let i = 0; i < 9; i++) {
      await attempt('failure');
      now += 60_000;
    }
    expect(await attempt('success')).toBe(429);
    now = WINDOW_MS;
    expect(await attempt('success')).toBe(200);
  });

  test('takes a bounded amount of memory, whatever number of addresses comes along', async () => {
    const { attempt, store } = limited();
    for (let i = 0; i < 100_000; i++) {
      const keys = { client: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, name: `name-${i}` };
      await store.begin(keys);
      await store.end('', keys, 'failure');
    }
    expect(store.size).toBeLessThanOrEqual(50_000);
    expect(await attempt('failure')).toBe(401);
  });
});
