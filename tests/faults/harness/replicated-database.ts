import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { childrenOf, isRunning } from '../../processes/children.js';
import { freePort } from '../../processes/free-port.js';
import { until } from './until.js';

const run = promisify(execFile);
const PACKAGES = '/usr/lib/postgresql';

/** Where a PostgreSQL with `pg_basebackup` is installed, as Debian's package does; the embedded one has none. */
export function installedPostgres(): string | undefined {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES) : [];
  const folders = versions.map((version) => join(PACKAGES, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'initdb')));
}

/** PostgreSQL does not run as root; its package has a user for it. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

interface Server {
  readonly port: number;
  readonly child: ChildProcess;
}

/** A primary and a standby that acknowledges each commit before a client learns of it. */
export class ReplicatedDatabase implements AsyncDisposable {
  readonly #folder: string;
  readonly #servers: Server[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  get primaryPort(): number {
    return this.#server(0).port;
  }

  get standbyPort(): number {
    return this.#server(1).port;
  }

  /** @param bin the folder of PostgreSQL's programs */
  static async start(bin: string): Promise<ReplicatedDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'ownvoice-replicated-'));
    const as = owner();
    if (as) await chown(folder, as.uid, as.gid);
    const database = new ReplicatedDatabase(folder);
    const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')];
    const options = { ...as, cwd: folder };
    await run(join(bin, 'initdb'), ['-D', primary, '-U', 'ownvoice', '--auth=trust', '-E', 'UTF8'], options);
    await database.#serve(bin, primary, as);
    await database.query(database.primaryPort, 'CREATE DATABASE ownvoice', 'postgres');
    const from = ['-h', '127.0.0.1', '-p', String(database.primaryPort), '-U', 'ownvoice'];
    await run(join(bin, 'pg_basebackup'), ['-D', standby, '-R', '-X', 'stream', '-c', 'fast', ...from], options);
    await database.#serve(bin, standby, as);
    await database.query(database.primaryPort, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await database.query(database.primaryPort, 'SELECT pg_reload_conf()');
    const state = 'SELECT sync_state FROM pg_stat_replication';
    await until('the standby is synchronous', async () => {
      const [row] = await database.query<{ sync_state: string }>(database.primaryPort, state);
      return row?.sync_state === 'sync';
    });
    return database;
  }

  /** Runs one statement. @returns its rows */
  async query<Row extends pg.QueryResultRow>(port: number, statement: string, name = 'ownvoice'): Promise<Row[]> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'ownvoice', database: name });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** SIGKILL to every process of the primary. */
  async killPrimary(): Promise<void> {
    await kill(this.#server(0));
  }

  /** Makes the standby the primary. */
  async promote(): Promise<void> {
    await this.query(this.standbyPort, 'SELECT pg_promote()');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) await kill(server);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #serve(bin: string, data: string, as: { uid: number; gid: number } | undefined): Promise<void> {
    const port = await freePort();
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const args = settings.flatMap((setting) => ['-c', setting]);
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...args], { ...as, cwd: data, stdio: 'ignore' });
    this.#servers.push({ port, child });
    await until('PostgreSQL answers', async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
      return this.query(port, 'SELECT 1', 'postgres').then(
        () => true,
        () => false,
      );
    });
  }

  #server(index: number): Server {
    const server = this.#servers[index];
    if (server === undefined) throw new Error('PostgreSQL has not been started');
    return server;
  }
}

async function kill({ child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const all = [child.pid ?? 0, ...childrenOf(child.pid)];
  const ended = once(child, 'exit');
  for (const pid of all) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  await ended;
}
