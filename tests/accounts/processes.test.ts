import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusedStart, type ServiceProcess, startServiceProcess } from '@ownvoice/auth/dist/testing/service-process.js';
import { createTestDatabase, queryDatabase, type TestDatabase } from '@ownvoice/auth/dist/testing/test-database.js';
import { ADMIN } from '@ownvoice/auth/dist/testing/test-service.js';
import { anAddress } from '@ownvoice/auth/dist/testing/world.js';
import type { Session, UserList } from '@ownvoice/shared/contract';
import { send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const login = async ({ base }: ServiceProcess, credentials: object = ADMIN, from = anAddress()) =>
  await send(base, {
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'x-forwarded-for': from },
    body: credentials,
  });
const tokenOf = (answer: { json: unknown }) => (answer.json as Session).token;
const me = async ({ base }: ServiceProcess, token: string) =>
  (await send(base, { path: '/api/auth/me', headers: bearer(token) })).status;
const kill = async (service: ServiceProcess | undefined) => {
  if (service?.child.exitCode === null && service.child.signalCode === null) await service.end('SIGKILL');
};

const CLIENT_SECRET = 'canary-client-secret';
let database: TestDatabase;
let dataDir: string;
/** Two on one database, and one with its own PostgreSQL; each serves several rules, and the last ones end it. */
let first: ServiceProcess;
let second: ServiceProcess;
let own: ServiceProcess;
beforeAll(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'ownvoice-process-'))]);
  const environment = { DATABASE_URL: database.url, LOGIN_LIMIT_STORE: 'postgres' };
  [first, second, own] = await Promise.all([
    startServiceProcess(environment),
    startServiceProcess({
      ...environment,
      LOG_LEVEL: 'trace',
      CODEHOST_CLIENT_ID: 'id',
      CODEHOST_CLIENT_SECRET: CLIENT_SECRET,
    }),
    startServiceProcess({ DATA_DIR: dataDir }),
  ]);
});
afterAll(async () => {
  await Promise.all([first, second, own].map(kill));
  await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })]);
});

describe('two processes on one database', () => {
  test('refuse a token from the moment that either has revoked it, and count failed sign-ins together', async () => {
    const token = tokenOf(await login(first));
    expect(await me(second, token)).toBe(200);
    const out = { method: 'POST', path: '/api/auth/logout', headers: bearer(token) };
    expect((await send(second.base, out)).status).toBe(204);
    expect(await me(first, token)).toBe(401);

    const from = anAddress();
    const wrong = { username: 'nobody', password: 'Wrong7Horse' };
    const tries = Array.from({ length: 24 }, (_, i) => login(i % 2 === 0 ? first : second, wrong, from));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(19);
    expect((await login(second, ADMIN, from)).status).toBe(429);
  });
});

describe('the limit on failed sign-ins of two processes', () => {
  test('lets eight right sign-ins at one and four at the other in, all from one address', async () => {
    const from = anAddress();
    const tries = Array.from({ length: 12 }, (_, i) => login(i < 8 ? first : second, ADMIN, from));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses).toEqual(Array(12).fill(200));
  });

  test('is left with nothing locked by one that is killed while it checks passwords', async () => {
    const doomed = await startServiceProcess({ DATABASE_URL: database.url, LOGIN_LIMIT_STORE: 'postgres' });
    const from = anAddress();
    const wrong = { username: 'nobody', password: 'Wrong7Horse' };
    const pending = () =>
      queryDatabase<{ n: number }>(database.url, 'SELECT count(*)::int AS n FROM login_attempts WHERE client = $1', [
        from,
      ]);
    // The admitted ones wait for a thread behind many of other addresses.
    const others = Array.from({ length: 20 * availableParallelism() }, () =>
      login(doomed, wrong).catch(() => undefined),
    );
    const tries = Array.from({ length: 8 }, () => login(doomed, wrong, from).catch(() => undefined));
    await expect.poll(async () => (await pending())[0]?.n, { interval: 5 }).toBe(5);
    await doomed.end('SIGKILL');
    await Promise.all([...others, ...tries]);
    expect((await login(second, ADMIN, from)).status).toBe(200);
  });
});

