import { randomBytes } from 'node:crypto';
import type { AuditPage, Session, User, UserList, UserStats } from '@ownvoice/shared/contract';
import { broken, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScenarios } from '../testing/scenario.js';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';
import { anAddress, PASSWORD, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

const unique = (name: string) => `${name}-${randomBytes(4).toString('hex')}`;
const register = (body: object) => world.ask({ method: 'POST', path: '/api/auth/register', body });
const admin = (method: string, path: string, body?: unknown) =>
  world.ask({ method, path, ...(body !== undefined && { body }) }, 'admin');
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a taken name', () => {
  const rename = (token: string, id: string, username: string) =>
    send(world.base, {
      method: 'PUT',
      path: `/api/users/${id}`,
      headers: { ...bearer(token), 'x-forwarded-for': anAddress() },
      body: { username },
    });

  test('is told to one account a hundred times in fifteen minutes, from however many addresses (attack 90)', async () => {
    const { token, user } = await world.newcomer('curious');
    const guess = () => rename(token, user.id, world.people.bob.user.username);
    const responses = await Promise.all(Array.from({ length: 120 }, guess));
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(100);
    for (const { status, headers } of responses.filter((one) => one.status !== 409)) {
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    const other = await world.newcomer('other');
    expect((await rename(other.token, other.user.id, unique('free'))).status).toBe(200);
  });

  test('is told to administrators, who see every name anyway, without a limit', async () => {
    const { token, user } = world.people.admin;
    const taken = world.people.bob.user.username;
    for (let i = 0; i < 101; i++) expect((await rename(token, user.id, taken)).status).toBe(409);
  });
});

describe('registration', () => {
  test('makes a user who is signed in at once, the name as typed and the e-mail in lower case', async () => {
    const username = unique('Carol');
    const answer = await register({ username, email: `${username}@Example.ORG`, password: PASSWORD });
    expect(answer.status).toBe(201);
    const { token, user } = answer.json as { token: string; user: User };
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      username,
      email: `${username}@example.org`.toLowerCase(),
      role: 'user',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    });
    expect(Math.abs(user.created_at - Date.now())).toBeLessThan(60_000);
    expect(await world.isAlive(token)).toBe(true);
  });

  test('is a 409 for a name or an e-mail that is taken, in any case', async () => {
    const { username, email } = world.people.alice.user;
    expect((await register({ username: username.toUpperCase(), password: PASSWORD })).status).toBe(409);
    const other = { username: unique('carol'), email: email?.toUpperCase(), password: PASSWORD };
    expect((await register(other)).status).toBe(409);
  });

  test('of two at once for one name or one e-mail lets one in', async () => {
    for (const shared of ['username', 'email'] as const) {
      const value = { username: unique('race'), email: `${unique('race')}@example.org` };
      const bodies = [0, 1].map((i) => ({
        username: shared === 'username' ? value.username : unique(`racer${i}`),
        email: shared === 'email' ? value.email : `${unique(`racer${i}`)}@example.org`,
        password: PASSWORD,
      }));
      const answers = await Promise.all(bodies.map(register));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });

  const body = (fields: object) => ({ username: unique('carol'), password: PASSWORD, ...fields });
  const post = { method: 'POST', path: '/api/auth/register', status: 400 } as const;
  runScenarios(
    () => world,
    [
      {
        ...post,
        name: 'names every broken rule of a password',
        body: body({ password: 'a' }),
        details: [
          broken('password', 'too_short', { limit: 6 }),
          broken('password', 'no_upper_case'),
          broken('password', 'no_digit'),
        ],
      },
      {
        ...post,
        name: 'names the broken rules of every field',
        body: { username: 'x', email: 'x', password: 'x' },
        details: [/^username/, /^email/, /^password/],
      },
      {
        ...post,
        // ASVS 6.2.8, 6.2.9
        name: 'takes no password of 73 bytes',
        body: body({ password: `Aa1${'x'.repeat(70)}` }),
        details: [broken('password', 'too_many_bytes', { limit: 72 })],
      },
      {
        ...post,
        name: 'takes no password of twenty emoji',
        body: body({ password: `Aa1${'😀'.repeat(20)}` }),
        details: [broken('password', 'too_many_bytes', { limit: 72 })],
      },
      { ...post, name: 'takes no empty e-mail', body: body({ email: '' }), details: [/^email/] },
      {
        ...post,
        name: 'takes no e-mail of 255 characters',
        body: body({ email: `${'a'.repeat(243)}@example.org` }),
        details: [/^email/],
      },
      {
        ...post,
        name: 'takes no line break in an e-mail',
        body: body({ email: 'a@b.c\r\nbcc: x' }),
        details: [/^email/],
      },
      ...[
        ' carol',
        'carol ',
        'ｃａｒｏｌ',
        'carol\r\nx',
        '\u001b[31mcarol',
        "carol'--",
        '<b>carol</b>',
        '../carol',
        'x'.repeat(65),
      ].map((username) => ({
        ...post,
        name: `takes no username ${JSON.stringify(username).slice(0, 30)}`,
        body: { username, password: PASSWORD },
        details: [/^username/],
      })),
      {
        ...post,
        name: 'takes null for no e-mail',
        body: body({ email: null }),
        status: 201,
        json: { 'user.email': null },
      },
    ],
  );
});

