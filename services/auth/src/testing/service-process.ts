import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ADMIN, SECRET } from './test-service.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The service as it is started in earnest: a process of its own, as it was built. */
export interface ServiceProcess {
  readonly base: string;
  readonly child: ChildProcess;
  /** Everything said so far, on both outputs. */
  readonly said: () => string;
  /** Sends a signal and waits for the end. @returns the exit code, `null` when the signal itself ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function spawnService(environment: Record<string, string>): { child: ChildProcess; said: () => string } {
  let text = '';
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', JWT_SECRET: SECRET, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hear = (chunk: Buffer) => {
    text += chunk;
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return { child, said: () => text };
}

/** Starts a service that is expected to refuse. @returns its exit code and what it said */
export async function refusedStart(environment: Record<string, string>): Promise<{ code: number; said: string }> {
  const { child, said } = spawnService(environment);
  const [code] = await once(child, 'close');
  return { code, said: said() };
}

/** Starts a service and waits until it listens; on a free port and with a known administrator, unless told otherwise. */
export async function startServiceProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  const { child, said } = spawnService({
    SINGLE_USER_MODE: 'false',
    DEFAULT_ADMIN_PASSWORD: ADMIN.password,
    TRUST_PROXY: '127.0.0.1',
    ...environment,
  });
  const ended = once(child, 'close');
  const base = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const address = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(said())?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', look);
    void ended.then(() => reject(new Error(`the service ended: ${said()}`)));
  });
  return {
    base,
    child,
    said,
    async end(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
