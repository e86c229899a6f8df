import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/dist\/$/, '');

/** A start takes two seconds; the rest is for a machine with other things to do. */
const READY_WITHIN_MS = 120_000;

/** A built service in a process of its own, as its users start it. */
export interface Service extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number | undefined;
  /** What it has written so far. */
  output(): string;
}

export interface Launch {
  /** The built program, below the repository. */
  readonly file: string;
  readonly args?: readonly string[];
  /** Beside `PATH` and `HOME`, which it has from here. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Starts a service and waits until it says that it is ready. It takes a port of its own, unless it is told one.
 * @throws {Error} with what it wrote, when it does not become ready
 */
export async function launch({ file, args = [], environment = {} }: Launch): Promise<Service> {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const running = () => child.exitCode === null && child.signalCode === null;
  let written = '';
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        written += text;
        const address = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(written)?.[1];
        if (address !== undefined) resolve(address);
      });
    void ended.then(() => reject(new Error(`${file} ended before it listened:\n${written.slice(-4000)}`)));
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while ((await fetch(`${origin}/ready`).catch(() => undefined))?.status !== 200) {
    if (!running() || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${file} did not become ready:\n${written.slice(-4000)}`);
    }
    await pause(50);
  }
  return {
    origin,
    pid: child.pid,
    output: () => written,
    async [Symbol.asyncDispose]() {
      if (running()) child.kill('SIGTERM');
      await ended;
    },
  };
}
