import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The advisory lock of Prisma's own command, so that the two never run at the same time. */
const PRISMA_LOCK = 72_707_369;
const LOCK_TIMEOUT_MS = 60_000;

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

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ]);
  try {
    // One query of several statements is one transaction, unless the file says otherwise.
    await client.query(sql);
  } catch (error) {
    await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, String(error)]);
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  await client.query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [id]);
}

/** A host with several addresses fails with an error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Applies the missing migrations and records them as `prisma migrate deploy` does, so that Prisma agrees afterwards.
 * Services that start at the same time wait for each other, and each migration is applied once.
 *
 * @param url the database
 * @param folder the migrations, each a folder with `migration.sql`
 * @returns the names of the migrations that were applied
 * @throws {Error} when a migration fails, or one that failed before has not been resolved
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = await migrationsIn(folder);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect().catch((error: unknown) => {
    throw new Error(`The database at ${new URL(url).host} can't be used: ${reasonOf(error)}`, { cause: error });
  });
  try {
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}; SELECT pg_advisory_lock(${PRISMA_LOCK})`);
    await client.query(RECORD_TABLE);
    const { rows } = await client.query<Recorded>(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    const failed = rows.find((row) => row.finished_at === null);
    if (failed)
      throw new Error(
        `Migration ${failed.migration_name} failed before: repair the database, then mark it with \`npx prisma@7.10.0 migrate resolve\`.`,
      );
    const recorded = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const changed = migrations.find(({ name, checksum }) => (recorded.get(name) ?? checksum) !== checksum);
    if (changed) throw new Error(`Migration ${changed.name} was changed after it had been applied.`);
    const missing = migrations.filter(({ name }) => !recorded.has(name));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
