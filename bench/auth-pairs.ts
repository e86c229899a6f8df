import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startDatabase } from './auth/database.js';
import { runLoad } from './auth/load.js';
import { type Running, start } from './auth/service.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';

answerHelp(`usage: npm run bench -- auth-pairs OTHER_CHECKOUT

Compares processor time and rate of GET /api/auth/me and of sign-ins with those of another checkout that is built: both
services run side by side and are loaded in turns. Linux only; about two minutes.`);

const ROUNDS = 9;
const CLOCK_TICKS = 100;
const root = resolve(fileURLToPath(import.meta.url), '../../..');
const other = process.argv[2];
if (other === undefined) throw new Error('Name the folder of the other checkout.');

const username = 'bench-admin';
const password = randomBytes(12).toString('base64url').concat('aA1');
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Processor time of a process so far, all threads, in seconds. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

const directory = await mkdtemp(join(tmpdir(), 'ownvoice-bench-'));
const database = await startDatabase(directory);

/** The service of a checkout on a database of its own, since an older one refuses a newer database. */
async function startCheckout(folder: string, name: string): Promise<Running> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return await start(relative(root, join(resolve(folder), 'services/auth/dist/main.js')), {
    NODE_ENV: 'production',
    DATABASE_URL: url.href,
    DATA_DIR: join(directory, name),
    JWT_SECRET: randomBytes(48).toString('base64'),
    SINGLE_USER_MODE: 'false',
    DEFAULT_ADMIN_USERNAME: username,
    DEFAULT_ADMIN_PASSWORD: password,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
  });
}

interface Cost {
  /** Milliseconds of processor time for a request. */
  readonly processor: number;
  /** Requests in a second. */
  readonly rate: number;
}

async function cost({ origin, pid }: Running, path: 'me' | 'login', token: string, seconds: number): Promise<Cost> {
  const before = processorTime(pid);
  const { rate, statuses } = await runLoad({
    origin,
    path: `/api/auth/${path}`,
    shape: { kind: 'closed', connections: path === 'me' ? 10 : 2 },
    seconds,
    ...(path === 'me'
      ? { method: 'GET', headers: { authorization: `Bearer ${token}` } }
      : { method: 'POST', body: { username, password }, manyClients: true }),
  });
  const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  if (statuses['200'] !== answers) throw new Error(`${path}: ${JSON.stringify(statuses)}`);
  return { processor: ((processorTime(pid) - before) / answers) * 1000, rate };
}

async function tokenOf({ origin }: Running): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

try {
  console.log(`${machine()}\n`);
  const [ours, theirs] = [await startCheckout(root, 'ours'), await startCheckout(other, 'theirs')];
  const [ourToken, theirToken] = [await tokenOf(ours), await tokenOf(theirs)];
  await Promise.all([cost(ours, 'me', ourToken, 3), cost(theirs, 'me', theirToken, 3)]);
  for (const path of ['me', 'login'] as const) {
    const pairs: { readonly processor: number; readonly rate: number }[] = [];
    const costs: Cost[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const first = await cost(theirs, path, theirToken, 2.5);
      const second = await cost(ours, path, ourToken, 2.5);
      costs.push(second);
      pairs.push({ processor: second.processor / first.processor, rate: second.rate / first.rate });
    }
    const shown = (values: readonly number[]) => median(values).toFixed(2).padStart(8);
    console.log(path === 'me' ? 'GET /api/auth/me' : 'POST /api/auth/login');
    console.log(`  processor time of a request, ms       ${shown(costs.map((one) => one.processor))}`);
    console.log(`  processor time, times the other's     ${shown(pairs.map((one) => one.processor))}  ≤ 1.05`);
    console.log(`  requests a second, times the other's  ${shown(pairs.map((one) => one.rate))}  ≥ 0.95`);
  }
  await Promise.all([ours.stop(), theirs.stop()]);
} finally {
  await database.stop();
  await rm(directory, { recursive: true, force: true });
}
