import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@ownvoice/auth/dist/testing/test-database.js';
import type { Session } from '@ownvoice/shared/contract';
import { type HttpResponse, send } from '@ownvoice/shared/testing';
import { type Launch, launch, type Service } from './launch.js';

/** The administrator of every accounts service of these tests. */
export const ADMIN = { username: 'operator', email: 'operator@example.org', password: 'Operator7Horse' } as const;

export interface TimedResponse extends HttpResponse {
  readonly tookMs: number;
}

/** The accounts service in multi-user mode with one administrator. */
export interface AccountService extends Service {
  /** The log lines of responses that were a fault of the service's own, for the message of a test that fails. */
  failures(): string;
  /** Asks as somebody, or as nobody without a token. */
  ask(method: string, path: string, options?: { token?: string; body?: object; from?: string }): Promise<TimedResponse>;
  /** Tries to sign in as the administrator, each time from the same address unless told otherwise. */
  signIn(password?: string, from?: string): Promise<TimedResponse>;
}

/** The token of a sign-in that succeeded. */
export function tokenOf({ status, json }: HttpResponse): string {
  if (status !== 200) throw new Error(`the sign-in was answered ${status}: ${JSON.stringify(json)}`);
  return (json as Session).token;
}

/** Starts the service on a free port; with a new database on the run's server unless the environment names a folder or a database. */
export async function startAccounts(
  environment: Readonly<Record<string, string>> = {},
  options: Pick<Launch, 'nodeOptions' | 'ipc' | 'untilReady'> = {},
): Promise<AccountService> {
  const hasData = 'DATA_DIR' in environment || 'DATABASE_URL' in environment;
  const database = hasData ? undefined : await createTestDatabase();
  const folder = hasData ? undefined : await mkdtemp(join(tmpdir(), 'ownvoice-accounts-'));
  const service = await launch({
    file: 'services/auth/dist/main.js',
    environment: {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      JWT_SECRET: 'a secret for the tests of whole services, long enough',
      SINGLE_USER_MODE: 'false',
      DEFAULT_ADMIN_USERNAME: ADMIN.username,
      DEFAULT_ADMIN_EMAIL: ADMIN.email,
      DEFAULT_ADMIN_PASSWORD: ADMIN.password,
      TRUST_PROXY: '127.0.0.1',
      ...(folder !== undefined && { DATA_DIR: folder }),
      ...(database !== undefined && { DATABASE_URL: database.url }),
      ...environment,
    },
    ...options,
  });
  const ask: AccountService['ask'] = async (method, path, { token, body, from } = {}) => {
    const began = performance.now();
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
    };
    return { ...(await send(service.origin, { method, path, headers, body })), tookMs: performance.now() - began };
  };
  return {
    ...service,
    failures: () =>
      service
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":50'))
        .join('\n'),
    ask,
    signIn: (password = ADMIN.password, from = '192.0.2.1') =>
      ask('POST', '/api/auth/login', { body: { username: ADMIN.username, password }, from }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await database?.drop();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
