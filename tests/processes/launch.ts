import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/dist\/$/, '');

/** A start takes two seconds; the rest is for a machine with other things to do. */
const READY_WITHIN_MS = 120_000;
/** How much of a log goes into the message of a failure, in characters. */
const LOG_END = 4_000;

export interface Launch {
  /** The built program, below the repository. */
  readonly file: string;
  readonly args?: readonly string[];
  /** Beside `PATH` and `HOME`, which it has from here. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Arguments for Node itself. */
  readonly nodeOptions?: readonly string[];
  /** A command that runs the program. */
  readonly within?: readonly string[];
  /** Opens a channel for messages to the process. */
  readonly ipc?: boolean;
  /** Waits until `/ready` is 200 (default), or only until it listens. */
  readonly untilReady?: boolean;
}

/** How a process ended; the code is `null` when a signal ended it. */
export interface Ending {
  readonly code: number | null;
  readonly output: string;
}

/** A built service in a process of its own, as its users start it. */
export interface Service extends AsyncDisposable {
  readonly origin: string;
  readonly child: ChildProcess;
  readonly pid: number | undefined;
  /** What it has written so far. */
  output(): string;
  /** Sends a signal, unless it has ended by itself, and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ending>;
}

function start({ file, args = [], environment = {}, nodeOptions = [], within = [], ipc = false }: Launch) {
  const [command = '', ...rest] = [...within, process.execPath, ...nodeOptions, join(root, file), ...args];
  const child = spawn(command, rest, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      written += text;
    });
  const ended = once(child, 'close').then(([code]): Ending => ({ code, output: written }));
  return { child, output: () => written, ended };
}

/** Runs a built program to its end. */
export const runToEnd = (program: Launch): Promise<Ending> => start(program).ended;

/**
 * Starts a service and waits until it is ready. It takes a port of its own, unless it is told one.
 * @throws {Error} with what it wrote, when it does not become ready
 */
export async function launch(program: Launch): Promise<Service> {
  const { child, output, ended } = start(program);
  const running = () => child.exitCode === null && child.signalCode === null;
  const origin = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const address = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(output())?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    void ended.then(() => reject(new Error(`${program.file} ended before it listened:\n${output().slice(-LOG_END)}`)));
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (program.untilReady !== false && (await fetch(`${origin}/ready`).catch(() => undefined))?.status !== 200) {
    if (!running() || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${program.file} did not become ready:\n${output().slice(-LOG_END)}`);
    }
    await pause(50);
  }
  const end = (signal: NodeJS.Signals) => {
    if (running()) child.kill(signal);
    return ended;
  };
  return {
    origin,
    child,
    pid: child.pid,
    output,
    end,
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
    },
  };
}
