import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session, UserList } from '@ownvoice/shared/contract';
import { send } from '@ownvoice/shared/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { refusedStart, type ServiceProcess, startServiceProcess } from '../testing/service-process.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { ADMIN } from '../testing/test-service.js';
import { anAddress } from '../testing/world.js';

// Whole processes come and go here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ownvoice-process-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
async function database(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  endings.push(made.drop);
  return made;
}
async function open(environment: Record<string, string>): Promise<ServiceProcess> {
  const service = await startServiceProcess(environment);
  endings.push(async () => {
    if (service.child.exitCode === null && service.child.signalCode === null) await service.end('SIGKILL');
  });
  return service;
}

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

describe('two processes on one database', () => {
  test('refuse a token from the moment that either has revoked it, and count failed sign-ins together', async () => {
    const { url } = await database();
    const environment = { DATABASE_URL: url, LOGIN_LIMIT_STORE: 'postgres' };
    const first = await open(environment);
    const second = await open(environment);
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

describe('a service that is killed', () => {
  test('has lost nothing that it had acknowledged, and starts again on the same folder', async () => {
    const DATA_DIR = await temporaryFolder();
    const before = await open({ DATA_DIR });
    const token = tokenOf(await login(before));
    const path = `/api/users/${(await send(before.base, { path: '/api/auth/me', headers: bearer(token) })).text.slice(7, 43)}`;
    let acknowledged = '';
    let kill: Promise<unknown> | undefined;
    for (let i = 0; ; i++) {
      const email = `write-${i}@example.org`;
      const written = await send(before.base, { method: 'PUT', path, headers: bearer(token), body: { email } }).catch(
        () => undefined,
      );
      if (written?.status !== 200) break;
      acknowledged = email;
      if (i === 25) kill = before.end('SIGKILL');
    }
    await kill;
    const after = await open({ DATA_DIR });
    endings.push(() => after.end('SIGTERM'));
    const kept = await send(after.base, { path: '/api/auth/me', headers: bearer(token) });
    expect(kept.status).toBe(200);
    const number = (email: string) => Number(/\d+/.exec(email)?.[0]);
    const { email } = kept.json as { email: string };
    expect(number(email)).toBeGreaterThanOrEqual(number(acknowledged));
    expect(number(email)).toBeLessThanOrEqual(number(acknowledged) + 1);
  });
});

describe('a service that is asked to stop', () => {
  test('finishes what it has begun, takes nothing new, and ends with 0 within ten seconds', async () => {
    const { url } = await database();
    const service = await open({ DATABASE_URL: url });
    const token = tokenOf(await login(service));
    const under = Array.from({ length: 4 }, () => login(service).catch(() => undefined));
    await send(service.base, { path: '/api/auth/me', headers: bearer(token) });
    const began = Date.now();
    expect(await service.end('SIGTERM')).toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    const statuses = (await Promise.all(under)).map((answer) => answer?.status);
    expect(statuses.every((status) => status === 200 || status === 503 || status === undefined)).toBe(true);
    expect(statuses).toContain(200);
    await expect(me(service, token)).rejects.toThrow();
  });

  test('takes its own PostgreSQL with it', async () => {
    const DATA_DIR = await temporaryFolder();
    const service = await open({ DATA_DIR });
    const pid = Number.parseInt(await readFile(join(DATA_DIR, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);
    expect(await service.end('SIGINT')).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe('secrets', () => {
  test('of a thousand users are in no log line, no audit row, no metric and no error', async () => {
    const { url } = await database();
    const service = await open({
      DATABASE_URL: url,
      LOG_LEVEL: 'trace',
      CODEHOST_CLIENT_ID: 'id',
      CODEHOST_CLIENT_SECRET: 'canary-client-secret',
    });
    const admin = tokenOf(await login(service));
    const secrets = [admin, 'canary-client-secret'];
    for (let i = 0; i < 1_000; i++) {
      const canary = `Canary7${i}x${'y'.repeat(i % 7)}`;
      secrets.push(canary);
      const bodies: [path: string, body: object][] = [
        ['/api/auth/login', { username: 'somebody', password: `${canary}${'z'.repeat(80)}` }],
        ['/api/auth/register', { username: 'x', password: canary }],
        ['/api/auth/setup', { username: 'canary', password: canary, setup_token: canary }],
        ['/api/auth/reset-password', { user_id: canary, new_password: canary }],
        ['/api/auth/login', { username: canary, password: { deep: canary } }],
      ];
      for (const [path, body] of bodies)
        await send(service.base, { method: 'POST', path: `${path}?token=${canary}`, headers: bearer(canary), body });
      if (i % 250 === 0) await login(service, { username: 'nobody', password: canary });
      await send(service.base, { path: `/api/auth/oauth/codehost/callback?code=${canary}&state=${canary}` });
    }
    const audit = await send(service.base, { path: '/api/users/audit?limit=1000', headers: bearer(admin) });
    const metrics = await send(service.base, { path: '/metrics' });
    const list = await send(service.base, { path: '/api/users/', headers: bearer(admin) });
    expect((list.json as UserList).total).toBe(1);
    // Only then is all of its log there, down to the end of the last line.
    expect(await service.end('SIGTERM')).toBe(0);
    const everything = service.said() + audit.text + metrics.text;
    expect(everything.length).toBeGreaterThan(10_000);
    for (const secret of secrets) expect(everything.includes(secret), secret.slice(0, 9)).toBe(false);
    for (const line of service
      .said()
      .split('\n')
      .filter((one) => one.startsWith('{')))
      JSON.parse(line);
  }, 300_000);
});

describe('settings that can not be used', () => {
  test.each([
    ['no secret in production', { NODE_ENV: 'production', JWT_SECRET: '' }, 'JWT_SECRET'],
    ['a short secret in production', { NODE_ENV: 'production', JWT_SECRET: 'short' }, 'JWT_SECRET'],
    [
      'a sample secret in production',
      { NODE_ENV: 'production', JWT_SECRET: '<JWT_SIGNING_SECRET>-your-secret-here!' },
      'JWT_SECRET',
    ],
    ['a lifetime that is no duration', { JWT_EXPIRES_IN: 'a while' }, 'JWT_EXPIRES_IN'],
    ['a default password that breaks the rules', { DEFAULT_ADMIN_PASSWORD: 'weak' }, 'DEFAULT_ADMIN_PASSWORD'],
  ])('stop the start with their name: %s', async (_name, environment, setting) => {
    const { code, said } = await refusedStart({ DATABASE_URL: 'postgresql://127.0.0.1:1/none', ...environment });
    expect(code).toBe(1);
    expect(said).toContain(setting);
    expect(said).not.toContain('    at ');
  });

  test('stop the start when the data folder is in use, with one sentence', async () => {
    const DATA_DIR = await temporaryFolder();
    const service = await open({ DATA_DIR });
    const { code, said } = await refusedStart({ DATA_DIR });
    expect(code).toBe(1);
    expect(said).toContain('Another service uses the data folder');
    expect(await service.end('SIGTERM')).toBe(0);
  });
});
