import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../config/environment.js';
import { openDatabase } from '../../data/database.js';
import { migrate } from '../../data/migrations.js';
import { EmbeddedPostgres } from '../../data/postgres/embedded-postgres.js';

const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;
export async function openTestDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-test-'));
  const server = await EmbeddedPostgres.start({ dataDir, durable: false }, quiet);
  await migrate(server.url, join(projectRoot(), 'prisma', 'migrations'));
  const database = openDatabase(server.url, quiet);
  return {
    ...database,
    url: server.url,
    async close() {
      await database.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
