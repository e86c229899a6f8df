import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SUPERUSER } from './cluster.js';

/**
 * The embedded database of a running service, for another program on the same machine.
 * @param dataDir the service's data folder
 * @returns its URL, or `undefined` when no server of that folder accepts connections
 * @throws {Error} when one runs whose password this user may not read
 * @see https://www.postgresql.org/docs/current/storage-file-layout.html on postmaster.pid
 */
export async function runningServer(dataDir: string): Promise<string | undefined> {
  const home = join(dataDir, 'postgres');
  const lines = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8').catch(emptyIfAbsent)).split('\n');
  const port = Number.parseInt(lines[3] ?? '', 10);
  if (!Number.isInteger(port)) return undefined;
  const password = await readFile(join(home, 'password'), 'utf8').catch(emptyIfAbsent);
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

function emptyIfAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
