import type { ApiKeyList, AuditPage, NewApiKey } from '@ownvoice/shared/contract';
import { type HttpRequest, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';
import { anAddress, PASSWORD } from '../testing/world.js';

const KEYS = '/api/auth/keys';

/** Two replicas on one database. */
let service: TestService;
let replica: TestService;
let admin: string;
let people = 0;
beforeAll(async () => {
  service = await startTestService({ JWT_EXPIRES_IN: '1h', USAGE_TOKEN: 'what the speech service alone knows' });
  replica = await startTestService({ DATABASE_URL: service.databaseUrl });
  admin = (await ask({ method: 'POST', path: '/api/auth/login', body: ADMIN })).json.token;
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

interface Answered extends NewApiKey, ApiKeyList, AuditPage {
  readonly token: string;
  readonly user: { readonly id: string; readonly username: string };
  readonly code: string;
}
async function ask({ headers, ...request }: HttpRequest, bearer?: string, at = service) {
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const all = { 'x-forwarded-for': anAddress(), ...authorization, ...headers };
  const answer = await send(at.base, { ...request, headers: all });
  return { ...answer, json: answer.json as Answered };
}
async function newcomer(fields: object = {}) {
  people += 1;
  const body = { username: `person-${people}`, password: PASSWORD, ...fields };
  const { json } = await ask({ method: 'POST', path: '/api/auth/register', body });
  return { id: json.user.id, username: json.user.username, token: json.token };
}
const create = (token: string, body: object = { name: 'client' }) => ask({ method: 'POST', path: KEYS, body }, token);
async function withKey(fields: object = {}) {
  const person = await newcomer(fields);
  const { status, json, text } = await create(person.token);
  expect(status, text).toBe(201);
  return { ...person, ...json, userId: person.id };
}
const verify = (key: string, at = service) => ask({ path: '/api/auth/verify' }, key, at);
const namesOf = async (token: string) => (await ask({ path: KEYS }, token)).json.keys.map(({ name }) => name);
const age = (id: string) =>
  service.query("UPDATE issued_tokens SET issued_at = now() - interval '1 day' WHERE user_id = $1", [id]);

describe('an API key', () => {
  test('is shown once, is stored as a hash, and opens verify and me for its user', async () => {
    const { token, userId, username } = await withKey();
    const { status, json, headers } = await create(token, { name: 'Open WebUI', expires_in: '90d' });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    const { key, ...shown } = json;
    expect(key).toMatch(/^ov_[\w-]{43}$/);
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'Open WebUI',
      prefix: key.slice(0, 9),
      created_at: expect.any(Number),
      expires_at: expect.any(Number),
    });
    expect((shown.expires_at ?? 0) - shown.created_at).toBeCloseTo(90 * 86_400_000, -4);
    const verified = await verify(key);
    expect(verified.status).toBe(204);
    expect(verified.headers).toMatchObject({
      'x-user-id': userId,
      'x-user-name': username,
      'x-user-role': 'user',
      'x-key-id': shown.id,
    });
    expect((await verify(token)).headers).not.toHaveProperty('x-key-id');
    expect((await ask({ path: '/api/auth/me' }, key)).json).toMatchObject({ id: userId });
    const stored = JSON.stringify(await service.query('SELECT * FROM api_keys'));
    expect(stored).toContain(shown.prefix);
    for (const text of [stored, service.logged(), (await ask({ path: '/metrics' })).text])
      expect(text).not.toContain(key);
  });

  test('is listed with its last use, to the minute', async () => {
    const { token, key, id } = await withKey();
    const only = async () => (await ask({ path: KEYS }, token)).json.keys[0];
    expect(await only()).toMatchObject({ id, last_used_at: null });
    const before = Date.now();
    const headers = { 'x-forwarded-for': anAddress() };
    const use = () => ask({ path: '/api/auth/verify', headers }, key);
    await use();
    const used = (await only())?.last_used_at ?? 0;
    expect(used).toBeGreaterThan(before - 5_000);
    await use();
    expect((await only())?.last_used_at).toBe(used);
    await service.query("UPDATE api_keys SET last_used_at = now() - interval '1 hour' WHERE id = $1", [id]);
    await use();
    expect((await only())?.last_used_at).toBeGreaterThanOrEqual(used);
  });

  test('is in the audit log when it is created, deleted, and first used from an address', async () => {
    const { token, userId, key, id } = await withKey();
    const from = { 'x-forwarded-for': '203.0.113.7' };
    for (const headers of [from, from, { 'x-forwarded-for': '2001:db8::1' }, { 'x-forwarded-for': '2001:db8::2' }])
      await ask({ path: '/api/auth/verify', headers }, key);
    await ask({ method: 'DELETE', path: `${KEYS}/${id}` }, token);
    const { events } = (await ask({ path: `/api/users/audit?user_id=${userId}` }, admin)).json;
    expect(events.map(({ event, ip }) => [event, ip])).toEqual([
      ['key_delete', expect.any(String)],
      ['key_use', '2001:db8::1'],
      ['key_use', '203.0.113.7'],
      ['key_create', expect.any(String)],
      ['register', expect.any(String)],
    ]);
    for (const event of events.slice(0, 4)) expect(event).toMatchObject({ reason: 'key', detail: id });
    expect(JSON.stringify(events)).not.toContain(key);
  });

  test('remembers the latest fifty networks', async () => {
    const { key, id } = await withKey();
    const networks = Array.from({ length: 60 }, (_, n) => `10.9.8.${n + 1}`);
    for (const address of networks)
      await ask({ path: '/api/auth/verify', headers: { 'x-forwarded-for': address } }, key);
    const [stored] = await service.query<{ networks: string[] }>('SELECT networks FROM api_keys WHERE id = $1', [id]);
    expect(stored?.networks).toEqual(networks.slice(-50));
  });

  test.each([
    ['a bearer', (key: string) => ({ authorization: `bearer ${key}` })],
    ['the password of Basic', (key: string) => ({ authorization: `Basic ${btoa(`anyone:${key}`)}` })],
    ['X-Api-Key', (key: string) => ({ 'x-api-key': key })],
    ['Xi-Api-Key, besides a placeholder', (key: string) => ({ authorization: 'Bearer sk-none', 'xi-api-key': key })],
  ])('is taken from where clients put it by verify, and as a bearer by me: %s', async (form, headersOf) => {
    const { key } = await withKey();
    expect((await ask({ path: '/api/auth/verify', headers: headersOf(key) })).status).toBe(204);
    expect((await ask({ path: '/api/auth/me', headers: headersOf(key) })).status).toBe(form === 'a bearer' ? 200 : 401);
  });

  test('opens no other route, and on public ones is nobody (attack 77)', async () => {
    const { key, userId } = await withKey();
    const document = JSON.parse((await ask({ path: '/openapi.json' })).text) as {
      paths: Record<string, Record<string, { security?: unknown[] }>>;
    };
    const refused: string[] = [];
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { security = [] }] of Object.entries(operations)) {
        if (security.length === 0 || ['/api/auth/verify', '/api/auth/me'].includes(path)) continue;
        const filled = path.replaceAll('{id}', userId).replace(/\{\w+\}/g, 'codehost');
        const { status, json } = await ask({ method: method.toUpperCase(), path: filled }, key);
        // Which takes a token of its own.
        const isUsageReport = path === '/api/users/usage' && method === 'post';
        const refusal = isUsageReport
          ? { status: 401, code: 'unauthorized' }
          : { status: 403, code: 'key_not_allowed' };
        expect({ path, method, status, code: json.code }).toEqual({ path, method, ...refusal });
        refused.push(path);
      }
    expect(refused.length).toBeGreaterThan(30);
    expect((await ask({ path: '/api/auth/system-info' }, key)).status).toBe(200);
    expect((await ask({ path: '/api/auth/oauth/codehost?link=1' }, key)).status).toBe(401);
  });

  test('counts in no other place and in no other form (attack 77)', async () => {
    const { key } = await withKey();
    const refused: HttpRequest[] = [
      { path: `/api/auth/verify?key=${key}&access_token=${key}` },
      { path: '/api/auth/verify', headers: { cookie: `key=${key}; token=${key}` } },
      { path: '/api/auth/verify', headers: { authorization: key } },
      { path: '/api/auth/verify', headers: { authorization: [`Bearer ${key}`, `Bearer ${key}`] } },
      ...[key.slice(0, -1), `${key}A`, key.toUpperCase(), key.toLowerCase(), ` ${key}`, `ov_${'A'.repeat(43)}`].map(
        (other) => ({ path: '/api/auth/verify', headers: { authorization: `Bearer ${other}` } }),
      ),
      { path: KEYS, headers: { authorization: `Bearer ov_${'A'.repeat(43)}` } },
    ];
    for (const request of refused) expect((await ask(request)).status, JSON.stringify(request)).toBe(401);
  });

  test('is dead on the next request at another replica, when it is deleted, by its user or an administrator (attack 77)', async () => {
    const { token, userId, key, id } = await withKey();
    const { json: second } = await create(token, { name: 'second' });
    expect((await verify(key, replica)).status).toBe(204);
    expect((await ask({ method: 'DELETE', path: `${KEYS}/${id}` }, token)).status).toBe(204);
    expect((await verify(key, replica)).status).toBe(401);
    expect((await verify(second.key, replica)).status).toBe(204);
    const path = `/api/users/${userId}/keys`;
    expect((await ask({ path }, admin)).json.keys).toHaveLength(1);
    expect((await ask({ method: 'DELETE', path: `${path}/${second.id}` }, admin)).status).toBe(204);
    expect((await verify(second.key, replica)).status).toBe(401);
    expect((await ask({ method: 'DELETE', path: `${KEYS}/${id}` }, token)).status).toBe(404);
  });

  const lasting: [string, number, (person: { userId: string; token: string; username: string }) => Promise<unknown>][] =
    [
      [
        'its user signs out everywhere',
        204,
        ({ token }) => ask({ method: 'POST', path: '/api/auth/logout', body: { all: true } }, token),
      ],
      [
        'its user changes the password',
        204,
        ({ token }) => {
          const body = { current_password: PASSWORD, new_password: 'Changed-77' };
          return ask({ method: 'POST', path: '/api/auth/change-password', body }, token);
        },
      ],
      ['its user deletes all keys', 401, ({ token }) => ask({ method: 'DELETE', path: KEYS }, token)],
      [
        'its password is reset',
        401,
        ({ userId }) => {
          const body = { user_id: userId, new_password: 'Renewed-77' };
          return ask({ method: 'POST', path: '/api/auth/reset-password', body }, admin);
        },
      ],
      ['its user is deleted', 401, ({ userId }) => ask({ method: 'DELETE', path: `/api/users/${userId}` }, admin)],
      [
        'its user is suspended',
        401,
        ({ userId }) => ask({ method: 'PUT', path: `/api/users/${userId}`, body: { suspended: true } }, admin),
      ],
      [
        'it expires',
        401,
        ({ userId }) => service.query('UPDATE api_keys SET expires_at = now() WHERE user_id = $1', [userId]),
      ],
    ];
  test.each(lasting)('an API key when %s: %i on the next request (attack 77)', async (_, status, happen) => {
    const person = await withKey();
    expect((await verify(person.key, replica)).status).toBe(204);
    await happen(person);
    expect((await verify(person.key, replica)).status).toBe(status);
  });

  test('has the role of its user as of now (attack 77)', async () => {
    const { userId, key } = await withKey();
    const roleFor = async () => (await verify(key, replica)).headers['x-user-role'];
    for (const role of ['admin', 'user']) {
      await ask({ method: 'PUT', path: `/api/users/${userId}`, body: { role } }, admin);
      expect(await roleFor()).toBe(role);
    }
  });

  test('counts again when its user is no longer suspended', async () => {
    const { userId, key } = await withKey();
    for (const [suspended, status] of [
      [true, 401],
      [false, 204],
    ] as const) {
      await ask({ method: 'PUT', path: `/api/users/${userId}`, body: { suspended } }, admin);
      expect((await verify(key)).status).toBe(status);
    }
  });
});

