import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startDatabase } from './auth/database.js';
import { start } from './auth/service.js';
import { machine } from './report/machine.js';
import { answerHelp } from './report/usage.js';

answerHelp(`usage: npm run bench -- accounts [USERS]

The lists and statistics of the accounts service with many users, /health while the whole list is read, and a sign-in
during a hundred registrations. 100,000 users, the default, take about a minute.`);

const users = Number(process.argv[2] ?? 100_000);
const password = `${randomBytes(9).toString('base64url')}aA1`;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const row = (what: string, value: string, target = '') =>
  console.log(`${what.padEnd(58)}${value.padStart(16)}  ${target}`);
const ms = (value: number) => `${value.toFixed(1)} ms`;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function medianOf(n: number, run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < n; i++) times.push(await timed(run));
  return median(times);
}

const directory = await mkdtemp(join(tmpdir(), 'ownvoice-accounts-'));
const database = await startDatabase(directory);
const service = await start('services/auth/dist/main.js', {
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  DATA_DIR: join(directory, 'service'),
  JWT_SECRET: randomBytes(48).toString('base64'),
  SINGLE_USER_MODE: 'false',
  DEFAULT_ADMIN_USERNAME: 'bench-admin',
  DEFAULT_ADMIN_PASSWORD: password,
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'warn',
});

async function post(path: string, body: object, from = '192.0.2.1'): Promise<Response> {
  return await fetch(`${service.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
}
const signIn = () => post('/api/auth/login', { username: 'bench-admin', password });

/** Users with e-mail addresses over forty days, and a sign-in of each in the audit trail. */
async function addUsers(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const random = (bytes: number) => `substr(md5(random()::text), 1, ${bytes})`;
  await client.query(`INSERT INTO users (id, username, username_key, email, password_hash, created_at, updated_at)
    SELECT gen_random_uuid(), 'user-' || i, 'user-' || i, ${random(8)} || i || '@example.org', repeat('x', 60),
      now() - i * interval '40 days' / ${users}, now() - random() * interval '40 days' FROM generate_series(1, ${users}) i`);
  await client.query(`INSERT INTO audit_events (id, at, event, outcome, user_id)
    SELECT gen_random_uuid(), created_at, 'login', 'success', id FROM users`);
  // As migrations of services before and after this column leave it.
  const { rowCount } = await client.query(
    "SELECT FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'signed_in_at'",
  );
  if (rowCount === 1) await client.query('UPDATE users SET signed_in_at = created_at');
  await client.query('VACUUM ANALYZE users');
  await client.query('VACUUM ANALYZE audit_events');
  await client.end();
}

async function measureLists(token: string): Promise<void> {
  const get = async (path: string) => {
    const answer = await fetch(`${service.origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return await answer.text();
  };
  const counted: number[] = [];
  for (let i = 1; i <= 9; i++) {
    // A failure that is counted: the statistics from before it are not used again.
    await post('/api/auth/login', { username: 'nobody', password }, `198.51.100.${i}`);
    counted.push(await timed(() => get('/api/users/stats')));
  }
  row('GET /api/users/stats after a change', ms(median(counted)), '≤ 50 ms');
  row('GET /api/users/stats again', ms(await medianOf(9, () => get('/api/users/stats'))));
  for (const sort of ['created_at', '-created_at', 'username', 'email', '-email', 'role', '-updated_at']) {
    const path = `/api/users/?limit=20&offset=${users - 100}&sort=${sort}`;
    row(`GET ${path}`, ms(await medianOf(5, () => get(path))), '≤ 50 ms');
  }
  let done = false;
  const health: number[] = [];
  const watch = (async () => {
    while (!done) health.push(await timed(() => fetch(`${service.origin}/health`).then((answer) => answer.text())));
  })();
  const [before, took] = [service.memory(), await timed(() => get('/api/users/'))];
  done = true;
  await watch;
  row('GET /api/users/ without limit', ms(took));
  row('the slowest of /health meanwhile', ms(Math.max(...health)), '≤ 50 ms');
  row('memory that it took', `${(service.memory() - before).toFixed(0)} MB`);
}

async function measureFlood(): Promise<void> {
  const idle = await medianOf(5, signIn);
  const tag = randomBytes(3).toString('hex');
  const flood = Array.from({ length: 100 }, (_, i) =>
    post('/api/auth/register', { username: `flood-${tag}-${i}`, password: 'Correct7Horse' }, '192.0.2.2'),
  );
  await Promise.race(flood);
  const during = await medianOf(5, signIn);
  await Promise.all(flood);
  row(`sign-in, alone, ${availableParallelism()} threads`, ms(idle));
  row('the same during a hundred registrations of one address', ms(during));
  row('times as long', (during / idle).toFixed(2), '≤ 3');
}

try {
  console.log(`${machine()}\n${users.toLocaleString('en')} users\n`);
  await addUsers();
  const { token } = (await (await signIn()).json()) as { token: string };
  await measureLists(token);
  await measureFlood();
} finally {
  await service.stop();
  await database.stop();
  await rm(directory, { recursive: true, force: true });
}