describe('a service that is killed', () => {
  test('has lost nothing that it had acknowledged, and starts again on the same folder', async () => {
    const token = tokenOf(await login(own));
    const { json } = await send(own.base, { path: '/api/auth/me', headers: bearer(token) });
    const path = `/api/users/${(json as { id: string }).id}`;
    let acknowledged = 0;
    let killed: Promise<unknown> | undefined;
    for (let i = 0; ; i++) {
      const write = { method: 'PUT', path, headers: bearer(token), body: { email: `write-${i}@example.org` } };
      const written = await send(own.base, write).catch(() => undefined);
      if (written?.status !== 200) break;
      acknowledged = i;
      if (i === 25) killed = own.end('SIGKILL');
    }
    await killed;
    own = await startServiceProcess({ DATA_DIR: dataDir });
    const kept = await send(own.base, { path: '/api/auth/me', headers: bearer(token) });
    expect(kept.status).toBe(200);
    const number = Number(/\d+/.exec((kept.json as { email: string }).email)?.[0]);
    expect(number).toBeGreaterThanOrEqual(acknowledged);
    expect(number).toBeLessThanOrEqual(acknowledged + 1);
  });
});

describe('a service that is started for the first time', () => {
  test('writes a generated password to FIRST_PASSWORD_FILE, for its owner alone, and prints it nowhere', async () => {
    const file = join(dataDir, 'first-password');
    const fresh = await createTestDatabase();
    const single = { SINGLE_USER_MODE: 'true', DEFAULT_ADMIN_PASSWORD: '', FIRST_PASSWORD_FILE: file };
    const service = await startServiceProcess({ DATABASE_URL: fresh.url, ...single });
    const password = (await readFile(file, 'utf8')).trim();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await login(service, { username: 'admin', password })).status).toBe(200);
    expect(service.output()).toContain(file);
    expect(service.output()).not.toContain(password);
    await service.end('SIGTERM');
    await fresh.drop();
  });

  test('creates no account when FIRST_PASSWORD_FILE can not be written, and ends with one sentence', async () => {
    const file = join(dataDir, 'missing', 'first-password');
    const fresh = await createTestDatabase();
    const { code, output } = await refusedStart({ DATABASE_URL: fresh.url, FIRST_PASSWORD_FILE: file });
    expect(code).toBe(1);
    expect(output).toMatch(/^ownvoice auth: FIRST_PASSWORD_FILE can't be written: ENOENT.*first-password'$/m);
    expect(await queryDatabase(fresh.url, 'SELECT FROM users')).toEqual([]);
    await fresh.drop();
  });

  test('prints the public address, and the set-up token', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ownvoice-first-'));
    const PUBLIC_URL = 'https://accounts.example.org/';
    const first = await startServiceProcess({
      DATA_DIR: folder,
      DEFAULT_ADMIN_PASSWORD: '',
      HOST: '0.0.0.0',
      PUBLIC_URL,
    });
    await expect
      .poll(first.output)
      .toMatch(/Create the first one at https:\/\/accounts\.example\.org\/\n[\s\S]*Set-up token: [\w-]{24}\n/);
    expect(await first.end('SIGTERM')).toBe(0);
    await rm(folder, { recursive: true, force: true });
  });
});

