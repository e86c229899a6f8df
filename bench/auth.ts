import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { bcryptLimit } from './auth/bcrypt-limit.js';
import { startDatabase } from './auth/database.js';
import { type Load, type LoadResult, runLoad } from './auth/load.js';
import { type Running, start } from './auth/service.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';

answerHelp(`usage: npm run bench -- auth

Loads the accounts service on this machine and compares it with a bare Fastify route and with the machine's bcrypt limit:
start, memory, GET /api/auth/me, sign-ins. Takes no arguments; about three minutes.`);

const USERNAME = 'bench-admin';
const ROUNDS = 3;
const SERVICE = 'services/auth/dist/main.js';
const password = randomBytes(12).toString('base64url').concat('aA1');

const format = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const row = (what: string, value: string, target = '') =>
  console.log(`${what.padEnd(58)}${value.padStart(16)}  ${target}`);

function requireSuccess(result: LoadResult, what: string): LoadResult {
  const failures = Object.keys(result.statuses).filter((status) => !status.startsWith('2'));
  if (failures.length > 0) throw new Error(`${what}: ${JSON.stringify(result.statuses)}`);
  return result;
}

async function inRounds(measureOnce: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await measureOnce();
}

async function signIn(origin: string): Promise<{ token: string; id: string }> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USERNAME, password }),
  });
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } };
  return { token, id: user.id };
}

const directory = await mkdtemp(join(tmpdir(), 'ownvoice-bench-'));
const database = await startDatabase(directory);
const environment = {
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  DATA_DIR: join(directory, 'service'),
  JWT_SECRET: randomBytes(48).toString('base64'),
  SINGLE_USER_MODE: 'false',
  DEFAULT_ADMIN_USERNAME: USERNAME,
  DEFAULT_ADMIN_PASSWORD: password,
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'warn',
};

async function startToReady(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const running = await start(SERVICE, environment);
    times.push(running.readyAfter);
    await running.stop();
  }
  return median(times);
}

async function measure(auth: Running, bare: Running): Promise<void> {
  await after(5_000);
  row('idle memory of the service, without PostgreSQL', `${format(auth.memory())} MB`, '≤ 150 MB');

  const { token, id } = await signIn(auth.origin);
  const authorization = `Bearer ${token}`;
  const me: Omit<Load, 'shape' | 'seconds'> = {
    origin: auth.origin,
    path: '/api/auth/me',
    method: 'GET',
    headers: { authorization },
  };
  const baseline: typeof me = { origin: bare.origin, path: `/users/${id}`, method: 'GET', headers: { authorization } };
  const login: typeof me = {
    origin: auth.origin,
    path: '/api/auth/login',
    method: 'POST',
    body: { username: USERNAME, password },
    manyClients: true,
  };

  const closed = { kind: 'closed', connections: 10 } as const;
  const paced = { kind: 'paced', rate: 100 } as const;
  for (const each of [me, baseline]) await runLoad({ ...each, shape: closed, seconds: 3 });

  // Interleaved: other load on the machine then falls on both sides of a comparison.
  const bareRates: number[] = [];
  const meRates: number[] = [];
  await inRounds(async () => {
    bareRates.push(requireSuccess(await runLoad({ ...baseline, shape: closed, seconds: 4 }), 'bare').rate);
    meRates.push(requireSuccess(await runLoad({ ...me, shape: closed, seconds: 4 }), 'me').rate);
  });
  row('bare Fastify, one prepared primary-key query', `${format(median(bareRates))} /s`);
  row('GET /api/auth/me', `${format(median(meRates))} /s`);
  row('share of the bare route', format(median(meRates) / median(bareRates), 2), '≥ 0.7');

  const alone: LoadResult[] = [];
  const during: LoadResult[] = [];
  await inRounds(async () => {
    alone.push(requireSuccess(await runLoad({ ...me, shape: paced, seconds: 5 }), 'me, alone'));
    const signIns = runLoad({ ...login, shape: closed, seconds: 7 });
    await after(1_000);
    during.push(requireSuccess(await runLoad({ ...me, shape: paced, seconds: 5 }), 'me, during sign-ins'));
    requireSuccess(await signIns, 'sign-ins');
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
    logins.push(requireSuccess(await runLoad({ ...login, shape: closed, seconds: 8 }), 'sign-ins').rate);
  });
  row(`bcrypt limit of the machine, ${threads} threads`, `${format(median(limits), 2)} /s`);
  row('sign-ins', `${format(median(logins), 2)} /s`);
  row('share of the bcrypt limit', format(median(logins) / median(limits), 2), '≥ 0.85');
  row('memory of the service afterwards', `${format(auth.memory())} MB`);
}

try {
  console.log(`${machine()}\n`);
  await (await start(SERVICE, environment)).stop();
  row('start to ready with an existing database (median of 5)', `${format(await startToReady())} ms`, '≤ 1,500 ms');
  const auth = await start(SERVICE, environment);
  const bare = await start('bench/dist/auth/bare-route.js', { DATABASE_URL: database.url });
  try {
    await measure(auth, bare);
  } finally {
    await Promise.all([auth.stop(), bare.stop()]);
  }
} finally {
  await database.stop();
  await rm(directory, { recursive: true, force: true });
}
