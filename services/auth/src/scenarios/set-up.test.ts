import type { SystemInfo, UserList } from '@ownvoice/shared/contract';
import { type HttpRequest, send } from '@ownvoice/shared/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { CheapPasswords } from '../testing/cheap-passwords.js';
import { createTestDatabase } from '../testing/test-database.js';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';

const PASSWORD = 'Correct7Horse';
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
async function open(environment: Record<string, string>, passwords = new CheapPasswords()): Promise<TestService> {
  const service = await startTestService(environment, passwords);
  opened.push(service);
  return service;
}
const post = ({ base }: TestService, path: string, body: unknown, token?: string) =>
  send(base, {
    method: 'POST',
    path,
    body,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
const info = async ({ base }: TestService) => (await send(base, { path: '/api/auth/system-info' })).json as SystemInfo;
const tokenOf = (answer: { json: unknown }) => (answer.json as { token: string }).token;

describe('first-time set-up', () => {
  test('makes one administrator of a hundred at once, is closed for good, and opens registration', async () => {
    const passwords = new CheapPasswords();
    const service = await open({ DEFAULT_ADMIN_PASSWORD: '' }, passwords);
    expect(await info(service)).toMatchObject({ setup_required: true, setup_token_required: true });
    const early = await post(service, '/api/auth/register', { username: 'early', password: PASSWORD });
    expect(early.status).toBe(403);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        post(service, '/api/auth/setup', {
          username: `admin${i}`,
          password: PASSWORD,
          setup_token: service.setupToken,
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(99);
    expect(passwords.hashes).toBe(1);
    const won = answers.find(({ status }) => status === 201);
    expect(won?.json).toMatchObject({ token_type: 'Bearer', user: { role: 'admin' } });
    const list = await send(service.base, {
      path: '/api/users/',
      headers: { authorization: `Bearer ${won && tokenOf(won)}` },
    });
    expect((list.json as UserList).total).toBe(1);
    expect(await info(service)).toMatchObject({ setup_required: false, setup_token_required: false });

    const again = await open({ DEFAULT_ADMIN_PASSWORD: '', DATABASE_URL: service.databaseUrl });
    expect((await post(again, '/api/auth/setup', { username: 'late', password: PASSWORD })).status).toBe(409);
    expect((await post(again, '/api/auth/register', { username: 'late', password: PASSWORD })).status).toBe(201);
  });

  test('comes first: registration and single sign-on are closed until then', async () => {
    const service = await open({
      DEFAULT_ADMIN_PASSWORD: '',
      CODEHOST_CLIENT_ID: 'id',
      CODEHOST_CLIENT_SECRET: 'secret',
    });
    const requests: HttpRequest[] = [
      { method: 'POST', path: '/api/auth/register', body: { username: 'early', password: PASSWORD } },
      { method: 'POST', path: '/api/auth/register', body: {} },
      { path: '/api/auth/oauth/codehost' },
      { path: '/api/auth/oauth/codehost/callback?code=x&state=y' },
    ];
    for (const request of requests)
      expect(await send(service.base, request)).toMatchObject({
        status: 403,
        json: { code: 'setup_required' },
      });
    const body = { username: 'first', password: PASSWORD, setup_token: service.setupToken };
    expect((await post(service, '/api/auth/setup', body)).status).toBe(201);
    expect((await send(service.base, { path: '/api/auth/oauth/codehost' })).status).toBe(302);
  });

  test('asks for the token from the console, also on loopback, where a proxy looks like the machine itself (attack 83)', async () => {
    const service = await open({ DEFAULT_ADMIN_PASSWORD: '', HOST: '127.0.0.1' });
    expect(await info(service)).toMatchObject({ setup_required: true, setup_token_required: true });
    const body = { username: 'first', password: PASSWORD };
    expect((await post(service, '/api/auth/setup', body)).status).toBe(403);
    expect((await post(service, '/api/auth/setup', { ...body, setup_token: 'wrong' })).status).toBe(403);
    const right = await post(service, '/api/auth/setup', { ...body, setup_token: service.setupToken });
    expect(right.status).toBe(201);
  });

  test('asks for one token on every replica and after every restart, which neither another secret nor another database has', async () => {
    const first = await open({ DEFAULT_ADMIN_PASSWORD: '', HOST: '0.0.0.0' });
    const shared = { DEFAULT_ADMIN_PASSWORD: '', HOST: '0.0.0.0', DATABASE_URL: first.databaseUrl };
    const replica = await open(shared);
    const anotherSecret = await open({ ...shared, JWT_SECRET: 'another secret, of more than thirty-two bytes' });
    const chosen = await open({ ...shared, SETUP_TOKEN: 'chosen-by-the-operator' });
    expect(first.setupToken).toMatch(/^[\w-]{24}$/);
    expect(replica.setupToken).toBe(first.setupToken);
    expect(anotherSecret.setupToken).not.toBe(first.setupToken);
    expect(chosen.setupToken).toBe('chosen-by-the-operator');
    const body = { username: 'first', password: PASSWORD, setup_token: first.setupToken };
    expect((await post(replica, '/api/auth/setup', body)).status).toBe(201);
  });

  test('asks for the token of the settings where there is one', async () => {
    const service = await open({ DEFAULT_ADMIN_PASSWORD: '', SETUP_TOKEN: 'chosen-by-the-operator' });
    const body = { username: 'first', password: PASSWORD };
    expect((await post(service, '/api/auth/setup', body)).status).toBe(403);
    const right = await post(service, '/api/auth/setup', { ...body, setup_token: 'chosen-by-the-operator' });
    expect(right.status).toBe(201);
  });
});

describe('the default administrator', () => {
  test('is made of the settings, once', async () => {
    const service = await open({ DEFAULT_ADMIN_USERNAME: 'chief', DEFAULT_ADMIN_EMAIL: 'Chief@Example.org' });
    expect(service.firstStart).toEqual({ kind: 'created', username: 'chief', password: ADMIN.password });
    const answer = await post(service, '/api/auth/login', { username: 'chief@example.org', password: ADMIN.password });
    expect(answer.json).toMatchObject({ user: { username: 'chief', role: 'admin' } });
    const again = await open({ DATABASE_URL: service.databaseUrl });
    expect(again.firstStart).toEqual({ kind: 'accounts-exist', administrator: 'chief' });
  });

  test('has a random password that keeps the rules where none is set, in single-user mode', async () => {
    const service = await open({ SINGLE_USER_MODE: 'true', DEFAULT_ADMIN_PASSWORD: '' });
    if (service.firstStart.kind !== 'created') throw new Error('an account was due');
    const { username, password } = service.firstStart;
    expect(service.logged()).not.toContain(password);
    expect((await post(service, '/api/auth/login', { username, password })).status).toBe(200);
    for (const known of ['admin', 'Admin123', 'password', ''])
      expect((await post(service, '/api/auth/login', { username, password: known })).status).toBe(401);
  });

  test('is made once by services that start at once on an empty database', async () => {
    const database = await createTestDatabase(false);
    opened.push({ close: database.drop });
    const services = await Promise.all([0, 1, 2].map(() => open({ DATABASE_URL: database.url })));
    const kinds = services.map(({ firstStart }) => firstStart.kind).sort();
    expect(kinds).toEqual(['accounts-exist', 'accounts-exist', 'created']);
  });
});

describe('single-user mode', () => {
  test('lets only the default administrator in, refuses the tokens of others, and closes what is for several', async () => {
    const many = await open({});
    const admin = tokenOf(await post(many, '/api/auth/login', ADMIN));
    const alice = await post(many, '/api/auth/register', { username: 'alice', password: PASSWORD });
    const root = { username: 'root', password: PASSWORD, role: 'admin' };
    expect((await post(many, '/api/users/', root, admin)).status).toBe(201);

    const single = await open({ SINGLE_USER_MODE: 'true', DATABASE_URL: many.databaseUrl });
    expect(await info(single)).toMatchObject({ mode: 'single-user', registration_enabled: false, oauth_providers: [] });
    const me = (token: string) =>
      send(single.base, { path: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
    expect((await me(tokenOf(alice))).status).toBe(401);
    expect((await me(admin)).status).toBe(200);
    expect((await post(single, '/api/auth/login', { username: 'alice', password: PASSWORD })).status).toBe(403);
    expect((await post(single, '/api/auth/login', { username: 'root', password: PASSWORD })).status).toBe(403);
    expect((await post(single, '/api/auth/login', { username: 'alice', password: 'Wrong7Horse' })).status).toBe(401);
    expect((await post(single, '/api/auth/login', ADMIN)).status).toBe(200);

    const closed: [method: string, path: string, body?: unknown][] = [
      ['POST', '/api/auth/register', { username: 'new', password: PASSWORD }],
      ['GET', '/api/auth/oauth/codehost'],
      ['GET', '/api/users/'],
      ['POST', '/api/users/', { username: 'new', password: PASSWORD }],
      ['DELETE', '/api/users/01939c4e-7f00-7000-8000-000000000000'],
    ];
    for (const [method, path, body] of closed) {
      const headers = { authorization: `Bearer ${admin}` };
      const answer = await send(single.base, { method, path, headers, ...(body !== undefined && { body }) });
      expect(answer.status, path).toBe(403);
      expect(answer.json, path).toMatchObject({ code: 'single_user_mode' });
    }
    const stillOpen = ['/api/auth/me', '/api/users/stats', '/api/users/audit'];
    for (const path of stillOpen)
      expect((await send(single.base, { path, headers: { authorization: `Bearer ${admin}` } })).status, path).toBe(200);
  });
});

describe('registration', () => {
  test('can be closed, and says so', async () => {
    const service = await open({ ALLOW_REGISTRATION: 'false' });
    expect(await info(service)).toMatchObject({ mode: 'multi-user', registration_enabled: false });
    expect((await post(service, '/api/auth/register', { username: 'new', password: PASSWORD })).status).toBe(403);
  });

  test('has a limit of its own by address', async () => {
    const service = await open({});
    const headers = { 'x-forwarded-for': '192.0.2.55' };
    const knock = () => send(service.base, { method: 'POST', path: '/api/auth/register', headers, body: {} });
    for (let i = 0; i < 100; i++) expect((await knock()).status).toBe(400);
    const answer = await knock();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});
