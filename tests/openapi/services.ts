import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/dist\/$/, '');
const readyWithinMs = 60_000;

/** A built service in a process of its own. */
export interface Service extends AsyncDisposable {
  readonly origin: string;
  /** What it has written so far. */
  output(): string;
}

export interface AuthService extends Service {
  readonly admin: { readonly username: string; readonly email: string; readonly password: string };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function launch(
  file: string,
  args: string[],
  environment: Record<string, string>,
  port: number,
): Promise<Service> {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text;
    });
  }
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + readyWithinMs;
  while ((await fetch(`${origin}/ready`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await end(child);
      throw new Error(`${file} did not become ready:\n${written.slice(-4000)}`);
    }
    await after(50);
  }
  return { origin, output: () => written, [Symbol.asyncDispose]: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** The accounts service in multi-user mode on a database of its own, with one administrator. */
export async function startAuth(environment: Record<string, string> = {}): Promise<AuthService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ownvoice-auth-'));
  const password = `${randomBytes(9).toString('base64url')}aA1`;
  const admin = { username: 'operator', email: 'operator@example.org', password };
  const port = await freePort();
  const settings = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    SINGLE_USER_MODE: 'false',
    DEFAULT_ADMIN_USERNAME: admin.username,
    DEFAULT_ADMIN_EMAIL: admin.email,
    DEFAULT_ADMIN_PASSWORD: admin.password,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...environment,
  };
  const service = await launch('services/auth/dist/main.js', [], settings, port);
  return {
    ...service,
    admin,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The speech service with the built-in voice. */
export async function startSpeech(): Promise<Service> {
  const port = await freePort();
  return launch('services/tts/dist/main.js', ['--host', '127.0.0.1', '--port', String(port)], {}, port);
}