describe('user management', () => {
  test('makes accounts of either role, user when none is said', async () => {
    const one = await admin('POST', '/api/users/', { username: unique('dave'), password: PASSWORD });
    expect(one.status).toBe(201);
    expect(one.json).toMatchObject({ role: 'user', email: null });
    const two = await admin('POST', '/api/users/', { username: unique('dave'), password: PASSWORD, role: 'admin' });
    expect(two.json).toMatchObject({ role: 'admin' });
    const again = await admin('POST', '/api/users', { username: world.people.alice.user.username, password: PASSWORD });
    expect(again.status).toBe(409);
  });

  test('lists, searches, sorts and pages, and says how many match', async () => {
    const tag = unique('list');
    for (const name of ['c', 'a', 'b']) await world.newcomer(`${tag}-${name}`);
    const list = async (query: string) => (await admin('GET', `/api/users/?search=${tag}&${query}`)).json as UserList;
    const names = ({ users }: UserList) => users.map(({ username }) => username.split('-')[2]);
    expect(names(await list('sort=username'))).toEqual(['a', 'b', 'c']);
    expect(names(await list('sort=-username'))).toEqual(['c', 'b', 'a']);
    expect(names(await list('sort=created_at'))).toEqual(['c', 'a', 'b']);
    const page = await list('sort=username&limit=1&offset=1');
    expect(names(page)).toEqual(['b']);
    expect(page.total).toBe(3);
    expect((await list('role=admin')).total).toBe(0);
    const whole = (await admin('GET', '/api/users/')).json as UserList;
    expect(whole.users).toHaveLength(whole.total);
    const rest = await list('sort=-username&offset=1');
    expect(names(rest)).toEqual(['b', 'a']);
    expect(rest.total).toBe(3);
    expect(await list('offset=9')).toEqual({ users: [], total: 3 });
    expect((await list('sort=username&limit=5&offset=9')).users).toEqual([]);
    expect((await list('sort=username&limit=5&offset=9')).total).toBe(3);
  });

  test.skipIf(process.env.TEST_BASE_URL !== undefined)(
    'lists every user once, however many, in every order',
    async () => {
      const tag = unique('many');
      const rows = Array.from({ length: 1_203 }, (_, i) => `${tag}-${String(i).padStart(4, '0')}`);
      await world.addUsers(rows);
      const orders = ['username', '-username', 'email', '-email', 'role', '-role', 'created_at', '-updated_at'];
      for (const sort of orders) {
        const answer = await admin('GET', `/api/users/?search=${tag}&sort=${sort}`);
        expect(answer.headers['content-type']).toMatch(/^application\/json/);
        const { users, total } = answer.json as UserList;
        expect(total).toBe(rows.length);
        expect(users.map(({ username }) => username).sort()).toEqual(rows);
        const page = (await admin('GET', `/api/users/?search=${tag}&sort=${sort}&limit=7&offset=700`)).json as UserList;
        expect(page).toEqual({ users: users.slice(700, 707), total: rows.length });
      }
    },
  );

  // ASVS 1.2.4
  test('searches for signs literally', async () => {
    for (const search of ['%25', '_____________________________', '%5C'])
      expect(((await admin('GET', `/api/users/?search=${search}`)).json as UserList).total).toBe(0);
  });

  test('changes names, addresses and roles, and clears an address by null', async () => {
    const dave = await world.newcomer('dave');
    const path = `/api/users/${dave.user.id}`;
    const username = unique('Dave');
    const changed = await world.ask({
      method: 'PUT',
      path,
      headers: bearer(dave.token),
      body: { username, email: null },
    });
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({ id: dave.user.id, username, email: null, role: 'user' });
    expect((changed.json as User).updated_at).toBeGreaterThanOrEqual(dave.user.updated_at);
    expect((await admin('PUT', path, { username: world.people.bob.user.username.toUpperCase() })).status).toBe(409);
    expect((await admin('PUT', path, { email: world.people.bob.user.email?.toUpperCase() })).status).toBe(409);
    expect((await admin('PUT', path, { username: 'x' })).status).toBe(400);
    expect((await admin('PUT', path, { email: '' })).status).toBe(400);
    expect(
      (await admin('PUT', path.toUpperCase().replace('/API/USERS', '/api/users'), { role: 'admin' })).json,
    ).toMatchObject({ role: 'admin' });
  });

  test('keeps to the rules of passwords at a change', async () => {
    const dave = await world.newcomer('dave');
    const change = (body: object) =>
      world.ask({ method: 'POST', path: '/api/auth/change-password', headers: bearer(dave.token), body });
    const weak = await change({ current_password: PASSWORD, new_password: 'weak' });
    expect(weak.status).toBe(400);
    expect((weak.json as { details: string[] }).details.every((one) => one.startsWith('new_password '))).toBe(true);
    expect((await change({ current_password: PASSWORD, new_password: PASSWORD })).status).toBe(400);
    expect((await change({ current_password: 'Wrong7Horse', new_password: 'Other7Horse' })).status).toBe(403);
    expect(await world.isAlive(dave.token)).toBe(true);
  });
});

