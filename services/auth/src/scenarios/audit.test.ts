import type { AuditPage, Session } from '@ownvoice/shared/contract';
import { type HttpRequest, send } from '@ownvoice/shared/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';
import { anAddress, PASSWORD } from '../testing/world.js';

let service: TestService;
afterEach(() => service.close());

const ask = (request: HttpRequest, token?: string) => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return send(service.base, { ...request, headers: { 'x-forwarded-for': anAddress(), ...authorization } });
};
const post = (path: string, body: object, token?: string) => ask({ method: 'POST', path, body }, token);
const rows = () =>
  service.query<{ event: string; outcome: string; reason: string; user_id: string | null }>(
    'SELECT event, outcome, reason, user_id FROM audit_events ORDER BY id',
  );
const refusal = async () => (await rows()).filter(({ outcome }) => outcome === 'failure').at(-1);

/** The entries of an event add up to so many; there are two where a minute ended in between. */
async function expectCounted(event: string, times: number): Promise<void> {
  const entries = () => service.query<{ count: number }>('SELECT count FROM audit_events WHERE event = $1', [event]);
  await expect.poll(async () => (await entries()).reduce((sum, { count }) => sum + count, 0)).toBe(times);
  expect((await entries()).length).toBeLessThanOrEqual(2);
}

describe('the audit trail has a row for', () => {
  // ASVS 16.3.2
  test('the audit log has each action that is not permitted, with who tried it, and the log has a line', async () => {
    service = await startTestService();
    const alice = (await post('/api/auth/register', { username: 'alice', password: PASSWORD })).json as Session;
    const bob = (await post('/api/auth/register', { username: 'bob', password: PASSWORD })).json as Session;
    const denied: [request: HttpRequest, event: string, reason: RegExp][] = [
      [{ path: '/api/users/stats' }, 'access_denied', /^forbidden GET \/api\/users\/stats$/],
      [{ method: 'DELETE', path: `/api/users/${bob.user.id}` }, 'access_denied', /DELETE \/api\/users\/:id$/],
      [{ path: `/api/users/${bob.user.id}` }, 'access_denied', /^not_your_record GET /],
      [
        { method: 'PUT', path: `/api/users/${alice.user.id}`, body: { role: 'admin' } },
        'role_change',
        /^role_by_non_admin$/,
      ],
      [
        { method: 'POST', path: '/api/auth/change-password', body: { new_password: 'Other7Horse' } },
        'password_change',
        /^password_required$/,
      ],
    ];
    for (const [request, event, reason] of denied) {
      expect((await ask(request, alice.token)).status).toBe(403);
      expect(await refusal()).toMatchObject({ event, user_id: alice.user.id, reason: expect.stringMatching(reason) });
    }
    const lines = service
      .logged()
      .split('\n')
      .filter((line) => line.includes('"access_denied"'));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ actor_id: alice.user.id, outcome: 'failure' });
  });

  test('the audit log has an action that is refused to an administrator', async () => {
    service = await startTestService();
    const { token, user } = (await post('/api/auth/login', ADMIN)).json as Session;
    expect((await ask({ method: 'DELETE', path: `/api/users/${user.id}` }, token)).status).toBe(409);
    expect(await refusal()).toMatchObject({ event: 'user_delete', user_id: user.id });
    expect((await post('/api/users/', { username: 'ADMIN', password: PASSWORD }, token)).status).toBe(409);
    expect(await refusal()).toMatchObject({ event: 'user_create', reason: 'name_taken' });
    const query = { path: '/api/users/audit?event=user_create' };
    expect(((await ask(query, token)).json as AuditPage).events[0]).toMatchObject({ outcome: 'failure' });
  });

  test('the audit log has a refused registration: a taken name, closed, and in single-user mode', async () => {
    service = await startTestService();
    const body = { username: 'admin', password: PASSWORD };
    expect((await post('/api/auth/register', body)).status).toBe(409);
    expect(await refusal()).toMatchObject({ event: 'register', reason: 'name_taken' });
    await service.close();
    service = await startTestService({ ALLOW_REGISTRATION: 'false' });
    expect((await post('/api/auth/register', body)).status).toBe(403);
    expect(await refusal()).toMatchObject({ event: 'register', reason: 'registration_disabled' });
    await service.close();
    service = await startTestService({ SINGLE_USER_MODE: 'true' });
    expect((await post('/api/auth/register', body)).status).toBe(403);
    expect(await refusal()).toMatchObject({ event: 'register', reason: expect.stringMatching(/^single_user_mode /) });
  });

  test('the audit log has a wrong set-up token, without the token', async () => {
    service = await startTestService({ DEFAULT_ADMIN_PASSWORD: '', SETUP_TOKEN: 'chosen-by-the-operator' });
    const body = { username: 'first', password: PASSWORD, setup_token: 'canary-of-a-guess' };
    expect((await post('/api/auth/setup', body)).status).toBe(403);
    expect(await refusal()).toMatchObject({ event: 'setup', reason: 'wrong_setup_token' });
    expect(JSON.stringify(await rows()) + service.logged()).not.toContain(body.setup_token);
  });

  test('the audit log has one lockout, however often its client goes on in the same minute', async () => {
    service = await startTestService();
    const headers = { 'x-forwarded-for': anAddress() };
    const body = { username: 'nobody', password: PASSWORD };
    const attempt = () => send(service.base, { method: 'POST', path: '/api/auth/login', headers, body });
    for (let i = 0; i < 5; i++) expect((await attempt()).status).toBe(401);
    for (let i = 0; i < 30; i++) expect((await attempt()).status).toBe(429);
    await expectCounted('lockout', 30);
    const lines = service.logged().split('\n');
    // The first and the tenth, twice where a minute ended in between.
    expect(lines.filter((line) => line.includes('"lockout"')).length).toBeLessThanOrEqual(4);
  });

  test('the audit log has no more refused registrations than their rate limit, wherever in an IPv6 network they come from', async () => {
    service = await startTestService({ SINGLE_USER_MODE: 'true' });
    const knock = (host: number) => {
      const headers = { 'x-forwarded-for': `2001:db8::${host.toString(16)}` };
      return send(service.base, { method: 'POST', path: '/api/auth/register', headers, body: {} });
    };
    for (let i = 0; i < 100; i++) expect((await knock(i)).status).toBe(403);
    expect((await knock(100)).status).toBe(429);
    expect((await rows()).filter(({ event }) => event === 'register')).toHaveLength(100);
  });
});

