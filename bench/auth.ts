// The accounts service under load, on this machine, against itself: `npm run bench -- auth`. About three minutes.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { bcryptLimit } from './auth/bcrypt-limit.js';
import { startDatabase } from './auth/database.js';
import { type Load, type LoadResult, runLoad } from './auth/load.js';
import { type Running, start } from './auth/service.js';

const username = 'bench-admin';
const password = randomBytes(12).toString('base64url').concat('aA1');
const rounds = 3;
const service = 'services/auth/dist/main.js';

const fixed = (value: number, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits });
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const row = (what: string, value: string, target = '') =>
  console.log(`${what.padEnd(58)}${value.padStart(16)}  ${target}`);

function wellAnswered(result: LoadResult, what: string): LoadResult {
  const strange = Object.keys(result.statuses).filter((status) => !status.startsWith('2'));
  if (strange.length > 0) throw new Error(`${what}: ${JSON.stringify(result.statuses)}`);
  return result;
}

async function inTurns(turn: () => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await turn();
}

async function signIn(origin: string): Promise<{ token: string; id: string }> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
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
  DEFAULT_ADMIN_USERNAME: username,
  DEFAULT_ADMIN_PASSWORD: password,
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'warn',
};

async function starts(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const running = await start(service, environment);
    times.push(running.readyAfter);
    await running.stop();
  }
  return median(times);
}

async function measure(auth: Running, bare: Running): Promise<void> {
  await after(5_000);
  row('idle memory of the service, without PostgreSQL', `${fixed(auth.memory())} MB`, '≤ 150 MB');

  const { token, id } = await signIn(auth.origin);
  const authorization = `Bearer ${token}`;
  const me: Omit<Load, 'shape' | 'seconds'> = {
    origin: auth.origin,
    path: '/api/auth/me',
    method: 'GET',
    headers: { authorization },
  };
  const yardstick: typeof me = { origin: bare.origin, path: `/users/${id}`, method: 'GET', headers: { authorization } };
  const login: typeof me = {
    origin: auth.origin,
    path: '/api/auth/login',
    method: 'POST',
    body: { username, password },
    manyClients: true,
  };

  const closed = { kind: 'closed', connections: 10 } as const;
  const paced = { kind: 'paced', rate: 100 } as const;
  for (const each of [me, yardstick]) await runLoad({ ...each, shape: closed, seconds: 3 });

  // What is compared is measured in turns, so that whatever else the machine does falls on both.
  const bareRates: number[] = [];
  const meRates: number[] = [];
  await inTurns(async () => {
    bareRates.push(wellAnswered(await runLoad({ ...yardstick, shape: closed, seconds: 4 }), 'bare').rate);
    meRates.push(wellAnswered(await runLoad({ ...me, shape: closed, seconds: 4 }), 'me').rate);
  });
  row('bare Fastify, one prepared primary-key query', `${fixed(median(bareRates))} /s`);
  row('GET /api/auth/me', `${fixed(median(meRates))} /s`);
  row('share of the bare route', fixed(median(meRates) / median(bareRates), 2), '≥ 0.7');

  const alone: LoadResult[] = [];
  const during: LoadResult[] = [];
  await inTurns(async () => {
    alone.push(wellAnswered(await runLoad({ ...me, shape: paced, seconds: 5 }), 'me, alone'));
    const storm = runLoad({ ...login, shape: closed, seconds: 7 });
    await after(1_000);
    during.push(wellAnswered(await runLoad({ ...me, shape: paced, seconds: 5 }), 'me, during a storm'));
    wellAnswered(await storm, 'the storm');
  });
  const latencies = (results: readonly LoadResult[]) => {
    const [p50, p99] = [median(results.map((r) => r.latency.p50)), median(results.map((r) => r.latency.p99))];
    return { p99, shown: `${fixed(p50, 1)} / ${fixed(p99, 1)} ms` };
  };
  row('GET /api/auth/me at 100/s, alone: p50 / p99', latencies(alone).shown);
  row('the same during ten sign-ins at once: p50 / p99', latencies(during).shown);
  row('p99 during the storm, times p99 alone', fixed(latencies(during).p99 / latencies(alone).p99, 2), '≤ 2');

  const threads = availableParallelism();
  const limits: number[] = [];
  const logins: number[] = [];
  await inTurns(async () => {
    limits.push(await bcryptLimit(threads, 5));
    logins.push(wellAnswered(await runLoad({ ...login, shape: closed, seconds: 8 }), 'sign-ins').rate);
  });
  row(`bcrypt limit of the machine, ${threads} threads`, `${fixed(median(limits), 2)} /s`);
  row('sign-ins', `${fixed(median(logins), 2)} /s`);
  row('share of the bcrypt limit', fixed(median(logins) / median(limits), 2), '≥ 0.85');
  row('memory of the service after all that', `${fixed(auth.memory())} MB`);
}

try {
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${fixed(totalmem() / 1e9)} GB, Node ${process.versions.node}, ${new Date().toISOString()}\n`,
  );
  await (await start(service, environment)).stop();
  row('start to ready with an existing database (median of 5)', `${fixed(await starts())} ms`, '≤ 1,500 ms');
  const auth = await start(service, environment);
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
