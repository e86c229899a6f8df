import { join } from 'node:path';
import { EmbeddedPostgres } from '@ownvoice/auth/dist/data/postgres/embedded-postgres.js';

const warningsOnly = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

/** An embedded PostgreSQL for one measurement, with durability on as in production. */
export async function startDatabase(directory: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await EmbeddedPostgres.start({ dataDir: join(directory, 'database') }, warningsOnly);
  return { url: server.url, stop: () => server.stop() };
}
