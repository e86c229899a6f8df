import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CachedUserStats } from './user-stats.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A database in which each count finds one user more. */
function countedDatabase() {
  let counts = 0;
  let failure: Error | undefined;
  const query = async ({ name }: { name: string }) => {
    if (failure !== undefined) throw failure;
    if (name === 'user-stats') counts += 1;
    return { rows: name === 'user-stats' ? [{ total: counts, admins: 0 }] : [] };
  };
  return {
    stats: new CachedUserStats({ query } as unknown as pg.Pool),
    fail(error: Error | undefined) {
      failure = error;
    },
  };
}

describe('the statistics', () => {
  test('are counted once for requests at once, and again after three seconds', async () => {
    const { stats } = countedDatabase();
    const read = async () => (await stats.read()).total_users;
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    vi.advanceTimersByTime(2_999);
    expect(await read()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await read()).toBe(2);
  });

  test('are counted again after a change of this process, also while a count is under way', async () => {
    const { stats } = countedDatabase();
    const before = stats.read();
    stats.forget();
    const after = stats.read();
    expect((await before).total_users).toBe(1);
    expect((await after).total_users).toBe(2);
    expect((await stats.read()).total_users).toBe(2);
  });

  test('are not kept when a count fails', async () => {
    const { stats, fail } = countedDatabase();
    fail(new Error('no database'));
    await expect(stats.read()).rejects.toThrow('no database');
    fail(undefined);
    expect((await stats.read()).total_users).toBe(1);
  });
});