test('a list with details tells how each account signs in', async () => {
  const user = (await admin('POST', '/api/users/', { username: unique('ivan'), password: PASSWORD })).json as User;
  const list = async (more: string) =>
    ((await admin('GET', `/api/users/?search=${user.username}${more}`)).json as UserList).users;
  expect(await list('')).toEqual([user]);
  for (const query of ['&details=true', '&details=true&limit=1'])
    expect(await list(query)).toEqual([
      { ...user, last_sign_in_at: null, second_factor: false, passkeys: 0, providers: [] },
    ]);
  await world.ask({ method: 'POST', path: '/api/auth/login', body: { username: user.username, password: PASSWORD } });
  const [signedIn] = await list('&details=true');
  expect(signedIn?.last_sign_in_at).toBeGreaterThanOrEqual(user.created_at);
});

describe('stats and the audit trail', () => {
  test('count accounts, sign-ups, sign-ins and failures', async () => {
    const stats = async () => (await admin('GET', '/api/users/stats')).json as UserStats;
    const before = await stats();
    const erin = (await register({ username: unique('erin'), password: PASSWORD })).json as { user: User };
    await world.ask({ method: 'POST', path: '/api/auth/login', body: { username: 'nobody', password: PASSWORD } });
    const after = await stats();
    expect(after.total_users).toBe(before.total_users + 1);
    expect(after.by_role).toEqual({ admin: before.by_role.admin, user: before.by_role.user + 1 });
    expect(after.created_last_24h).toBe(before.created_last_24h + 1);
    expect(after.active_last_24h).toBe(before.active_last_24h + 1);
    expect(after.failed_logins_last_24h).toBe(before.failed_logins_last_24h + 1);
    expect(after.signups_by_day).toHaveLength(30);
    // Midnight may come in between: what is counted is the day that the account itself says.
    const day = new Date(erin.user.created_at).toISOString().slice(0, 10);
    const on = ({ signups_by_day: days }: UserStats) => days.find(({ date }) => date === day)?.count ?? 0;
    expect(on(after)).toBe(on(before) + 1);
    expect([0, 1]).toContain(
      after.signups_by_day.length - 1 - after.signups_by_day.findIndex(({ date }) => date === day),
    );
  });

  // ASVS 16.3.1
  test('tell who did what to whom, newest first, page by page', async () => {
    const frank = await world.newcomer('frank');
    const path = `/api/users/${frank.user.id}`;
    const headers = { 'user-agent': 'a\u00fcdit {{7*7}}', 'x-request-id': unique('audit') };
    await admin('PUT', path, { role: 'admin' });
    await world.ask({ method: 'DELETE', path, headers }, 'admin');
    const page = async (query: string) =>
      (await admin('GET', `/api/users/audit?user_id=${frank.user.id}&${query}`)).json as AuditPage;
    const { events, next } = await page('limit=1');
    expect(events).toEqual([
      {
        id: next,
        at: expect.any(Number),
        event: 'user_delete',
        outcome: 'success',
        user_id: frank.user.id,
        username: frank.user.username,
        actor_id: world.people.admin.user.id,
        actor_username: world.people.admin.user.username,
        ip: expect.stringMatching(/^10\./),
        user_agent: headers['user-agent'],
        request_id: headers['x-request-id'],
        reason: null,
        detail: null,
        count: 1,
      },
    ]);
    expect((await page(`limit=1&before=${next}`)).events[0]).toMatchObject({
      event: 'role_change',
      reason: 'user_to_admin',
    });
    expect((await page('event=role_change')).next).toBeNull();
  });

  test('tell what happened from one time to another, both included', async () => {
    const { user } = await world.newcomer('grace');
    for (const role of ['admin', 'user', 'admin']) await admin('PUT', `/api/users/${user.id}`, { role });
    const times = async (query: string) =>
      (
        (await admin('GET', `/api/users/audit?user_id=${user.id}&event=role_change&${query}`)).json as AuditPage
      ).events.map(({ at }) => at);
    const all = await times('');
    const middle = all[1] ?? 0;
    expect(all).toHaveLength(3);
    expect(await times(`from=${middle}&to=${middle}`)).toEqual(all.filter((at) => at === middle));
    expect(await times(`from=${middle + 1}`)).toEqual(all.filter((at) => at > middle));
    expect(await times(`to=${middle - 1}`)).toEqual(all.filter((at) => at < middle));
  });

  test('are a table as CSV, in which nothing is a formula', async () => {
    const { user } = await world.newcomer('heidi');
    const path = `/api/users/${user.id}`;
    const headers = { 'user-agent': '=HYPERLINK("http://evil.example","a"), b' };
    await world.ask({ method: 'PUT', path, body: { role: 'admin' }, headers }, 'admin');
    await world.ask({ method: 'DELETE', path }, 'admin');
    const table = await admin('GET', `/api/users/audit?user_id=${user.id}&format=csv`);
    expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(table.headers['content-disposition']).toContain('attachment');
    const [columns, deletion, promotion, ...rest] = table.text.split('\r\n');
    expect(columns).toBe(
      'id,at,event,outcome,user_id,username,actor_id,actor_username,ip,user_agent,request_id,reason,detail,count',
    );
    expect(deletion).toContain(',user_delete,success,');
    expect(promotion).toContain(`,"'=HYPERLINK(""http://evil.example"",""a""), b",`);
    expect(rest.at(-1)).toBe('');
    expect(
      (await admin('GET', `/api/users/audit?user_id=${user.id}&format=csv&limit=1`)).text.match(/\r\n/g),
    ).toHaveLength(2);
  });
});

