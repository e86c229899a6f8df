import { type App, startTracing } from '@ownvoice/shared';
import { createLogger } from '@ownvoice/shared/logging';
import type { DestinationStream, Logger } from 'pino';
import { ensureDefaultAdmin, setupTokenOf } from './accounts/set-up.js';
import { buildApp } from './app.js';
import { type Config, SERVICE_NAME } from './config.js';
import { openDatabase } from './data/database.js';
import { migrate } from './data/migrations.js';
import { awaitDatabase } from './data/outage.js';
import { EmbeddedPostgres } from './data/postgres/embedded-postgres.js';
import { LoginLimit } from './limits/login-limit.js';
import { MemoryFailureStore } from './limits/memory-failure-store.js';
import { PasswordPool, type Passwords } from './passwords/password-pool.js';
import type { Opened } from './services.js';

/** A service that can listen. Closing the app closes everything. */
export interface Started {
  readonly app: App;
  /**
   * Settles after the app listens, when the database can be used, is migrated, and has its default administrator where one is due.
   * Rejects with one message when waiting does not help, and when the app is closed before.
   */
  readonly opened: Promise<Opened>;
  readonly closing: AbortSignal;
}

export interface StartOptions {
  /** Where log lines go; standard output when absent. */
  readonly logStream?: DestinationStream;
  /** A pool of worker threads when absent. */
  readonly passwords?: Passwords;
}

/**
 * Builds the app on its database, which is opened once the app listens. An embedded one is started before.
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
    closers.push(await startTracing(SERVICE_NAME, config.version, config.traces));
    const url = config.databaseUrl ?? (await embedded(config, log, closers));
    const db = openDatabase(url, log, config.singleUser ? config.defaultAdmin.username : undefined);
    closers.push(() => db.close());
    const passwords = options.passwords ?? new PasswordPool();
    closers.push(() => passwords.close());
    const origin = { ip: null, userAgent: null, requestId: null };
    const closing = new AbortController();
    const open = async (): Promise<Opened> => {
      const migrations = await migrate(url, config.migrationsDir);
      if (migrations.length > 0) log.info({ migrations }, 'database migrated');
      const { id, dataKey } = await db.installation();
      const context = { config, db, passwords, caller: { origin, actorId: undefined, log } };
      return {
        firstStart: await ensureDefaultAdmin(context),
        setupToken: config.setupToken ?? setupTokenOf(config.jwtSecret, id),
        dataKey: config.dataKey ?? dataKey,
      };
    };
    let begin = () => {};
    const opened = new Promise<Opened>((resolve) => {
      begin = () => resolve(awaitDatabase(open, log, closing.signal));
    });
    const failures = config.loginLimitStore === 'postgres' ? db.loginFailures : new MemoryFailureStore();
    const app = await buildApp({
      services: { config, db, passwords, loginLimit: new LoginLimit(failures), opened },
      ...(logStream && { logStream }),
    });
    // Not before: nobody would see a generated password of a service that can't listen.
    app.addHook('onListen', async () => begin());
    app.addHook('preClose', async () => closing.abort());
    app.addHook('onClose', close);
    return { app, opened, closing: closing.signal };
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
