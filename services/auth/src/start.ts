import { type App, startTracing } from '@ownvoice/shared';
import { createLogger } from '@ownvoice/shared/logging';
import type { DestinationStream, Logger } from 'pino';
import { ensureDefaultAdmin, type FirstStart } from './accounts/default-admin.js';
import { SetupGate } from './accounts/setup-gate.js';
import { buildApp } from './app.js';
import type { Config } from './config.js';
import { openDatabase } from './data/database.js';
import { migrate } from './data/migrations.js';
import { EmbeddedPostgres } from './data/postgres/embedded-postgres.js';
import { LoginLimit } from './limits/login-limit.js';
import { MemoryFailureStore } from './limits/memory-failure-store.js';
import { PasswordPool } from './passwords/password-pool.js';

/** A service that has everything it needs and does not listen yet; closing the app ends all of it. */
export interface Started {
  readonly app: App;
  readonly firstStart: FirstStart;
  /** The token that the set-up form asks for, if it asks for one. */
  readonly setupToken: string | undefined;
}

/** Everything that must be ended again, last opened first. */
type Ending = () => Promise<void>;

/**
 * Opens the database, embedded or not, brings it up to date, makes the default administrator where one is due, and
 * builds the app.
 * @param logStream where log lines go; standard output when absent
 * @throws {Error} with one sentence when it can't be started; nothing is left open
 */
export async function start(config: Config, logStream?: DestinationStream): Promise<Started> {
  const log = createLogger(config.logLevel, logStream);
  const endings: Ending[] = [];
  const end = async () => {
    for (const ending of endings.splice(0).reverse()) await ending();
  };
  try {
    endings.push(await startTracing('ownvoice-auth', config.version, config.tracesEndpoint));
    const url = config.databaseUrl ?? (await embedded(config, log, endings));
    const migrations = await migrate(url, config.migrationsDir);
    if (migrations.length > 0) log.info({ migrations }, 'database migrated');
    const db = openDatabase(url, log);
    endings.push(() => db.close());
    const passwords = new PasswordPool();
    endings.push(() => passwords.close());
    const store = config.loginLimitStore === 'postgres' ? db.loginFailures : new MemoryFailureStore();
    const services = { config, db, passwords, loginLimit: new LoginLimit(store) };
    const origin = { ip: null, userAgent: null, requestId: null };
    const firstStart = await ensureDefaultAdmin(services, { origin, actorId: undefined, log });
    const setupGate = new SetupGate(config.setupToken, config.reachable);
    const app = await buildApp({ services, setupGate, ...(logStream && { logStream }) });
    app.addHook('onClose', end);
    return { app, firstStart, setupToken: setupGate.token };
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
}

async function embedded(config: Config, log: Logger, endings: Ending[]): Promise<string> {
  const postgres = await EmbeddedPostgres.start({ dataDir: config.dataDir }, log);
  endings.push(() => postgres.stop());
  return postgres.url;
}
