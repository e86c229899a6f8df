import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '../config.js';
import { findPgBouncer, startPgBouncer } from '../testing/pgbouncer.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { isUnavailable } from './database-errors.js';
import { migrate } from './migrations.js';

const ours = join(projectRoot(), 'prisma', 'migrations');
let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ownvoice-migrations-'));
  await cp(ours, folder, { recursive: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});
beforeEach(async () => {
  await database?.drop();
  database = await createTestDatabase(false);
});

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
const names = async () =>
  (await readdir(ours, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);

describe('migrations', () => {
  test('make an index for the search, and do without it where the role may create no extension', async () => {
    const index = "SELECT FROM pg_indexes WHERE indexname = 'users_search_idx'";
    await migrate(database.url, ours);
    expect(await rows(index)).toHaveLength(1);
    await database.drop();
    database = await createTestDatabase(false);
    const role = `plain_${randomBytes(4).toString('hex')}`;
    await rows(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'; GRANT CREATE, USAGE ON SCHEMA public TO ${role}`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'plain' });
    expect(await migrate(url.href, ours)).toHaveLength((await names()).length);
    expect(await rows(index)).toEqual([]);
    await rows(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  test('are applied once each by five services that start at once', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, ours)));
    expect(applied.flat().sort()).toEqual((await names()).sort());
  });

  test('are recorded as Prisma records them: by name, by the hash of the file, as one finished step', async () => {
    await migrate(database.url, ours);
    const recorded = await rows('SELECT * FROM _prisma_migrations ORDER BY migration_name');
    expect(recorded).toHaveLength((await names()).length);
    for (const record of recorded) {
      const sql = await readFile(join(ours, String(record.migration_name), 'migration.sql'));
      expect(record).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: createHash('sha256').update(sql).digest('hex'),
        finished_at: expect.any(Date),
        started_at: expect.any(Date),
        rolled_back_at: null,
        logs: null,
        applied_steps_count: 1,
      });
    }
  });

  test('that fail are undone and leave no record, and the next start applies the repaired one', async () => {
    const broken = join(folder, '29991231000000_broken');
    await mkdir(broken);
    await writeFile(join(broken, 'migration.sql'), 'CREATE TABLE half (n int); SELECT no_such_function();');
    const failed: unknown = await migrate(database.url, folder).catch((error: unknown) => error);
    expect(String(failed)).toMatch(/29991231000000_broken failed.*no_such_function/);
    expect(isUnavailable(failed)).toBe(false);
    expect(await rows("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    await writeFile(join(broken, 'migration.sql'), 'CREATE TABLE half (n int);');
    expect(await migrate(database.url, folder)).toEqual(['29991231000000_broken']);
    await rm(broken, { recursive: true });
  });

  // attack 80
  test('whose lock is not given in time, or whose session is killed, are finished by one of three later starts', async () => {
    await migrate(database.url, ours);
    const next = join(folder, '29991231000001_next');
    await mkdir(next);
    await writeFile(join(next, 'migration.sql'), 'CREATE TABLE next (n int); ALTER TABLE users ADD COLUMN next int;');
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM users');
    const late: unknown = await migrate(database.url, folder).catch((error: unknown) => error);
    expect(isUnavailable(late)).toBe(true);
    const cut = migrate(database.url, folder).catch((error: unknown) => error);
    await expect
      .poll(
        () => rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'CREATE TABLE next%'"),
        {
          timeout: 3_000,
        },
      )
      .toHaveLength(1);
    expect(isUnavailable(await cut)).toBe(true);
    expect(await rows('SELECT FROM _prisma_migrations WHERE finished_at IS NULL')).toEqual([]);
    await reader.end();
    const applied = await Promise.all(Array.from({ length: 3 }, () => migrate(database.url, folder)));
    expect(applied.flat()).toEqual(['29991231000001_next']);
    await rm(next, { recursive: true });
  });

  test.each([
    ['before', 'DROP TABLE links'],
    ['after', 'SELECT'],
  ])('that a version before left unfinished, killed %s their SQL was committed, are finished', async (_, undo) => {
    await migrate(database.url, ours);
    const name = (await names()).find((one) => one.endsWith('_links'));
    await rows(`${undo}; UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${name}'`);
    expect(await migrate(database.url, ours)).toEqual([name]);
    expect(await rows("SELECT to_regclass('links') IS NOT NULL AS made")).toEqual([{ made: true }]);
    expect(await migrate(database.url, ours)).toEqual([]);
  });

  test('of a database that can not be reached say where it should be, without its password', async () => {
    const unreachable = migrate('postgresql://user:hidden@localhost:1/none', ours);
    await expect(unreachable).rejects.toThrow(/^The database at localhost:1 can't be used: .*ECONNREFUSED/);
    await expect(unreachable).rejects.not.toThrow(/hidden/);
  });

  test('of a database that is newer than the program are refused in one sentence that names the newest one', async () => {
    await migrate(database.url, ours);
    await rows(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('00000000-0000-4000-8000-000000000000', 'x', '29991231000000_newer', now(), 1)`);
    await expect(migrate(database.url, ours)).rejects.toThrow(
      /^The database is newer than this program, which does not have migration 29991231000000_newer: [^.]+\.$/,
    );
  });

  test('of a newer program do not stop this one where their names say that they only add', async () => {
    await migrate(database.url, ours);
    await rows(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
      VALUES ('00000000-0000-4000-8000-000000000000', 'x', '29991231000000_newer_additive', now(), 1)`);
    expect(await migrate(database.url, ours)).toEqual([]);
  });

  test('of a read-only database wait for nobody and say so', async () => {
    await rows(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET default_transaction_read_only = on`);
    const refused: unknown = await migrate(database.url, ours).catch((error: unknown) => error);
    expect(String(refused)).toMatch(/can't be used: The database is read-only\.$/);
    expect(isUnavailable(refused)).toBe(true);
  });
});

const pgbouncer = findPgBouncer();

// Debian has it as `pgbouncer`. Where it is missing these are skipped.
describe.skipIf(pgbouncer === undefined)('a database behind PgBouncer', () => {
  test.each([
    ['as it is installed', {}],
    ['that ignores start-up parameters', { ignore_startup_parameters: 'lock_timeout' }],
  ])('%s is refused in one sentence, and is no outage to wait for', async (_, settings) => {
    await using pooler = await startPgBouncer(pgbouncer ?? '', database.url, settings);
    const refused: unknown = await migrate(pooler.url, ours).catch((error: unknown) => error);
    expect(String(refused)).toMatch(
      /can't be used: it is behind a connection pooler such as PgBouncer[^.]*; set DATABASE_URL to the address of PostgreSQL itself\.$/,
    );
    expect(isUnavailable(refused)).toBe(false);
  });
});
