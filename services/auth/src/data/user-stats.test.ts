import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { userStats } from './user-queries.js';

const DAY_MS = 24 * 3_600_000;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, options: '-c timezone=Pacific/Kiritimati' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('sign-ups are counted by days in UTC, to the millisecond, also where the database is 14 hours ahead', async () => {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const times = [today, today - 1, today - DAY_MS, today - 28 * DAY_MS, today - 29 * DAY_MS - 1];
  for (const [i, at] of times.entries())
    await pool.query(
      `INSERT INTO users (id, username, username_key, created_at, updated_at)
        VALUES (gen_random_uuid(), $1, $1, to_timestamp($2 / 1000.0), now())`,
      [`user-${i}`, at],
    );
  const { signups_by_day: days } = await userStats(pool);
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  expect(days).toHaveLength(30);
  expect(days.filter(({ count }) => count > 0)).toEqual([
    { date: dateOf(today - 28 * DAY_MS), count: 1 },
    { date: dateOf(today - DAY_MS), count: 2 },
    { date: dateOf(today), count: 1 },
  ]);
});
