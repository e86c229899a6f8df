import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Runs one statement on a connection of its own. */
export async function queryDatabase<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row & pg.QueryResultRow>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** A new database for a test file: a copy of the migrated one, or an empty one. */
export async function createTestDatabase(migrated = true): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await queryDatabase(server, `CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${inject('databaseTemplate')}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await queryDatabase(server, `DROP DATABASE IF EXISTS ${name}`);
    },
  };
}
