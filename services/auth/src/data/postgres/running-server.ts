import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SUPERUSER } from './cluster.js';

/**
 * The database of a service that runs on this machine with the same data folder, for a program that works beside it.
 * @param dataDir the service's data folder
 * @returns its address, or `undefined` when no server of that folder takes connections
 * @throws {Error} when one runs whose password this user may not read
 * @see https://www.postgresql.org/docs/current/storage-file-layout.html on postmaster.pid
 */
export async function runningServer(dataDir: string): Promise<string | undefined> {
  const home = join(dataDir, 'postgres');
  const lines = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8').catch(absent)).split('\n');
  const port = Number.parseInt(lines[3] ?? '', 10);
  if (!Number.isInteger(port)) return undefined;
  const password = await readFile(join(home, 'password'), 'utf8').catch(absent);
  const url = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/ownvoice`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return url;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function absent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
