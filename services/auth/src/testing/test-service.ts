import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { loadConfig } from '../config.js';
import type { Passwords } from '../passwords/password-pool.js';
import type { Opened } from '../services.js';
import { type Started, start } from '../start.js';
import { CheapPasswords } from './cheap-passwords.js';
import { createTestDatabase, queryDatabase } from './test-database.js';

export const ADMIN = { username: 'admin', password: 'Admin7Horse' } as const;
/** Long and random enough for production, and known to tests that forge tokens. */
export const SECRET = '3f1d9a7be05c4826b1f0d2c9a8e7465f';

export interface TestService extends Started, Omit<Opened, 'dataKey'> {
  readonly base: string;
  readonly databaseUrl: string;
  /** What a statement finds in the service's database. */
  query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Everything logged so far. */
  readonly logged: () => string;
  close(): Promise<void>;
}

/**
 * Starts the service on a free port and a new database, with an administrator, in multi-user mode. It trusts loopback as
 * a proxy, so that every test can be a client of its own.
 * @param environment further settings, as the service reads them
 * @param passwords a `PasswordPool` where the expense of passwords matters
 */
export async function startTestService(
  environment: Record<string, string> = {},
  passwords: Passwords = new CheapPasswords(),
): Promise<TestService> {
  const given = environment.DATABASE_URL;
  const database = given === undefined ? await createTestDatabase() : { url: given, drop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-service-'));
  let lines = '';
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      lines += chunk;
      done();
    },
  });
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    JWT_SECRET: SECRET,
    SINGLE_USER_MODE: 'false',
    DEFAULT_ADMIN_USERNAME: ADMIN.username,
    DEFAULT_ADMIN_PASSWORD: ADMIN.password,
    TRUST_PROXY: '127.0.0.1',
    ...environment,
  });
  const started = await start(config, { logStream, passwords });
  await started.app.listen({ host: '127.0.0.1', port: 0 });
  const open = await started.opened;
  const { port } = started.app.server.address() as AddressInfo;
  return {
    ...started,
    ...open,
    base: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    query: (sql, values) => queryDatabase(database.url, sql, values),
    logged: () => lines,
    async close() {
      await started.app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
