import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { freePort } from '../auth/service.js';

const MAIN = fileURLToPath(new URL('../../../services/tts/dist/main.js', import.meta.url));
const READY_WITHIN_MS = 600_000;

/** The speech service under measurement. */
export interface SpeechService {
  readonly origin: string;
  /** Milliseconds from its start until it was ready; NaN when it was running already. */
  readonly readyAfter: number;
  /**
   * Resident memory in MB (10^6 bytes): of the service, of its engine processes, and the part of the latter that is mapped
   * files, which the kernel can drop. NaN when the service was running already.
   */
  memory(): { readonly service: number; readonly engine: number; readonly mapped: number };
  /** Processor seconds of the service and its engine; NaN where the system does not report them. */
  processorSeconds(): number;
  stop(): Promise<void>;
}

/**
 * Starts the service with command-line options, or uses the one at `SPEECH_ORIGIN`.
 *
 * @throws {Error} with its output when it ends before it is ready
 */
export async function startSpeechService(options: readonly string[]): Promise<SpeechService> {
  const runningService = process.env.SPEECH_ORIGIN;
  if (runningService) {
    const unknown = Number.NaN;
    return {
      origin: runningService,
      readyAfter: unknown,
      memory: () => ({ service: unknown, engine: unknown, mapped: unknown }),
      processorSeconds: () => unknown,
      stop: async () => {},
    };
  }
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN, '--host', '127.0.0.1', '--port', String(port), ...options], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
    });
  }
  const origin = `http://127.0.0.1:${port}`;
  const spawned = performance.now();
  while (!(await isReady(origin))) {
    const isHopeless = performance.now() - spawned > READY_WITHIN_MS || (await hasFailed(origin));
    if (child.exitCode !== null || isHopeless) {
      child.kill('SIGKILL');
      throw new Error(`The speech service did not become ready:\n${output}`);
    }
    await after(50);
  }
  return {
    origin,
    readyAfter: performance.now() - spawned,
    memory: () => memoryOf(child.pid ?? 0),
    processorSeconds: () => processorSecondsOf(child.pid ?? 0),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/ready`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

/** Whether nothing will bring the model. */
async function hasFailed(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/health`).catch(() => undefined);
  return ((await answer?.json()) as { status?: string } | undefined)?.status === 'failed';
}

/** Process id, parent's id and resident kB of every process. */
function processes(): number[][] {
  const table = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).stdout;
  return table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
}

function memoryOf(pid: number): ReturnType<SpeechService['memory']> {
  const rows = processes();
  const megabytes = (matches: (row: number[]) => boolean, of: (row: number[]) => number) =>
    (rows.filter(matches).reduce((sum, row) => sum + of(row), 0) * 1024) / 1e6;
  const resident = ([, , kilobytes = 0]: number[]) => kilobytes;
  return {
    service: megabytes(([id]) => id === pid, resident),
    engine: megabytes(([, parent]) => parent === pid, resident),
    mapped: megabytes(
      ([, parent]) => parent === pid,
      ([id = 0]) => mappedKilobytes(id),
    ),
  };
}

/** From `/proc` on Linux; 0 elsewhere. */
function mappedKilobytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(/^RssFile:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

const TICKS_PER_SECOND = 100;

/** From `/proc` on Linux, fields 14 and 15 of `stat`. */
function processorSecondsOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const family = [pid, ...processes().flatMap(([child, parent]) => (child && parent === pid ? [child] : []))];
  const ticks = family.map((member) => {
    const fields = readFileSync(`/proc/${member}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
}

/** One answer to a request for speech. */
export interface Answer {
  readonly status: number;
  /** From sending to the last byte. */
  readonly seconds: number;
  readonly audioSeconds: number;
  readonly engine: string;
}

/** Without time-outs: a long text on a slow machine takes longer than undici waits by default. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Asks for speech and reads the answer to its end. */
export async function speak(origin: string, body: object, signal?: AbortSignal): Promise<Answer> {
  const start = performance.now();
  const answer = await request(`${origin}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher: agent,
    ...(signal && { signal }),
  });
  const bytes = await answer.body.arrayBuffer();
  const told = answer.headers['x-tts-audio-seconds'];
  return {
    status: answer.statusCode,
    seconds: (performance.now() - start) / 1000,
    // Another server tells no seconds: 16 bits at 24 kHz behind a header.
    audioSeconds: told === undefined ? Math.max(0, bytes.byteLength - 44) / 48_000 : Number(told),
    engine: String(answer.headers['x-tts-engine'] ?? ''),
  };
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
