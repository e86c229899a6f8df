import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '@ownvoice/auth/dist/config.js';
import { isUnavailable } from '@ownvoice/auth/dist/data/database-errors.js';
import { migrate } from '@ownvoice/auth/dist/data/migrations.js';
import { createTestDatabase, queryDatabase } from '@ownvoice/auth/dist/testing/test-database.js';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startAccounts } from '../processes/accounts.js';
import { openLink } from './harness/link.js';
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

/** A database whose migrations wait for a lock that somebody holds, behind a link. */
async function lockedDatabase() {
  const database = await createTestDatabase();
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(72707369)');
  const url = new URL(database.url);
  const port = Number(url.port);
  const link = await openLink(port);
  url.host = `127.0.0.1:${link.port}`;
  const waiting =
    "SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted";
  return {
    url: url.href,
    port,
    link,
    somebodyWaits: () =>
      until('somebody waits for the lock', async () => (await queryDatabase(database.url, waiting)).length > 0),
    release: () => holder.end(),
    async [Symbol.asyncDispose]() {
      await link[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}

// attack 80
test('a start that waits for the lock when the database goes away stays alive and unready, and goes on when it is back', async () => {
  await using database = await lockedDatabase();
  let tries = 0;
  const gone = createServer((socket) => {
    tries += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(gone, 'listening');
  await using service = await startAccounts({ DATABASE_URL: database.url }, { untilReady: false });
  const status = async (path: string) => (await service.ask('GET', path)).status;
  await database.somebodyWaits();
  database.link.moveTo((gone.address() as AddressInfo).port);
  await until('it tries again, twice', () => tries > 1);
  expect([await status('/health'), await status('/ready')]).toEqual([200, 503]);
  await database.release();
  database.link.moveTo(database.port);
  await until('it is ready', async () => (await status('/ready')) === 200);
  gone.close();
});

// attack 80
test('a migration is given up and may be tried again when the network drops everything, before it has the lock', async () => {
  await using database = await lockedDatabase();
  const folder = join(projectRoot(), 'prisma', 'migrations');
  const attempt = () => migrate(database.url, folder).catch((error: unknown) => error);
  const waiting = attempt();
  await database.somebodyWaits();
  database.link.stall();
  expect(isUnavailable(await waiting)).toBe(true);
  expect(isUnavailable(await attempt())).toBe(true);
  await database.release();
  database.link.resume();
  expect(await attempt()).toEqual([]);
});