describe('creating a key', () => {
  test('needs a recent sign-in or the password', async () => {
    const { id, token } = await newcomer();
    await age(id);
    expect((await create(token)).json.code).toBe('recent_sign_in_required');
    expect((await create(token, { name: 'x', current_password: 'Wrong-77' })).json.code).toBe('wrong_password');
    expect((await create(token, { name: 'x', current_password: PASSWORD })).status).toBe(201);
  });

  test.each([
    [{}, 400],
    [{ name: '' }, 400],
    [{ name: ' \u200b ' }, 400],
    [{ name: 'x'.repeat(65) }, 400],
    [{ name: 'x'.repeat(64) }, 201],
    [{ name: 'x', expires_in: null }, 201],
    [{ name: 'x', expires_in: '1m' }, 201],
    [{ name: 'x', expires_in: '60' }, 201],
    [{ name: 'x', expires_in: '3650d' }, 201],
    [{ name: 'x', expires_in: '59s' }, 400],
    [{ name: 'x', expires_in: '3651d' }, 400],
    [{ name: 'x', expires_in: 'soon' }, 400],
    [{ name: 'x', expires_in: '' }, 400],
    [{ name: 'x', expires_in: 3600 }, 400],
    [{ name: 'x', scope: 'admin' }, 400],
  ])('creating a key with %j responds with %i', async (body, status) => {
    const { token } = await newcomer();
    expect((await create(token, body)).status).toBe(status);
  });

  test('is a 409 under a name that the user has, in any case, until that key is deleted or has expired', async () => {
    const { token, userId, id } = await withKey();
    expect((await create(token, { name: ' CLIENT\t' })).json.code).toBe('key_name_taken');
    const other = await newcomer();
    expect((await create(other.token)).status).toBe(201);
    await ask({ method: 'DELETE', path: `${KEYS}/${id}` }, token);
    expect((await create(token)).status).toBe(201);
    await service.query('UPDATE api_keys SET expires_at = now() WHERE user_id = $1', [userId]);
    expect((await create(token, { name: 'Client' })).status).toBe(201);
    expect(await namesOf(token)).toEqual(['Client']);
  });

  test('is a 409 with fifty keys that are alive, also at once', async () => {
    const { id, token } = await newcomer();
    await service.query(
      `INSERT INTO api_keys (id, user_id, name, name_key, key_hash, prefix)
        SELECT gen_random_uuid(), $1, n::text, n::text, gen_random_uuid()::text, 'ov_x' FROM generate_series(1, 48) n`,
      [id],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => create(token, { name: `at once ${n}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(await namesOf(token)).toHaveLength(50);
  });

  test('is possible a hundred times in fifteen minutes', async () => {
    const { token } = await newcomer();
    const last = await (async () => {
      for (let n = 0; ; n++) {
        const { status, json } = await create(token, { name: 'again' });
        if (status !== 201) return { n, status };
        await ask({ method: 'DELETE', path: `${KEYS}/${json.id}` }, token);
      }
    })();
    expect(last).toEqual({ n: 100, status: 429 });
  });
});

describe('somebody else’s keys', () => {
  test('are seen and deleted by administrators only', async () => {
    const { id, userId } = await withKey();
    const other = await newcomer();
    const path = `/api/users/${userId}/keys`;
    expect((await ask({ path }, other.token)).status).toBe(403);
    expect((await ask({ method: 'DELETE', path: `${path}/${id}` }, other.token)).status).toBe(403);
    expect((await ask({ method: 'DELETE', path: `${KEYS}/${id}` }, other.token)).status).toBe(404);
    expect((await ask({ method: 'DELETE', path: `/api/users/${other.id}/keys/${id}` }, admin)).status).toBe(404);
    expect((await ask({ path: '/api/users/nobody/keys' }, admin)).status).toBe(404);
  });
});

test('in single-user mode only the keys of the default administrator count', async () => {
  const { key } = await withKey();
  const { json: own } = await create(admin, { name: 'own' });
  const single = await startTestService({ DATABASE_URL: service.databaseUrl, SINGLE_USER_MODE: 'true' });
  try {
    expect((await verify(key, single)).status).toBe(401);
    expect((await verify(own.key, single)).status).toBe(204);
  } finally {
    await single.close();
  }
});

test('an administrator without the second factor that is required is nobody to verify, by key as well', async () => {
  const { json: own } = await create(admin, { name: 'without factor' });
  const strict = await startTestService({ DATABASE_URL: service.databaseUrl, REQUIRE_SECOND_FACTOR: 'admin' });
  try {
    expect((await verify(own.key, strict)).status).toBe(401);
    expect((await ask({ path: '/api/auth/me' }, own.key, strict)).status).toBe(200);
  } finally {
    await strict.close();
  }
});
