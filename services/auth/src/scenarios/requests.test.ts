import type { Session } from '@ownvoice/shared/contract';
import { broken, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScenarios, type Scenario } from '../testing/scenario.js';
import { ADMIN, startTestService } from '../testing/test-service.js';
import { PASSWORD, World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const POST = 'POST';
const LOGIN = '/api/auth/login';
const REGISTER = '/api/auth/register';

const notText: unknown[] = [{ contains: '' }, { not: 'x' }, ['alice'], null, 1, true, 1.5, {}, []];

// ASVS 2.2.1, 15.3.5
describe('what is not text is never taken for it', () => {
  const login = notText.flatMap((value): Scenario[] => [
    {
      name: `username ${JSON.stringify(value)} at login`,
      method: POST,
      path: LOGIN,
      body: { username: value, password: PASSWORD },
      status: 400,
      details: [/username/],
    },
    {
      name: `password ${JSON.stringify(value)} at login`,
      method: POST,
      path: LOGIN,
      body: { username: 'admin', password: value },
      status: 400,
      details: [/password/],
    },
  ]);
  const others = notText.flatMap((value): Scenario[] => [
    {
      name: `username ${JSON.stringify(value)} at registration`,
      method: POST,
      path: REGISTER,
      body: { username: value, password: PASSWORD },
      status: 400,
    },
    {
      name: `user_id ${JSON.stringify(value)} at a password reset`,
      as: 'admin',
      method: POST,
      path: '/api/auth/reset-password',
      body: { user_id: value, new_password: PASSWORD },
      status: 400,
    },
    {
      name: `current_password ${JSON.stringify(value)} at a password change`,
      as: 'alice',
      method: POST,
      path: '/api/auth/change-password',
      body: { current_password: value, new_password: PASSWORD },
      status: 400,
    },
    {
      name: `username ${JSON.stringify(value)} at an update`,
      as: 'alice',
      method: 'PUT',
      path: '/api/users/{alice}',
      body: { username: value },
      status: 400,
    },
    {
      name: `role ${JSON.stringify(value)} at an update`,
      as: 'admin',
      method: 'PUT',
      path: '/api/users/{alice}',
      body: { role: value },
      status: 400,
    },
  ]);
  runScenarios(() => world, [...login, ...others]);
});

describe('what is missing is asked for', () => {
  runScenarios(
    () => world,
    [
      {
        name: 'login without a password',
        method: POST,
        path: LOGIN,
        body: { username: 'admin' },
        status: 400,
        details: [broken('password', 'required')],
      },
      {
        name: 'login without a username',
        method: POST,
        path: LOGIN,
        body: { password: PASSWORD },
        status: 400,
        details: [broken('username', 'required')],
      },
      { name: 'login with an empty body', method: POST, path: LOGIN, body: {}, status: 400 },
      { name: 'login without any body', method: POST, path: LOGIN, status: 400 },
      {
        name: 'a reset without a user',
        as: 'admin',
        method: POST,
        path: '/api/auth/reset-password',
        body: { new_password: PASSWORD },
        status: 400,
      },
      {
        name: 'a reset whose e-mail and password break the rules names both',
        as: 'admin',
        method: POST,
        path: '/api/auth/reset-password',
        body: { user_id: 'x', new_password: 'weak', email: 'x' },
        status: 400,
        details: [broken('email', 'not_an_email'), broken('new_password', 'no_upper_case')],
      },
      {
        name: 'a password with a NUL is told of its other faults too',
        method: POST,
        path: REGISTER,
        body: { username: 'x y', password: 'a\0' },
        status: 400,
        details: [
          broken('username', 'username_characters'),
          broken('password', 'too_short'),
          broken('password', 'no_digit'),
          broken('password', 'nul'),
        ],
      },
      {
        name: 'a password that is guessed first',
        method: POST,
        path: REGISTER,
        body: { username: 'common', password: 'Password1' },
        status: 400,
        details: [broken('password', 'common_password')],
      },
      { name: 'an update of nothing', as: 'alice', method: 'PUT', path: '/api/users/{alice}', body: {}, status: 400 },
    ],
  );
});

// ASVS 8.2.3, 15.3.3
describe('fields that a client may not set are refused', () => {
  const intruders = {
    id: 'x',
    role: 'admin',
    password_hash: '$2b$12$x',
    created_at: 0,
    updated_at: 0,
    jti: 'x',
    email_verified: true,
  };
  const scenarios = Object.entries(intruders).flatMap(([field, value]): Scenario[] => [
    {
      name: `${field} at registration`,
      method: POST,
      path: REGISTER,
      body: { username: 'mallory', password: PASSWORD, [field]: value },
      status: 400,
    },
    {
      name: `${field} at set-up`,
      method: POST,
      path: '/api/auth/setup',
      body: { username: 'mallory', password: PASSWORD, [field]: value },
      status: 400,
    },
    {
      name: `${field} at login`,
      method: POST,
      path: LOGIN,
      body: { username: 'mallory', password: PASSWORD, [field]: value },
      status: 400,
    },
    {
      name: `${field} at an update of one's own record`,
      as: 'alice',
      method: 'PUT',
      path: '/api/users/{alice}',
      body: { [field]: value },
      status: field === 'role' ? 403 : 400,
    },
  ]);
  runScenarios(() => world, scenarios);

  test('and change nothing', async () => {
    const { json } = await world.ask({ path: '/api/users/{alice}' }, 'admin');
    expect(json).toEqual(world.people.alice.user);
  });
});

const deep = (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`;
const login = (body: string | Buffer, name: string, status: Scenario['status'] = 400): Scenario => ({
  name,
  method: POST,
  path: LOGIN,
  headers: JSON_TYPE,
  body,
  status,
});

// ASVS 15.3.6, 15.3.7
describe('a body that two readers could read differently is refused', () => {
  runScenarios(
    () => world,
    [
      login('{"username":"admin","password":"x","password":"Admin7Horse"}', 'the same field twice'),
      login('{"username":"admin","\\u0070assword":"a","password":"b"}', 'the same field twice, once escaped'),
      login('{"__proto__":{"role":"admin"},"username":"a","password":"b"}', '__proto__'),
      login('{"constructor":{"prototype":{"role":"admin"}},"username":"a","password":"b"}', 'constructor.prototype'),
      login('{"username":"admin\\u0000","password":"b"}', 'a NUL in the username'),
      login('{"username":"admin","password":"Admin7Horse\\u0000"}', 'a NUL in the password'),
      login('{"username":"admin","password":"\\ud800"}', 'half a surrogate pair'),
      login(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'bytes that are no UTF-8'),
      login(deep(10_000), 'ten thousand levels'),
      login('{"username":"admin","password":', 'a body that breaks off'),
      login('[]', 'a list'),
      login('null', 'null'),
      login('"text"', 'a text'),
      login('NaN', 'NaN'),
      login('', 'nothing'),
      login(`{"username":"admin","password":"${'x'.repeat(1_048_000)}"}`, 'a password of nearly 1 MiB'),
      login(`{"username":"admin","password":"${'x'.repeat(1_048_576)}"}`, 'a body of more than 1 MiB', 413),
      login(`{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":0`)}}`, 'six thousand keys (attack 88)'),
      login(`{"username":"admin","password":"${'x'.repeat(2_000_000)}"}`, 'a body of two megabytes', 413),
      {
        name: 'a form',
        method: POST,
        path: LOGIN,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'username=admin&password=Admin7Horse',
        status: 415,
      },
      {
        name: 'JSON that calls itself text',
        method: POST,
        path: LOGIN,
        headers: { 'content-type': 'text/plain' },
        body: '{"username":"admin","password":"x"}',
        status: 415,
      },
      {
        name: 'JSON without a content type',
        method: POST,
        path: LOGIN,
        body: '{"username":"admin","password":"x"}',
        status: 415,
      },
      { name: 'and the next request works', path: '/api/auth/me', as: 'alice', status: 200, json: { role: 'user' } },
    ],
  );
});

