import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../data/postgres/embedded-postgres.js';

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/** @returns the program, or `undefined` where it is not installed */
export function findPgBouncer(): string | undefined {
  return PLACES.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** PgBouncer in transaction mode before a database, on a free port, until it is disposed of. */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-pgbouncer-'));
  // It refuses to run as root, and its other user must be able to read this.
  await chmod(folder, 0o755);
  const listenPort = await freePort();
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: String(listenPort),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    ...settings,
  };
  const target = `host=${hostname} port=${port} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  const file = join(folder, 'pgbouncer.ini');
  const body = Object.entries(lines).map(([name, value]) => `${name} = ${value}`);
  await writeFile(file, ['[databases]', `* = ${target}`, '[pgbouncer]', ...body, ''].join('\n'), { mode: 0o644 });
  const root = process.getuid?.() === 0;
  const child = spawn(program, [...(root ? ['--user', 'nobody'] : []), file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (data: Buffer) => {
      output += data.toString();
      if (/process up/.test(output)) resolve();
    });
    void ended.then(() => reject(new Error(`pgbouncer ended: ${output}`)));
  });
  return {
    url: `postgresql://${username}@127.0.0.1:${listenPort}${pathname}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