describe('settings that can not be used', () => {
  test('stop the start with the names of all of them', async () => {
    const environment = { NODE_ENV: 'production', JWT_SECRET: 'short', JWT_EXPIRES_IN: 'a while' };
    const { code, output } = await refusedStart({ DATABASE_URL: 'postgresql://127.0.0.1:1/none', ...environment });
    expect(code).toBe(1);
    for (const setting of ['JWT_SECRET', 'JWT_EXPIRES_IN']) expect(output).toContain(setting);
    expect(output).not.toContain('    at ');
  });

  test('stop the start when the data folder is in use, with one sentence', async () => {
    const { code, output } = await refusedStart({ DATA_DIR: dataDir, TMPDIR: join(dataDir, 'another-tmp') });
    expect(code).toBe(1);
    expect(output).toContain('Another service uses the data folder');
    expect(output).not.toContain('    at ');
  });
});

describe('secrets', () => {
  // ASVS 16.2.5
  test('of a thousand users are in no log line, no audit entry, no metric and no error', async () => {
    const CANARY = 'Canary7';
    const admin = tokenOf(await login(second));
    const sendCanary = async (i: number) => {
      const canary = `${CANARY}${i}x${'y'.repeat(i % 7)}`;
      const bodies: [path: string, body: object][] = [
        ['/api/auth/login', { username: 'somebody', password: `${canary}${'z'.repeat(80)}` }],
        ['/api/auth/register', { username: 'x', password: canary }],
        ['/api/auth/setup', { username: 'canary', password: canary, setup_token: canary }],
        ['/api/auth/reset-password', { user_id: canary, new_password: canary }],
        ['/api/auth/login', { username: canary, password: { deep: canary } }],
      ];
      // An address each, because the log does not repeat the rejections of one for ever.
      const headers = { ...bearer(canary), 'x-forwarded-for': `10.7.${i >> 8}.${i & 255}` };
      for (const [path, body] of bodies)
        await send(second.base, { method: 'POST', path: `${path}?token=${canary}`, headers, body });
      if (i % 250 === 0) await login(second, { username: 'nobody', password: canary, otp: canary });
      await send(second.base, { path: `/api/auth/oauth/codehost/callback?code=${canary}&state=${canary}`, headers });
    };
    // As many clients at a time as keep both processors busy.
    let next = 0;
    const client = async () => {
      while (next < 1_000) await sendCanary(next++);
    };
    await Promise.all(Array.from({ length: 8 }, client));
    const audit = await send(second.base, { path: '/api/users/audit?limit=1000', headers: bearer(admin) });
    const metrics = await send(second.base, { path: '/metrics' });
    const list = await send(second.base, { path: '/api/users/', headers: bearer(admin) });
    expect((list.json as UserList).total).toBe(1);
    // The log is complete, down to the end of its last line, only when the process has ended.
    expect(await second.end('SIGTERM')).toBe(0);
    const output = second.output();
    expect(output.split('\n').filter((line) => line.includes('request completed')).length).toBeGreaterThan(6_000);
    for (const text of [output, audit.text, metrics.text])
      for (const secret of [CANARY, CLIENT_SECRET, admin])
        expect(
          text
            .split('\n')
            .filter((line) => line.includes(secret))
            .slice(0, 3),
          secret.slice(0, 9),
        ).toEqual([]);
    for (const line of output.split('\n').filter((one) => one.startsWith('{'))) JSON.parse(line);
  }, 300_000);
});

describe('a service that is asked to stop', () => {
  test('finishes what it has begun, takes nothing new, and ends with 0 within ten seconds', async () => {
    const token = tokenOf(await login(first));
    const under = Array.from({ length: 4 }, () => login(first).catch(() => undefined));
    await me(first, token);
    const began = Date.now();
    expect(await first.end('SIGTERM')).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    const statuses = (await Promise.all(under)).map((answer) => answer?.status);
    expect(statuses.every((status) => status === 200 || status === 503 || status === undefined)).toBe(true);
    expect(statuses).toContain(200);
    await expect(me(first, token)).rejects.toThrow();
  });

  test('takes its own PostgreSQL with it', async () => {
    const pid = Number.parseInt(await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);
    process.kill(pid, 0);
    expect(await own.end('SIGINT')).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow();
  });
});