// ASVS 15.3.6, 15.3.7
describe('a query is read as it is written', () => {
  const list = (query: string, status: number): Scenario => ({
    name: query,
    as: 'admin',
    path: `/api/users/?${query}`,
    status,
  });
  runScenarios(
    () => world,
    [
      ...[
        'limit=-1',
        'limit=0',
        'limit=1e9',
        'limit=1000000000',
        'limit=1.5',
        'limit=%201',
        'limit=',
        'limit=1&limit=2',
        'limit[]=1',
        'offset=-1',
        'sort=password_hash',
        'sort=__proto__',
        'sort=username&sort=email',
        'role=root',
        'role=admin&role=user',
        'search=a&search=b',
        'search=%00',
        'unknown=1',
        'details=1',
      ].map((query) => list(query, 400)),
      list('limit=1&offset=1&sort=-username&role=user&search=ALICE', 200),
      { name: 'before of the audit trail that is no id', as: 'admin', path: '/api/users/audit?before=1', status: 400 },
      ...['from=-1', 'to=now', 'from=1e3', 'to=999999999999999', 'format=xml', 'from=1&from=2'].map((query) => ({
        name: `an audit log of ${query}`,
        as: 'admin' as const,
        path: `/api/users/audit?${query}`,
        status: 400,
      })),
      { name: 'an event that does not exist', as: 'admin', path: '/api/users/audit?event=nothing', status: 400 },
    ],
  );
});