describe('a suspended account', () => {
  const suspend = (id: string, suspended: unknown) => admin('PUT', `/api/users/${id}`, { suspended });
  const login = (username: string, password = PASSWORD) =>
    world.ask({ method: 'POST', path: '/api/auth/login', body: { username, password } });

  test('has no token and is not signed in to, until it is reinstated', async () => {
    const { token, user } = await world.newcomer('gone');
    expect((await suspend(user.id, true)).json).toEqual({ ...user, suspended: true, updated_at: expect.any(Number) });
    expect(await world.isAlive(token)).toBe(false);
    expect(await login(user.username)).toMatchObject({ status: 403, json: { code: 'suspended' } });
    expect((await login(user.username, 'Wrong7Horse')).status).toBe(401);
    const { users } = (await admin('GET', `/api/users/?search=${user.username}`)).json as UserList;
    expect(users).toMatchObject([{ id: user.id, suspended: true }]);
    const { events } = (await admin('GET', `/api/users/audit?user_id=${user.id}`)).json as AuditPage;
    expect(events.map(({ event, outcome, reason }) => [event, outcome, reason])).toEqual([
      ['login', 'failure', 'wrong_password'],
      ['login', 'failure', 'suspended'],
      ['user_update', 'success', 'suspended'],
    ]);
    expect((await suspend(user.id, false)).json).not.toHaveProperty('suspended');
    expect(await world.isAlive(token)).toBe(false);
    expect((await login(user.username)).status).toBe(200);
  });

  test('is suspended by administrators only, by true and false only', async () => {
    const { alice, bob } = world.people;
    const own = { method: 'PUT', path: '/api/users/{alice}', body: { suspended: false } };
    expect((await world.ask(own, 'alice')).status).toBe(403);
    for (const value of ['true', 1, null]) expect((await suspend(bob.user.id, value)).status).toBe(400);
    expect(await world.isAlive(alice.token)).toBe(true);
  });

  test('has no new token from fifty sign-ins while it is being suspended', async () => {
    const { user } = await world.newcomer('racer');
    const [suspended, ...logins] = await Promise.all([
      suspend(user.id, true),
      ...Array.from({ length: 50 }, () => login(user.username)),
    ]);
    expect(suspended.status).toBe(200);
    for (const { status, json } of logins)
      if (status === 200) expect(await world.isAlive((json as Session).token)).toBe(false);
  });
});

