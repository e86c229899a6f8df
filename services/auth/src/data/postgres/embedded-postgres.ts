import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { tryFileLock } from '@ownvoice/shared/file-lock';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { type Cluster, openCluster, type ServerProcess, SUPERUSER } from './cluster.js';
import { acceptsConnections, stopLeftOverServer } from './running-server.js';

const DATABASE = 'ownvoice';
const START_ATTEMPTS = 3;
const MAX_RESTART_DELAY_MS = 10_000;
/** A server that was asked to stop is killed after this long. */
const STOP_GRACE_MS = 6_000;

export interface EmbeddedPostgresOptions {
  /** The service's data folder; the cluster is in `postgres` below it. */
  dataDir: string;
  /** Whether acknowledged writes survive a power cut; default true. Only tests can do without. */
  durable?: boolean;
  /** Default 50, for one service and its commands. */
  maxConnections?: number;
}

type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** A port of this machine that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/**
 * A PostgreSQL server that belongs to this process: created on first use, restarted when it crashes, stopped with the
 * process. It listens on loopback, on a free port, with a random password.
 */
export class EmbeddedPostgres {
  readonly #killOnExit = () => this.#server?.kill('SIGINT');
  #port = 0;
  #server: ServerProcess | undefined;
  #stopping = false;
  #restart: NodeJS.Timeout | undefined;

  private constructor(
    private readonly cluster: Cluster,
    private readonly unlock: () => Promise<void>,
    private readonly options: EmbeddedPostgresOptions,
    private readonly log: Log,
  ) {}

  /**
   * Starts the database of a data folder; it accepts connections when this resolves.
   * @throws {Error} with one message: no binary for this platform, the folder in use, no space, no permission
   */
  static async start(options: EmbeddedPostgresOptions, log: Log): Promise<EmbeddedPostgres> {
    mkdirSync(options.dataDir, { recursive: true });
    const unlock = await lockDataFolder(options.dataDir);
    try {
      const cluster = await openCluster(join(options.dataDir, 'postgres'));
      await stopLeftOverServer(cluster.dataFolder);
      const started = new EmbeddedPostgres(cluster, unlock, options, log);
      await started.#begin();
      return started;
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  /** The URL of the service's database. */
  get url(): string {
    return this.#urlOf(DATABASE);
  }

  /** The id of the server process; `undefined` while there is none. */
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  /** Stops the server and unlocks the data folder. Connections must be closed before. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const server = this.#server;
    if (server && server.exitCode === null && server.signalCode === null) {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      const timeout = setTimeout(() => server.kill('SIGQUIT'), STOP_GRACE_MS);
      server.kill('SIGINT');
      await gone;
      clearTimeout(timeout);
    }
    process.off('exit', this.#killOnExit);
    await this.unlock();
  }

  #urlOf(database: string): string {
    return `postgresql://${SUPERUSER}:${this.cluster.password}@127.0.0.1:${this.#port}/${database}`;
  }

  async #begin(): Promise<void> {
    process.once('exit', this.#killOnExit);
    for (let attempt = 1; ; attempt++) {
      this.#port = await freePort();
      try {
        await this.#launch();
        break;
      } catch (error) {
        // Another program may have taken the free port in between.
        if (attempt === START_ATTEMPTS) throw error;
      }
    }
    await this.#createDatabase();
  }

  /** Resolves when the server accepts connections; from then on its end is a crash, unless it was asked to stop. */
  async #launch(): Promise<void> {
    const { durable = true, maxConnections = 50 } = this.options;
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(this.#port),
      unix_socket_directories: '',
      max_connections: String(maxConnections),
      shared_buffers: '32MB',
      ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    };
    const server = this.cluster.run(
      'postgres',
      Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    );
    this.#server = server;
    const output: string[] = [];
    createInterface({ input: server.stderr }).on('line', (line) => {
      this.log.debug({ line }, 'embedded PostgreSQL output');
      if (output.push(line) > 3) output.shift();
    });
    server.stdout.resume();
    const ended = new Promise<never>((_resolve, reject) => {
      server.once('error', reject);
      server.once('close', () => reject(new Error(`The embedded PostgreSQL did not start: ${output.join(' ')}`)));
    });
    await Promise.race([ended, this.#untilAccepting(server)]);
    if (server.exitCode !== null || server.signalCode !== null) await ended;
    server.once('close', (code, signal) => this.#restartAfterExit(code, signal));
  }

  async #untilAccepting(server: ServerProcess): Promise<void> {
    while (server.exitCode === null && server.signalCode === null) {
      if (await acceptsConnections(this.#urlOf('postgres'), 1_000)) return;
      await delay(20);
    }
  }

  #restartAfterExit(code: number | null, signal: NodeJS.Signals | null, delayMs = 0): void {
    if (this.#stopping) return;
    this.log.error({ code, signal }, 'embedded PostgreSQL exited, restarting');
    this.#restart = setTimeout(() => {
      stopLeftOverServer(this.cluster.dataFolder)
        .then(async () => {
          if (this.#stopping) return;
          await this.#launch();
          this.log.info('embedded PostgreSQL restarted');
        })
        .catch((error: unknown) => {
          this.log.error({ err: error }, 'embedded PostgreSQL restart failed');
          this.#restartAfterExit(code, signal, Math.min(MAX_RESTART_DELAY_MS, delayMs * 2 + 250));
        });
    }, delayMs);
  }

  async #createDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#urlOf('postgres') });
    await client.connect();
    try {
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    } finally {
      await client.end();
    }
  }
}

/**
 * Locks a data folder for one service. The locked file lies in the folder.
 *
 * @returns unlocks the folder
 * @throws {Error} with one message when another running service has locked it, or when this system has no such locks
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const unlock = await tryFileLock(join(folder, 'lock')).catch((cause: unknown) => {
    const message = `The data folder ${folder} cannot be locked on ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`;
    throw new Error(message, { cause });
  });
  if (unlock) return unlock;
  throw new Error(
    `Another service uses the data folder ${folder}: stop it, or set DATA_DIR to another folder, or DATABASE_URL to share one database.`,
  );
}