test('a thousand refusals of one user, from as many addresses, are one entry a minute with a count (attack 89)', async () => {
  service = await startTestService();
  const { token } = (await post('/api/auth/register', { username: 'alice', password: PASSWORD })).json as Session;
  for (let i = 0; i < 20; i++)
    await Promise.all(Array.from({ length: 50 }, () => ask({ path: '/api/users/stats' }, token)));
  await expectCounted('access_denied', 1_000);
  const lines = service.logged().split('\n');
  expect(lines.filter((line) => line.includes('"access_denied"')).length).toBeLessThanOrEqual(8);
  expect(lines.filter((line) => line.includes('request completed') && line.includes('403')).length).toBeLessThan(210);
  const admin = (await post('/api/auth/login', ADMIN)).json as Session;
  const { events } = (await ask({ path: '/api/users/audit?event=access_denied' }, admin.token)).json as AuditPage;
  expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
});

test('what is counted in memory is written before a service stops', async () => {
  service = await startTestService();
  const { db } = service.app.services;
  const { token } = (await post('/api/auth/register', { username: 'alice', password: PASSWORD })).json as Session;
  for (let i = 0; i < 7; i++) await ask({ path: '/api/users/stats' }, token);
  await db.repeatedFailures.flush();
  await expectCounted('access_denied', 7);
});

test('an entry has the names of its accounts at the time, also after they are renamed or deleted', async () => {
  service = await startTestService();
  const { token } = (await post('/api/auth/login', ADMIN)).json as Session;
  const alice = (await post('/api/auth/register', { username: 'alice', password: PASSWORD })).json as Session;
  const path = `/api/users/${alice.user.id}`;
  await ask({ method: 'PUT', path, body: { username: 'alicia' } }, alice.token);
  await ask({ method: 'DELETE', path }, token);
  const { events } = (await ask({ path: `/api/users/audit?user_id=${alice.user.id}` }, token)).json as AuditPage;
  expect(events.map(({ event, username, actor_username }) => [event, username, actor_username])).toEqual([
    ['user_delete', 'alicia', 'admin'],
    ['user_update', 'alice', 'alice'],
    ['register', 'alice', 'alice'],
  ]);
});

test('the log line of a request carries its user', async () => {
  service = await startTestService();
  const { token, user } = (await post('/api/auth/login', ADMIN)).json as Session;
  await ask({ path: '/api/auth/me' }, token);
  const line = () =>
    service
      .logged()
      .split('\n')
      .find((one) => one.includes('/api/auth/me') && one.includes('request completed'));
  await expect.poll(line).toBeDefined();
  expect(JSON.parse(line() ?? '')).toMatchObject({ user_id: user.id, status: 200 });
});
