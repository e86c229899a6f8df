import type { Readable, Writable } from 'node:stream';
import type { Caller } from '../audit/trail.js';
import type { Config } from '../config.js';
import { openDatabase } from '../data/database.js';
import { migrate } from '../data/migrations.js';
import { EmbeddedPostgres } from '../data/postgres/embedded-postgres.js';
import { runningServer } from '../data/postgres/running-server.js';
import { LoginLimit } from '../limits/login-limit.js';
import { MemoryFailureStore } from '../limits/memory-failure-store.js';
import { PasswordPool } from '../passwords/password-pool.js';
import type { Services } from '../services.js';
import { tokenCodec } from '../tokens/token-codec.js';

/** Where a command reads and writes. */
export interface Streams {
  /** What relative file names start from: where the command was typed. */
  readonly folder: string;
  readonly input: Readable;
  /** What was asked for. */
  readonly output: Writable;
  /** Log lines and complaints. */
  readonly errors: Writable;
}

/** What a command works with: the services that the routes work with, and who it is for the audit trail. */
export interface Desk extends Streams {
  readonly services: Services;
  readonly caller: Caller;
  /** The migrations that were applied to open it, oldest first. */
  readonly migrations: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the store that the settings name. The embedded database is used where it runs, or started for the time being.
 * @throws {Error} with one sentence when there is no way in
 */
export async function openDesk(config: Config, streams: Streams): Promise<Desk> {
  const log = logTo(streams.errors);
  const embedded = config.databaseUrl === undefined ? await embeddedUrl(config, log) : undefined;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const migrations = await migrate(url, config.migrationsDir).catch(async (error: unknown) => {
    await embedded?.stop();
    throw error;
  });
  const db = openDatabase(url, log);
  const passwords = new PasswordPool();
  return {
    ...streams,
    migrations,
    services: {
      config,
      db,
      passwords,
      tokens: tokenCodec(config.jwtSecret, config.tokenLifetime),
      loginLimit: new LoginLimit(new MemoryFailureStore()),
    },
    caller: { origin: { ip: null, userAgent: 'admin command line', requestId: null }, actorId: undefined, log },
    async close() {
      await passwords.close();
      await db.close();
      await embedded?.stop();
    },
  };
}

async function embeddedUrl(
  config: Config,
  log: ReturnType<typeof logTo>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const url = await runningServer(config.dataDir);
  if (url !== undefined) return { url, stop: async () => undefined };
  const server = await EmbeddedPostgres.start({ dataDir: config.dataDir }, log);
  return { url: server.url, stop: () => server.stop() };
}

/** Log lines in the service's own form, away from what the command prints. */
function logTo(errors: Writable) {
  const at = (level: number) => (line: object | string, msg?: string) => {
    const fields = typeof line === 'string' ? { msg: line } : { ...line, msg };
    errors.write(`${JSON.stringify({ level, time: Date.now(), ...fields })}\n`);
  };
  return { debug: () => undefined, info: at(30), warn: at(40), error: at(50) };
}
