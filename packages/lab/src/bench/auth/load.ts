import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { median, quantile } from '../harness/report.js';

/** What to send, and how. Runs in a process of its own, so that client and server never share an event loop. */
export interface Load {
  /** `http://host:port` */
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Gives every request another client address, as a trusted proxy would. */
  readonly manyClients?: boolean;
  /** `closed`: so many connections, each sending the next request after the last answer. `paced`: so many a second. */
  readonly shape:
    | { readonly kind: 'closed'; readonly connections: number }
    | { readonly kind: 'paced'; readonly rate: number };
  readonly seconds: number;
}

export interface LoadResult {
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers of status 2xx a second. */
  readonly rate: number;
  /** Milliseconds from when a request was due to the end of its answer. */
  readonly latency: { readonly p50: number; readonly p99: number };
}

/** Runs a load in a child process. */
export function runLoad(load: Load): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' });
    child.once('message', (result) => resolve(result as LoadResult));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)));
    child.send(load);
  });
}

async function generate(load: Load): Promise<LoadResult> {
  const connections = load.shape.kind === 'closed' ? load.shape.connections : 256;
  const pool = new Pool(load.origin, { connections, pipelining: 1 });
  const body = load.body === undefined ? null : JSON.stringify(load.body);
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  let sent = 0;
  const send = async (due: number) => {
    sent += 1;
    const client = load.manyClients ? { 'x-forwarded-for': `198.18.${(sent >> 8) & 255}.${sent & 255}` } : {};
    const type = body === null ? {} : { 'content-type': 'application/json' };
    const answer = await pool.request({
      path: load.path,
      method: load.method,
      headers: { ...load.headers, ...client, ...type },
      body,
    });
    await answer.body.dump();
    latencies.push(performance.now() - due);
    statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
  };
  const start = performance.now();
  const end = start + load.seconds * 1000;
  if (load.shape.kind === 'closed') {
    const connection = async () => {
      while (performance.now() < end) await send(performance.now());
    };
    await Promise.all(Array.from({ length: load.shape.connections }, connection));
  } else {
    const interval = 1000 / load.shape.rate;
    const pending: Promise<void>[] = [];
    for (let due = start; due < end; due += interval) {
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      pending.push(send(due));
    }
    await Promise.all(pending);
  }
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  const good = Object.entries(statuses).reduce((sum, [status, n]) => sum + (status.startsWith('2') ? n : 0), 0);
  return { statuses, rate: good / seconds, latency: { p50: median(latencies), p99: quantile(latencies, 0.99) } };
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.send) {
  process.once('message', async (load) => {
    process.send?.(await generate(load as Load), () => process.exit(0));
  });
}
