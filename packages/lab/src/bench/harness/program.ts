import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@ownvoice/auth/dist/data/postgres/embedded-postgres.js';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const READY_WITHIN_MS = 600_000;
const STOP_WITHIN_MS = 30_000;
const SHOWN_CHARACTERS = 4_000;

/** A server under measurement, in a process of its own. */
export interface Running {
  readonly origin: string;
  /** From its start to the first answer that says it is ready, in milliseconds. */
  readonly readyAfter: number;
  /**
   * Resident memory in MB (10^6 bytes): of the process, of its children, and the part of the latter that is mapped files,
   * which the kernel can drop.
   */
  memory(): { readonly service: number; readonly engine: number; readonly mapped: number };
  /** CPU seconds of the process and its children; NaN where the system does not report them. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** How to start a server on a port. */
export interface Launch {
  /** The program with its arguments; a path below the repository. */
  readonly command: (port: number) => readonly [program: string, ...args: string[]];
  readonly environment: (port: number) => NodeJS.ProcessEnv;
  /** Default: `/ready` answers with 200. */
  readonly isReady?: (origin: string) => Promise<boolean>;
  /** Default: the repository. */
  readonly cwd?: string;
}

/** Starts a server and waits until it is ready. @throws {Error} with its output when it ends before, or fails */
export async function start({ command, environment, isReady = answersReady, cwd = ROOT }: Launch): Promise<Running> {
  const port = await freePort();
  const [program, ...args] = command(port);
  const spawned = performance.now();
  const child = spawn(program, args, { cwd, env: environment(port), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-SHOWN_CHARACTERS);
    });
  child.once('error', (error) => {
    output += error.message;
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await isReady(origin))) {
    const hasEnded = child.pid === undefined || child.exitCode !== null;
    if (hasEnded || performance.now() - spawned > READY_WITHIN_MS || (await hasFailed(origin))) {
      child.kill('SIGKILL');
      throw new Error(`${program} ${args[0] ?? ''} did not become ready:\n${output}`);
    }
    await after(10);
  }
  const { pid = 0 } = child;
  return {
    origin,
    readyAfter: performance.now() - spawned,
    memory: () => memoryOf(pid),
    cpuSeconds: () => cpuSecondsOf(pid),
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function answersReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/ready`).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}

/** Whether nothing will bring the model. */
async function hasFailed(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/health`).catch(() => undefined);
  const body = await response?.json().catch(() => undefined);
  return (body as { status?: string } | undefined)?.status === 'failed';
}

/** Process id, parent's id and resident kB of every process. */
function processes(): number[][] {
  const table = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).stdout;
  return table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
}

function memoryOf(pid: number): ReturnType<Running['memory']> {
  const rows = processes();
  const megabytes = (matches: (row: number[]) => boolean, of: (row: number[]) => number) =>
    (rows.filter(matches).reduce((sum, row) => sum + of(row), 0) * 1024) / 1e6;
  const resident = ([, , kilobytes = 0]: number[]) => kilobytes;
  const isChild = ([, parent]: number[]) => parent === pid;
  return {
    service: megabytes(([id]) => id === pid, resident),
    engine: megabytes(isChild, resident),
    mapped: megabytes(isChild, ([id = 0]) => mappedKilobytes(id)),
  };
}

/** From `/proc` on Linux; 0 elsewhere. */
function mappedKilobytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(/^RssFile:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

const TICKS_PER_SECOND = 100;

/** From `/proc` on Linux, fields 14 and 15 of `stat`. */
function cpuSecondsOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const family = [pid, ...processes().flatMap(([child, parent]) => (child && parent === pid ? [child] : []))];
  const ticks = family.map((member) => {
    const fields = readFileSync(`/proc/${member}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
}
