import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expectLoss, requireWritable } from './connection.js';
import { CONNECTION_FAILURE, reasonOf } from './database-errors.js';

/** The advisory lock of Prisma's own command, so that the two never run at the same time. */
const PRISMA_LOCK = 72_707_369;
/** Short, so that requests do not queue up behind a migration that waits for a reader: it is tried again instead. */
const LOCK_TIMEOUT_MS = 3_000;
/** How long connecting may take, and then the lock: longer than the database waits for it before it says so. */
const STEP_MS = 4_000;
/** A migration itself may take long, so only TCP's keep-alive bounds it: silence this long, and then no reply to its probes. */
const SILENT_MS = 10_000;
/** `protocol_violation`: what a pooler responds with to a start-up parameter that it does not know. */
const PROTOCOL_VIOLATION = '08P01';
const POOLER =
  'it is behind a connection pooler such as PgBouncer, which drops the time-outs of the service; set DATABASE_URL to the address of PostgreSQL itself.';

/** What SQL that has been applied says when it is applied again: objects that exist, or that are gone. */
const IS_APPLIED = /^(42P07|42701|42710|42703|42P01|42704)$/;
/** How migrations are named beside which the program before may run, as they only add what it does not use. */
const ADDITIVE = /_additive$/;

/** As Prisma creates it. @see https://www.prisma.io/docs/orm/prisma-migrate/understanding-prisma-migrate */
const RECORD_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

interface Recorded {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

async function migrationsIn(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return await Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies a migration and records it in one transaction: whatever interrupts it, nothing of it is left.
 * @param isUnfinished Prisma, or a version before, began it. Its SQL was a transaction of its own: it is there, or none of it.
 */
async function apply(client: pg.Client, { name, sql, checksum }: Migration, isUnfinished: boolean): Promise<void> {
  try {
    await client.query('BEGIN; SAVEPOINT before');
    await client.query(sql).catch(async (error: pg.DatabaseError) => {
      if (!isUnfinished || !IS_APPLIED.test(error.code ?? '')) throw error;
      await client.query('ROLLBACK TO before');
    });
    await client.query(
      'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL',
      [name],
    );
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Connects for migrations and takes their lock, which needs a session of its own.
 * @throws {Error} with one message when the database can't be reached, is read-only, or is behind a pooler, or when others
 * keep the lock
 */
async function lock(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    // A start-up parameter as the time-outs of the service's pool are, so that what ignores it is found out here.
    lock_timeout: LOCK_TIMEOUT_MS,
  });
  expectLoss(client);
  const giveUp = () => client.connection.stream.destroy(new Error(`no response within ${STEP_MS / 1_000} s`));
  const late = setTimeout(giveUp, STEP_MS);
  try {
    await client.connect();
    const { rows } = await client.query<{ ms: number }>(
      "SELECT (extract(epoch FROM current_setting('lock_timeout')::interval) * 1000)::int AS ms",
    );
    if (rows[0]?.ms !== LOCK_TIMEOUT_MS) throw new Error(POOLER);
    await requireWritable(client);
    late.refresh();
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    return client;
  } catch (error) {
    // The driver gives no code to a connection that is lost before it is made, nor to one that can't be made as configured.
    const isLost = !('code' in (error as Error)) && client.connection.stream.destroyed;
    await client.end().catch(() => undefined);
    const message = (reason: string) => `The database at ${new URL(url).host} can't be used: ${reason}`;
    const reason = reasonOf(error);
    // Without the cause, whose code is that of a lost connection: waiting does not mend it.
    if (error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION) throw new Error(message(POOLER));
    throw Object.assign(new Error(message(reason), { cause: error }), isLost && { code: CONNECTION_FAILURE });
  } finally {
    clearTimeout(late);
  }
}

/** @throws {Error} when there is a migration that this program does not have, or one that is not as it was */
function requireKnown(recorded: readonly Recorded[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const newer = recorded.find(({ migration_name: name }) => !known.has(name) && !ADDITIVE.test(name));
  if (newer)
    throw new Error(
      `The database is newer than this program, which does not have migration ${newer.migration_name}: start the newer version, or restore a backup from before the upgrade.`,
    );
  const changed = recorded.find(
    ({ migration_name: name, checksum, finished_at }) =>
      finished_at !== null && known.has(name) && known.get(name) !== checksum,
  );
  if (changed) throw new Error(`Migration ${changed.migration_name} was changed after it had been applied.`);
}

/**
 * Applies the missing migrations and records them as `prisma migrate deploy` does, so that Prisma agrees afterwards.
 * Services that start at the same time take turns, and each migration is applied once.
 *
 * @param url the database
 * @param folder the migrations, each a folder with `migration.sql`
 * @returns the names of the migrations that were applied
 * @throws {Error} in one message when a migration fails, when the database is newer than the program, or when it can't be
 * used; `isUnavailable` when another attempt may succeed, such as after a lock was held by others
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = await migrationsIn(folder);
  const client = await lock(url);
  try {
    await client.query(RECORD_TABLE);
    const { rows } = await client.query<Recorded>(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    requireKnown(rows, migrations);
    const recorded = new Map(rows.map((row) => [row.migration_name, row.finished_at !== null]));
    const missing = migrations.filter(({ name }) => recorded.get(name) !== true);
    for (const migration of missing) await apply(client, migration, recorded.has(migration.name));
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
