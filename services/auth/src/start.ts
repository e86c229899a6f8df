import { type App, startTracing } from '@ownvoice/shared';
import { createLogger } from '@ownvoice/shared/logging';
import type { DestinationStream, Logger } from 'pino';
import { ensureDefaultAdmin, type FirstStart } from './accounts/default-admin.js';
import { SetupGate, setupTokenOf } from './accounts/set-up.js';
import { buildApp } from './app.js';
import { type Config, SERVICE_NAME } from './config.js';
import { openDatabase } from './data/database.js';
import { migrate } from './data/migrations.js';
import { awaitDatabase } from './data/outage.js';
import { EmbeddedPostgres } from './data/postgres/embedded-postgres.js';
import { LoginLimit } from './limits/login-limit.js';
import { MemoryFailureStore } from './limits/memory-failure-store.js';
import { PasswordPool, type Passwords } from './passwords/password-pool.js';

/** A service that is ready and does not listen yet; closing the app closes everything. */
export interface Started {
  readonly app: App;
  readonly firstStart: FirstStart;
  /** The token that the set-up form asks for, if it asks for one. */
  readonly setupToken: string;
}

export interface StartOptions {
  /** Where log lines go; standard output when absent. */
  readonly logStream?: DestinationStream;
  /** A pool of worker threads when absent. */
  readonly passwords?: Passwords;
  /** Ends a start that waits for the database. */
  readonly stop?: AbortSignal;
}

/**
 * Opens the database, embedded or not, waits until it can be used, migrates it, creates the default administrator where one is due, and builds the
 * app.
 * @throws {Error} with one message when it can't be started; nothing is left open
 */
export async function start(config: Config, options: StartOptions = {}): Promise<Started> {
  const { logStream } = options;
  const log = createLogger({ name: SERVICE_NAME, version: config.version }, config.logLevel, logStream);
  /** Closes what was opened so far, the last first. */
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    closers.push(await startTracing(SERVICE_NAME, config.version, config.tracesEndpoint));
    const url = config.databaseUrl ?? (await embedded(config, log, closers));
    const migrations = await awaitDatabase(() => migrate(url, config.migrationsDir), log, options.stop);
    if (migrations.length > 0) log.info({ migrations }, 'database migrated');
    const db = openDatabase(url, log);
    closers.push(() => db.close());
    const passwords = options.passwords ?? new PasswordPool();
    closers.push(() => passwords.close());
    const failures = config.loginLimitStore === 'postgres' ? db.loginFailures : new MemoryFailureStore();
    const loginLimit = new LoginLimit(failures);
    const dataKey = config.dataKey ?? (await db.installation()).dataKey;
    const services = { config, db, passwords, loginLimit, dataKey };
    const origin = { ip: null, userAgent: null, requestId: null };
    const firstStart = await ensureDefaultAdmin(services, { origin, actorId: undefined, log });
    const setupGate = new SetupGate(config.setupToken ?? setupTokenOf(config.jwtSecret, (await db.installation()).id));
    const app = await buildApp({ services, setupGate, ...(logStream && { logStream }) });
    app.addHook('onClose', close);
    return { app, firstStart, setupToken: setupGate.token };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

async function embedded(config: Config, log: Logger, closers: (() => Promise<void>)[]): Promise<string> {
  const postgres = await EmbeddedPostgres.start({ dataDir: config.dataDir }, log);
  closers.push(() => postgres.stop());
  return postgres.url;
}
