import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ADMIN, SECRET } from './test-service.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The service as it is deployed: the built program in a process of its own. */
export interface ServiceProcess {
  readonly base: string;
  readonly child: ChildProcess;
  /** Everything written so far, to both outputs. */
  readonly output: () => string;
  /** Sends a signal and waits for the end. @returns the exit code, `null` when the signal itself ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function spawnService(environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  const chunks: Buffer[] = [];
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', JWT_SECRET: SECRET, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { child, output: () => Buffer.concat(chunks).toString() };
}

/** Starts a service that is expected to refuse. @returns its exit code and its output */
export async function refusedStart(environment: Record<string, string>): Promise<{ code: number; output: string }> {
  const { child, output } = spawnService(environment);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

/** Starts a service and waits until it serves; by default on a free port and with a known administrator. */
export async function startServiceProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  const { child, output } = spawnService({
    SINGLE_USER_MODE: 'false',
    DEFAULT_ADMIN_PASSWORD: ADMIN.password,
    TRUST_PROXY: '127.0.0.1',
    ...environment,
  });
  const ended = once(child, 'close');
  const base = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { address: string }).address));
    void ended.then(() => reject(new Error(`the service ended: ${output()}`)));
  });
  return {
    base,
    child,
    output,
    async end(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
