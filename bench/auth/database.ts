import { join } from 'node:path';
import { EmbeddedPostgres } from '@ownvoice/auth/dist/data/postgres/embedded-postgres.js';

const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

/** A PostgreSQL for the length of a measurement, with durability on, as in earnest. */
export async function startDatabase(directory: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await EmbeddedPostgres.start({ dataDir: join(directory, 'database') }, quiet);
  return { url: server.url, stop: () => server.stop() };
}