describe('addresses and methods', () => {
  runScenarios(
    () => world,
    [
      { name: 'an unknown address is a 404 with the error body', path: '/api/nothing', status: 404 },
      { name: 'a doubled slash is another address', method: POST, path: '//api/auth/login', body: {}, status: 404 },
      { name: 'a slash at the end is the same address', path: '/api/users', as: 'admin', status: 200 },
      {
        name: 'another method is a 405 that names the right ones',
        method: 'DELETE',
        path: LOGIN,
        status: 405,
        responseHeaders: { allow: /POST/ },
      },
      {
        name: 'a header does not override the method',
        method: 'POST',
        path: '/api/auth/me',
        headers: { 'x-http-method-override': 'GET' },
        as: 'alice',
        status: 405,
      },
      {
        name: 'a sane request id comes back',
        path: '/api/auth/system-info',
        headers: { 'x-request-id': 'abc-123' },
        status: 200,
        responseHeaders: { 'x-request-id': /^abc-123$/ },
      },
      {
        name: 'any other request id is replaced',
        path: '/api/auth/system-info',
        headers: { 'x-request-id': 'a b\tc' },
        status: 200,
        responseHeaders: { 'x-request-id': /^[0-9a-f-]{36}$/ },
      },
      ...['0', '-1', '%2e%2e%2f', 'admin', `${'1'.repeat(10_000)}`].map(
        (id): Scenario => ({
          name: `the id ${id.slice(0, 20)} is nobody's`,
          as: 'admin',
          path: `/api/users/${id}`,
          status: [400, 404],
        }),
      ),
    ],
  );
});

test('who is not signed in is not told the version in production', async () => {
  const service = await startTestService({ NODE_ENV: 'production' });
  const path = '/api/auth/system-info';
  expect((await send(service.base, { path })).json).toMatchObject({ version: '' });
  const { json } = await send(service.base, { method: POST, path: LOGIN, body: ADMIN });
  const headers = { authorization: `Bearer ${(json as Session).token}` };
  expect((await send(service.base, { path, headers })).json).toMatchObject({
    version: service.app.services.config.version,
  });
  await service.close();
});
