import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Session } from '@ownvoice/shared/contract';

const main = fileURLToPath(new URL('../../../services/auth/dist/main.js', import.meta.url));
const admin = { username: 'operator', password: 'Operator7Horse' };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; `undefined` when there is none. */
  readonly json: unknown;
  readonly tookMs: number;
}

/** The accounts service in a process of its own, as it was built. */
export interface AccountService {
  readonly origin: string;
  readonly child: ChildProcess;
  /** What it has written so far. */
  output(): string;
  /** The log lines of answers that were a fault of the service's own, for the message of a test that fails. */
  failures(): string;
  /** Asks as somebody, or as nobody without a token. */
  ask(method: string, path: string, options?: { token?: string; body?: object; from?: string }): Promise<Answer>;
  /** Tries to sign in as the administrator, each time from the same address unless told otherwise. */
  signIn(password?: string, from?: string): Promise<Answer>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** The token of a sign-in that succeeded. */
export function tokenOf({ status, json }: Answer): string {
  if (status !== 200) throw new Error(`the sign-in was answered ${status}: ${JSON.stringify(json)}`);
  return (json as Session).token;
}

/** Starts the service on a free port, in multi-user mode with one administrator, and waits until it listens. */
export async function startAccounts(
  environment: Record<string, string>,
  { nodeOptions = [], ipc = false }: { nodeOptions?: readonly string[]; ipc?: boolean } = {},
): Promise<AccountService> {
  const child = spawn(process.execPath, [...nodeOptions, main], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      JWT_SECRET: 'a secret for the tests of faults, long enough',
      SINGLE_USER_MODE: 'false',
      DEFAULT_ADMIN_USERNAME: admin.username,
      DEFAULT_ADMIN_PASSWORD: admin.password,
      TRUST_PROXY: '127.0.0.1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
  let written = '';
  const ended = once(child, 'close');
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        written += text;
        const address = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(written)?.[1];
        if (address !== undefined) resolve(address);
      });
    void ended.then(() => reject(new Error(`the service ended:\n${written.slice(-4000)}`)));
  });
  const ask: AccountService['ask'] = async (method, path, { token, body, from } = {}) => {
    const began = performance.now();
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(from !== undefined && { 'x-forwarded-for': from }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      json: text === '' ? undefined : JSON.parse(text),
      tookMs: performance.now() - began,
    };
  };
  return {
    origin,
    child,
    output: () => written,
    failures: () =>
      written
        .split('\n')
        .filter((line) => line.includes('"level":50'))
        .join('\n'),
    ask,
    signIn: (password = admin.password, from = '192.0.2.1') =>
      ask('POST', '/api/auth/login', { body: { username: admin.username, password }, from }),
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}
