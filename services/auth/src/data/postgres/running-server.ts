import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
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
  return (await acceptsConnections(url, 2_000)) ? url : undefined;
}

export async function acceptsConnections(url: string, withinMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs });
  // A server that is stopped while this connection closes says so on it; unheard, that would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function emptyIfAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    return name.trim() === 'postgres';
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'comm=']).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres');
}

const GRACE_MS = 10_000;

/** Stops the server that a killed service left running. Only for a folder that this service has locked. */
export async function stopLeftOverServer(dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (!isAlive(pid) || !(await isPostgres(pid))) {
    // The id may be another program's by now, and PostgreSQL would take that for its server.
    await rm(file, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + GRACE_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await delay(20);
  }
}
