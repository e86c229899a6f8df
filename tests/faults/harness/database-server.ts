import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { childrenOf } from '../../processes/children.js';

/** The PostgreSQL that an accounts service has started in its data folder. */
export class DatabaseServer {
  readonly #home: string;

  constructor(dataDir: string) {
    this.#home = join(dataDir, 'postgres');
  }

  /** The id of its first process; it changes with a restart. */
  async pid(): Promise<number> {
    return Number.parseInt((await this.#note())[0] ?? '', 10);
  }

  /** The address of the service's database on it. @param port of something in between, if there is */
  async url(port?: number): Promise<string> {
    const own = (await this.#note())[3];
    const password = await readFile(join(this.#home, 'password'), 'utf8');
    return `postgresql://ownvoice:${password}@127.0.0.1:${port ?? own}/ownvoice`;
  }

  /** Sends a signal to every one of its processes, the first one first. @returns whom */
  async signal(signal: NodeJS.Signals): Promise<number[]> {
    const first = await this.pid();
    const all = [first, ...childrenOf(first)];
    for (const pid of all) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A connection's process may have ended since it was listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    return all;
  }

  /** Runs one statement past every service. @returns its rows */
  async query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: await this.url() });
    // A server that goes down under a statement says so twice; the rejection is enough.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** @see https://www.postgresql.org/docs/current/storage-file-layout.html on postmaster.pid */
  async #note(): Promise<string[]> {
    return (await readFile(join(this.#home, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  }
}
