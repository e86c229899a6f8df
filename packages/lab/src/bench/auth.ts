import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { EmbeddedPostgres } from '@ownvoice/auth/dist/data/postgres/embedded-postgres.js';
import { bcryptLimit } from './auth/bcrypt-limit.js';
import { type Load, type LoadResult, runLoad } from './auth/load.js';
import { type Running, start } from './harness/program.js';
import { answerHelp, machine, median } from './harness/report.js';

answerHelp(`usage: npm run bench -- auth

Loads the accounts service on this machine and compares it with a bare Fastify route and with the machine's bcrypt limit:
start, memory, GET /api/auth/me, sign-ins. Takes no arguments; about three minutes.`);

const USERNAME = 'bench-admin';
const ROUNDS = 3;
const secret = randomBytes(48).toString('base64');
const password = randomBytes(12).toString('base64url').concat('aA1');
const warningsOnly = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

const format = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });
const row = (what: string, value: string, target = '') =>
  console.log(`${what.padEnd(58)}${value.padStart(16)}  ${target}`);

const directory = await mkdtemp(join(tmpdir(), 'ownvoice-bench-'));
// Durability is on, as in production.
const database = await EmbeddedPostgres.start({ dataDir: join(directory, 'database') }, warningsOnly);

/** Starts a program of this repository with nothing in its environment but these variables. */
function startProgram(file: string, variables: Record<string, string> = {}): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env;
  const shared = { PATH, HOME, DATABASE_URL: database.url, HOST: '127.0.0.1' };
  return start({
    command: () => [process.execPath, file],
    environment: (port) => ({ ...shared, ...variables, PORT: String(port) }),
  });
}

const startService = () =>
  startProgram('services/auth/dist/main.js', {
    NODE_ENV: 'production',
    DATA_DIR: join(directory, 'service'),
    JWT_SECRET: secret,
    SINGLE_USER_MODE: 'false',
    DEFAULT_ADMIN_USERNAME: USERNAME,
    DEFAULT_ADMIN_PASSWORD: password,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
  });

async function run(what: string, load: Load): Promise<LoadResult> {
  const result = await runLoad(load);
  if (Object.keys(result.statuses).some((status) => !status.startsWith('2')))
    throw new Error(`${what}: ${JSON.stringify(result.statuses)}`);
  return result;
}

async function inRounds(measureOnce: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await measureOnce();
}

async function signIn(origin: string): Promise<{ token: string; id: string }> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USERNAME, password }),
  });
  const { token, user } = (await response.json()) as { token: string; user: { id: string } };
  return { token, id: user.id };
}

async function startToReady(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const running = await startService();
    times.push(running.readyAfter);
    await running.stop();
  }
  return median(times);
}

async function measure(auth: Running, bare: Running): Promise<void> {
  await after(5_000);
  row('idle memory of the service, without PostgreSQL', `${format(auth.memory().service)} MB`, '≤ 150 MB');

  const { token, id } = await signIn(auth.origin);
  const get = { method: 'GET', headers: { authorization: `Bearer ${token}` } } as const;
  const me = { ...get, origin: auth.origin, path: '/api/auth/me' };
  const baseline = { ...get, origin: bare.origin, path: `/users/${id}` };
  const body = { username: USERNAME, password };
  const login = { origin: auth.origin, path: '/api/auth/login', method: 'POST', body, manyClients: true } as const;

  const closed = { kind: 'closed', connections: 10 } as const;
  const paced = { kind: 'paced', rate: 100 } as const;
  for (const each of [me, baseline]) await runLoad({ ...each, shape: closed, seconds: 3 });

  // Interleaved: other load on the machine then falls on both sides of a comparison.
  const bareRates: number[] = [];
  const meRates: number[] = [];
  await inRounds(async () => {
    bareRates.push((await run('bare', { ...baseline, shape: closed, seconds: 4 })).rate);
    meRates.push((await run('me', { ...me, shape: closed, seconds: 4 })).rate);
  });
  row('bare Fastify, one prepared primary-key query', `${format(median(bareRates))} /s`);
  row('GET /api/auth/me', `${format(median(meRates))} /s`);
  row('share of the bare route', format(median(meRates) / median(bareRates), 2), '≥ 0.7');

  const alone: LoadResult[] = [];
  const during: LoadResult[] = [];
  await inRounds(async () => {
    alone.push(await run('me, alone', { ...me, shape: paced, seconds: 5 }));
    const signIns = run('sign-ins', { ...login, shape: closed, seconds: 7 });
    await after(1_000);
    during.push(await run('me, during sign-ins', { ...me, shape: paced, seconds: 5 }));
    await signIns;
  });
  const latencies = (results: readonly LoadResult[]) => {
    const [p50, p99] = [median(results.map((r) => r.latency.p50)), median(results.map((r) => r.latency.p99))];
    return { p99, shown: `${format(p50, 1)} / ${format(p99, 1)} ms` };
  };
  row('GET /api/auth/me at 100/s, alone: p50 / p99', latencies(alone).shown);
  row('the same during ten sign-ins at once: p50 / p99', latencies(during).shown);
  row('p99 during the sign-ins, times p99 alone', format(latencies(during).p99 / latencies(alone).p99, 2), '≤ 2');

  const threads = availableParallelism();
  const limits: number[] = [];
  const logins: number[] = [];
  await inRounds(async () => {
    limits.push(await bcryptLimit(threads, 5));
    logins.push((await run('sign-ins', { ...login, shape: closed, seconds: 8 })).rate);
  });
  row(`bcrypt limit of the machine, ${threads} threads`, `${format(median(limits), 2)} /s`);
  row('sign-ins', `${format(median(logins), 2)} /s`);
  row('share of the bcrypt limit', format(median(logins) / median(limits), 2), '≥ 0.85');
  row('memory of the service afterwards', `${format(auth.memory().service)} MB`);
}

try {
  console.log(`${machine()}\n`);
  await (await startService()).stop();
  row('start to ready with an existing database (median of 5)', `${format(await startToReady())} ms`, '≤ 1,500 ms');
  const auth = await startService();
  const bare = await startProgram('packages/lab/dist/bench/auth/bare-route.js');
  try {
    await measure(auth, bare);
  } finally {
    await Promise.all([auth.stop(), bare.stop()]);
  }
} finally {
  await database.stop();
  await rm(directory, { recursive: true, force: true });
}
