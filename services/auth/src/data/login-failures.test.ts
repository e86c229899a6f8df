import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_FAILURES, WINDOW_MS } from '../domain/failure-store.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { LoginFailures } from './login-failures.js';

let database: TestDatabase;
let pools: pg.Pool[];
beforeAll(async () => {
  database = await createTestDatabase();
  pools = [0, 1].map(() => new pg.Pool({ connectionString: database.url, max: 10 }));
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});
beforeEach(() => pools[0]?.query('TRUNCATE login_failures'));

describe('failures in the database', () => {
  test('are counted exactly by two replicas at once', async () => {
    const [one, two] = pools.map((pool) => new LoginFailures(pool));
    const points = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? one : two)?.take('192.0.2.1')));
    expect(points.filter((point) => point?.kind === 'taken')).toHaveLength(MAX_FAILURES);
    const refused = points.filter((point) => point?.kind === 'none-left');
    expect(refused).toHaveLength(40 - MAX_FAILURES);
    for (const point of refused)
      expect(point).toEqual({ kind: 'none-left', retryAfterMs: expect.closeTo(WINDOW_MS, -5) });
  });

  test('are given back, forgotten but for what is pending, and gone with their window', async () => {
    const [pool] = pools;
    if (pool === undefined) throw new Error('two were made');
    const store = new LoginFailures(pool);
    const take = async (n: number) => {
      for (let i = 0; i < n; i++) await store.take('192.0.2.2');
    };
    const left = async () => {
      let n = 0;
      while ((await store.take('192.0.2.2')).kind === 'taken') n += 1;
      return n;
    };
    await take(3);
    await store.giveBack('192.0.2.2');
    expect(await left()).toBe(3);
    await store.reset('192.0.2.2', 1);
    expect(await left()).toBe(4);
    await store.reset('192.0.2.2', 0);
    expect(await left()).toBe(5);
    await pool.query("UPDATE login_failures SET window_ends_at = now() - interval '1 second'");
    expect(await left()).toBe(5);
  });

  test('hold nobody for longer than a window when the clock is set back', async () => {
    const [pool] = pools;
    if (pool === undefined) throw new Error('two were made');
    const store = new LoginFailures(pool);
    const made = (ahead: string) =>
      pool.query(`INSERT INTO login_failures VALUES ('192.0.2.3', 5, now() + interval '${ahead}')
        ON CONFLICT (client) DO UPDATE SET failures = 5, window_ends_at = excluded.window_ends_at`);
    await made('930 seconds');
    expect(await store.take('192.0.2.3')).toEqual({ kind: 'none-left', retryAfterMs: WINDOW_MS });
    await made('1 day');
    for (let i = 0; i < MAX_FAILURES; i++) expect(await store.take('192.0.2.3')).toEqual({ kind: 'taken' });
    expect((await store.take('192.0.2.3')).kind).toBe('none-left');
  });

  test('of windows that have ended do not pile up', async () => {
    const [pool] = pools;
    if (pool === undefined) throw new Error('two were made');
    const store = new LoginFailures(pool);
    await pool.query(
      "INSERT INTO login_failures SELECT 'old-' || i, 5, now() - interval '1 minute' FROM generate_series(1, 500) i",
    );
    for (let i = 0; i < 100; i++) await store.take(`192.0.2.${i}`);
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM login_failures');
    expect(rows[0].n).toBeLessThanOrEqual(100);
  });
});
