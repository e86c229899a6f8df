import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A built service as its users start it: a process of its own on a port of its own. */
export interface ServiceProcess extends AsyncDisposable {
  readonly origin: string;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

export interface AuthOptions {
  port?: number;
  environment?: Record<string, string>;
}

/** The accounts service with an empty store in the embedded PostgreSQL. */
export async function startAuth({ port, environment }: AuthOptions = {}): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'ownvoice-console-'));
  const chosen = port ?? (await freePort());
  return start('services/auth', chosen, [], {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(chosen),
    PUBLIC_URL: `http://127.0.0.1:${chosen}`,
    DATA_DIR: folder,
    JWT_SECRET: 'a secret for the browser tests, long enough',
    SINGLE_USER_MODE: 'false',
    ...environment,
  }).then((service) => ({
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  }));
}

/** The speech service with its built-in voice. */
export async function startSpeech(...options: string[]): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'ownvoice-models-'));
  const port = await freePort();
  const service = await start(
    'services/tts',
    port,
    ['--host', '127.0.0.1', '--port', String(port), '--models-dir', folder, ...options],
    {},
  );
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(
  folder: string,
  port: number,
  options: string[],
  environment: Record<string, string>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(root, folder, 'dist/main.js'), ...options], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)));
  const origin = `http://127.0.0.1:${port}`;
  await ready(child, origin, output);
  return {
    origin,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function ready(child: ChildProcess, origin: string, output: string[]): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${origin}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error(`the service ended before it was ready:\n${output.join('')}`);
}
