import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '../config.js';
import { migrate } from '../data/migrations.js';
import { EmbeddedPostgres } from '../data/postgres/embedded-postgres.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that tests create databases on. */
    databaseServer: string;
    /** The migrated database that they copy. */
    databaseTemplate: string;
  }
}

/** The projects whose tests use the server. */
const PROJECTS = ['auth', 'pages', 'system'];
const TEMPLATE = 'ownvoice_template';
/** For the services of all workers, each of which takes up to ten. */
const MAX_CONNECTIONS = 200;
const QUIET = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

/** One PostgreSQL server for the whole run, at `TEST_DATABASE_URL` or embedded, with a migrated template database. */
export default async function setup({ vitest, provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!vitest.projects.some(({ name }) => PROJECTS.includes(name))) return undefined;
  const given = process.env.TEST_DATABASE_URL;
  const dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-tests-'));
  const options = { dataDir, durable: false, maxConnections: MAX_CONNECTIONS };
  const embedded = given === undefined ? await EmbeddedPostgres.start(options, QUIET) : undefined;
  const server = given ?? embedded?.url ?? '';
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  await migrate(databaseUrl(server, TEMPLATE), join(projectRoot(), 'prisma', 'migrations'));
  provide('databaseServer', server);
  provide('databaseTemplate', TEMPLATE);
  return async () => {
    await embedded?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
