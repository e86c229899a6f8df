import type { Readable, Writable } from 'node:stream';
import type { Command } from '@ownvoice/shared/command-line';
import { createLogger } from '@ownvoice/shared/logging';
import type { Logger } from 'pino';
import { type Config, SERVICE_NAME } from '../config.js';
import { openDatabase } from '../data/database.js';
import { isLocked } from '../data/database-errors.js';
import { migrate } from '../data/migrations.js';
import { awaitDatabase } from '../data/outage.js';
import { EmbeddedPostgres } from '../data/postgres/embedded-postgres.js';
import { runningServer } from '../data/postgres/running-server.js';
import type { Passwords } from '../passwords/password-pool.js';
import type { Context } from '../services.js';

/** Where a command reads and writes. */
export interface Streams {
  /** What relative file names start from: where the command was typed. */
  readonly folder: string;
  readonly input: Readable;
  /** For what the command was asked for. */
  readonly output: Writable;
  /** For log lines and errors. */
  readonly errors: Writable;
}

/** What a command works with. */
export interface AdminContext extends Streams, Context {
  /** The migrations that opening the database applied, oldest first. */
  readonly migrations: readonly string[];
  close(): Promise<void>;
}

/** How long a command waits for the locks of readers, such as a backup, and of services that migrate. */
const LOCKED_MS = 300_000;

export type AdminCommand = Command<AdminContext>;

/**
 * Opens the database that the settings name. The embedded one is used where it runs, or started until `close`.
 * @throws {Error} with one message when it can't be opened
 */
export async function openAdminContext(config: Config, streams: Streams, passwords: Passwords): Promise<AdminContext> {
  // Away from the command's output.
  const log = createLogger({ name: SERVICE_NAME, version: config.version }, 'info', streams.errors);
  const embedded = config.databaseUrl === undefined ? await embeddedUrl(config, log) : undefined;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const migrating = awaitDatabase(
    () => migrate(url, config.migrationsDir),
    log,
    AbortSignal.timeout(LOCKED_MS),
    isLocked,
  );
  const migrations = await migrating.catch(async (error: unknown) => {
    await embedded?.stop();
    throw error;
  });
  const db = openDatabase(url, log);
  return {
    ...streams,
    config,
    migrations,
    db,
    passwords,
    caller: { origin: { ip: null, userAgent: 'admin command line', requestId: null }, actorId: undefined, log },
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
}

async function embeddedUrl(config: Config, log: Logger): Promise<{ url: string; stop(): Promise<void> }> {
  const url = await runningServer(config.dataDir);
  if (url !== undefined) return { url, stop: async () => undefined };
  const server = await EmbeddedPostgres.start({ dataDir: config.dataDir }, log);
  return { url: server.url, stop: () => server.stop() };
}