describe('there is always an administrator', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());
  const ask = (method: string, path: string, token?: string, body?: object) =>
    send(service.base, {
      method,
      path,
      body,
      headers: { 'x-forwarded-for': anAddress(), ...(token && bearer(token)) },
    });
  const signIn = async (credentials: object) =>
    (await ask('POST', '/api/auth/login', undefined, credentials)).json as Session;

  test('the last one is not demoted and not deleted, also not by themselves', async () => {
    const { token, user } = await signIn(ADMIN);
    expect((await ask('PUT', `/api/users/${user.id}`, token, { role: 'user' })).status).toBe(409);
    expect((await ask('PUT', `/api/users/${user.id}`, token, { suspended: true })).status).toBe(409);
    expect((await ask('DELETE', `/api/users/${user.id}`, token)).status).toBe(409);
    expect((await ask('GET', '/api/auth/me', token)).json).toMatchObject({ role: 'admin' });
  });

  test('who was demoted while their request waited decides on nobody', async () => {
    const first = await signIn(ADMIN);
    const credentials = { username: 'demoted', password: PASSWORD };
    await ask('POST', '/api/users/', first.token, { ...credentials, role: 'admin' });
    const demoted = await signIn(credentials);
    const { json } = await ask('POST', '/api/users/', first.token, { username: 'friend', password: PASSWORD });
    const friend = `/api/users/${(json as User).id}`;
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const requests = await service.app.services.db.transaction(async (tx) => {
      await tx.users.update(demoted.user.id, { role: 'user' });
      const sent = [ask('PUT', friend, demoted.token, { role: 'admin' }), ask('DELETE', friend, demoted.token)];
      await expect.poll(() => service.query(waiting)).toHaveLength(2);
      return { sent };
    });
    for (const { status } of await Promise.all(requests.sent)) expect(status).toBe(403);
    expect((await ask('GET', friend, first.token)).json).toMatchObject({ role: 'user' });
  });

  // ASVS 15.4.2
  test('of fifty demotions and deletions at once, each of the other, one administrator is left', async () => {
    const first = await signIn(ADMIN);
    const credentials = { username: 'second', password: PASSWORD };
    await ask('POST', '/api/users/', first.token, { ...credentials, role: 'admin' });
    const second = await signIn(credentials);
    const changes = Array.from({ length: 50 }, (_, i) => {
      const [actor, target] = i % 2 === 0 ? [first, second] : [second, first];
      const path = `/api/users/${target.user.id}`;
      return i % 4 < 2 ? ask('PUT', path, actor.token, { role: 'user' }) : ask('DELETE', path, actor.token);
    });
    for (const { status, text } of await Promise.all(changes))
      expect([200, 204, 401, 403, 404, 409], text).toContain(status);
    expect(await service.query("SELECT username FROM users WHERE role = 'admin'")).toHaveLength(1);
  });
});
