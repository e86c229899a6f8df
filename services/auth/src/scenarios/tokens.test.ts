import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Session } from '@ownvoice/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScenarios, type Scenario } from '../testing/scenario.js';
import { PASSWORD, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

const ME = '/api/auth/me';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const as = (token: string, method: string, path: string, body?: unknown) =>
  world.ask({ method, path, headers: bearer(token), ...(body !== undefined && { body }) });

describe('a token that is not ours opens nothing', () => {
  const header = (value: string | readonly string[], name: string): Scenario => ({
    name,
    path: ME,
    headers: { authorization: value },
    status: 401,
    responseHeaders: { 'www-authenticate': /Bearer/ },
  });
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  runScenarios(
    () => world,
    [
      { name: 'no header', path: ME, status: 401 },
      header('Bearer', 'a scheme without a token'),
      header('Bearer ', 'an empty token'),
      header('Basic YWRtaW46eA==', 'another scheme'),
      header('Bearer a.b.c', 'a token of nothing'),
      header(`Bearer ${none}.e30.`, 'an unsigned token'),
      header(`Bearer ${'a'.repeat(65_000)}`, 'a token of 64 kB'),
      header('Bearer t\u00f6ken', 'a token that is not ASCII'),
      header('Bearer a.b.c, Bearer d.e.f', 'a list of tokens'),
    ],
  );

  test('a valid token in another place than the Authorization header opens nothing', async () => {
    const { token } = world.people.alice;
    const [head, claims, signature] = token.split('.');
    const places: { path?: string; headers?: Record<string, string | string[]> }[] = [
      { path: `${ME}?token=${token}` },
      { path: `${ME}?access_token=${token}` },
      { headers: { cookie: `token=${token}` } },
      { headers: { 'x-access-token': token } },
      { headers: { authorization: [`Bearer ${token}`, `Bearer ${token}`] } },
      { headers: { authorization: `Bearer  ${token}` } },
      { headers: { authorization: `Bearer ${token},` } },
      { headers: { authorization: `Bearer ${head}.${claims}.` } },
      { headers: { authorization: `Bearer ${head}.${claims}` } },
      { headers: { authorization: `Bearer ${none}.${claims}.${signature}` } },
      { headers: { authorization: token } },
    ];
    for (const { path = ME, headers = {} } of places)
      expect((await world.ask({ path, headers })).status, JSON.stringify(Object.keys(headers))).toBe(401);
    expect(await world.isAlive(token)).toBe(true);
  });
});

describe('a token dies', () => {
  // ASVS 7.4.1–7.4.3
  test('a token dies at logout, alone, and a second logout is harmless', async () => {
    const carol = await world.newcomer('carol');
    const second = await world.signIn(carol);
    expect((await as(carol.token, 'POST', '/api/auth/logout')).status).toBe(204);
    expect(await world.isAlive(carol.token)).toBe(false);
    expect((await as(carol.token, 'POST', '/api/auth/logout')).status).toBe(401);
    expect(await world.isAlive(second.token)).toBe(true);
  });

  test('every token of the user dies at a logout from everywhere', async () => {
    const carol = await world.newcomer('carol');
    const second = await world.signIn(carol);
    expect((await as(carol.token, 'POST', '/api/auth/logout', { all: true })).status).toBe(204);
    expect(await world.isAlive(carol.token)).toBe(false);
    expect(await world.isAlive(second.token)).toBe(false);
  });

  // ASVS 7.4.1–7.4.3
  test('a token dies at a change of password, which gives a new one', async () => {
    const carol = await world.newcomer('carol');
    const second = await world.signIn(carol);
    const body = { current_password: PASSWORD, new_password: 'Other7Horse' };
    const changed = await as(carol.token, 'POST', '/api/auth/change-password', body);
    expect(changed.status).toBe(200);
    expect(await world.isAlive(carol.token)).toBe(false);
    expect(await world.isAlive(second.token)).toBe(false);
    expect(await world.isAlive((changed.json as Session).token)).toBe(true);
    await world.signIn({ ...carol, password: 'Other7Horse' });
  });

  test('a token dies at a reset of the password by an administrator', async () => {
    const carol = await world.newcomer('carol');
    const body = { user_id: carol.user.id, new_password: 'Other7Horse' };
    const { token } = world.people.admin;
    expect((await as(token, 'POST', '/api/auth/reset-password', body)).status).toBe(204);
    expect(await world.isAlive(carol.token)).toBe(false);
    await world.signIn({ ...carol, password: 'Other7Horse' });
  });

  // ASVS 8.3.2
  test('a token dies at a change of role, whichever way', async () => {
    const carol = await world.newcomer('carol');
    const { token } = world.people.admin;
    const path = `/api/users/${carol.user.id}`;
    expect((await as(token, 'PUT', path, { role: 'admin' })).status).toBe(200);
    expect(await world.isAlive(carol.token)).toBe(false);
    const session = await world.signIn(carol);
    expect((await as(token, 'PUT', path, { role: 'user' })).status).toBe(200);
    expect(await world.isAlive(session.token)).toBe(false);
  });

  // ASVS 7.4.1–7.4.3
  test('a token dies with its account, and a new account of that name inherits nothing', async () => {
    const carol = await world.newcomer('carol');
    const { token } = world.people.admin;
    expect((await as(token, 'DELETE', `/api/users/${carol.user.id}`)).status).toBe(204);
    expect(await world.isAlive(carol.token)).toBe(false);
    const body = { username: carol.user.username, email: carol.user.email, password: PASSWORD };
    const again = await as(token, 'POST', '/api/users/', body);
    expect(again.status).toBe(201);
    expect((again.json as { id: string }).id).not.toBe(carol.user.id);
    expect(await world.isAlive(carol.token)).toBe(false);
  });

  test('a token dies under a request whose body is still on its way (attack 22)', async () => {
    const carol = await world.newcomer('carol', 'admin');
    const body = JSON.stringify({ username: 'late-person', password: PASSWORD, role: 'admin' });
    const late = request(`${world.base}/api/users/`, {
      method: 'POST',
      headers: {
        ...bearer(carol.token),
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    });
    const response = once(late, 'response');
    late.flushHeaders();
    await once(late, 'continue');
    late.write(body.slice(0, 1));
    // It was let in before: a whole request behind it was.
    expect(await world.isAlive(carol.token)).toBe(true);
    expect((await as(world.people.admin.token, 'DELETE', `/api/users/${carol.user.id}`)).status).toBe(204);
    late.end(body.slice(1));
    const [{ statusCode }] = (await response) as [IncomingMessage];
    expect(statusCode).toBe(401);
  });

  test('a token survives a change of name or e-mail', async () => {
    const carol = await world.newcomer('carol');
    const path = `/api/users/${carol.user.id}`;
    expect((await as(carol.token, 'PUT', path, { email: null })).status).toBe(200);
    expect(await world.isAlive(carol.token)).toBe(true);
  });
});

describe('logout takes', () => {
  const out = (scenario: Omit<Scenario, 'method' | 'path'>): Scenario => ({
    ...scenario,
    method: 'POST',
    path: '/api/auth/logout',
  });
  const fresh = async (body: string | undefined, headers: Record<string, string> = {}) => {
    const carol = await world.newcomer('carol');
    const answer = await world.ask({
      method: 'POST',
      path: '/api/auth/logout',
      headers: { ...bearer(carol.token), ...headers },
      body,
    });
    return answer.status;
  };
  test('logout takes no body, an empty one and an empty object alike', async () => {
    expect(await fresh(undefined)).toBe(204);
    expect(await fresh('', { 'content-type': 'application/json' })).toBe(204);
    expect(await fresh('{}', { 'content-type': 'application/json' })).toBe(204);
  });
  runScenarios(
    () => world,
    [
      out({ name: 'nothing but a boolean', as: 'alice', body: { all: 'true' }, status: 400 }),
      out({ name: 'no null', as: 'alice', body: 'null', headers: { 'content-type': 'application/json' }, status: 400 }),
      out({ name: 'no other field', as: 'alice', body: { everything: true }, status: 400 }),
      out({ name: 'nobody without a token', status: 401 }),
    ],
  );
});
