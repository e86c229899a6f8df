import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(fileURLToPath(import.meta.url), '../../../..');

/** A program under measurement, in a process of its own. */
export interface Running {
  readonly origin: string;
  readonly pid: number;
  /** From spawning to the first 200 of `/ready`, in milliseconds. */
  readonly readyAfter: number;
  /** Resident memory, in MB (10^6 bytes). */
  memory(): number;
  stop(): Promise<void>;
}

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * Starts a program of this repository and waits until it is ready.
 * @param file relative to the repository's root
 * @throws {Error} with the program's output when it ends, or is not ready within a minute
 */
export async function start(file: string, environment: Record<string, string>, args: string[] = []): Promise<Running> {
  const port = await freePort();
  const spawned = performance.now();
  const child = spawn(process.execPath, [...args, join(root, file)], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000);
    });
  }
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() - spawned > 60_000) {
      child.kill('SIGKILL');
      throw new Error(`${file} did not become ready:\n${output}`);
    }
    await after(10);
  }
  const readyAfter = performance.now() - spawned;
  return { origin, pid: child.pid ?? 0, readyAfter, memory: () => residentMb(child.pid ?? 0), stop: () => stop(child) };
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/ready`).catch(() => undefined);
  return answer?.status === 200;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function residentMb(pid: number): number {
  const kib = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return (Number(kib.trim()) * 1024) / 1e6;
}
