import { createTestDatabase, queryDatabase } from '@ownvoice/auth/dist/testing/test-database.js';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startAccounts } from '../processes/accounts.js';
import { until } from './harness/until.js';

/** Three tries of a migration that waits for its lock. */
const READY_WITHIN_MS = 30_000;
const migrating = (url: string) =>
  queryDatabase(url, "SELECT FROM pg_stat_activity WHERE query LIKE '%ADD COLUMN%' AND wait_event_type = 'Lock'");

// attack 80
test('a migration that waits for a reader keeps replicas alive and unready, and one that is killed meanwhile leaves the rest to finish it', async () => {
  const database = await createTestDatabase();
  await queryDatabase(database.url, 'ALTER TABLE users DROP COLUMN suspended');
  await queryDatabase(database.url, "DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_suspended_users'");
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN; SELECT FROM users');

  const start = () => startAccounts({ DATABASE_URL: database.url }, { untilReady: false });
  const killed = await start();
  await until('one of them migrates', async () => (await migrating(database.url)).length > 0);
  const others = await Promise.all([start(), start()]);
  const statuses = (path: string) => Promise.all(others.map(async ({ ask }) => (await ask('GET', path)).status));
  expect(await statuses('/health')).toEqual([200, 200]);
  expect(await statuses('/ready')).toEqual([503, 503]);
  expect((await others[0].signIn()).status).toBe(503);
  await killed.end('SIGKILL');
  await until('another one migrates', async () => (await migrating(database.url)).length > 0);
  await reader.end();
  const ready = async () => (await statuses('/ready')).every((status) => status === 200);
  await until('both others are ready', ready, READY_WITHIN_MS);
  const finished =
    "SELECT FROM _prisma_migrations WHERE migration_name LIKE '%_suspended_users' AND finished_at IS NOT NULL";
  expect(await queryDatabase(database.url, finished)).toHaveLength(1);
  expect(await Promise.all(others.map((service) => service.end('SIGTERM')))).toMatchObject([{ code: 0 }, { code: 0 }]);
  await database.drop();
});
