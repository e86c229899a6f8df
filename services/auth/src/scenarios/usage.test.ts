import type { Session, UsageList, UserList } from '@ownvoice/shared/contract';
import { type HttpRequest, runScenario, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, SECRET, startTestService, type TestService } from '../testing/test-service.js';
import { anAddress, PASSWORD } from '../testing/world.js';

const USAGE_TOKEN = 'c8d1f0a94b7e4d5286e3fa107c92b6d4';
const PATH = '/api/users/usage';
const NOBODYS_ID = '01939c4e-7f00-7000-8000-000000000000';

let first: TestService;
let second: TestService;
let admin: Session;
let ada: Session;
beforeAll(async () => {
  first = await startTestService({ USAGE_TOKEN });
  second = await startTestService({ USAGE_TOKEN, DATABASE_URL: first.databaseUrl });
  const session = async (path: string, body: object) =>
    (await send(first.base, { method: 'POST', path, body, headers: { 'x-forwarded-for': anAddress() } }))
      .json as Session;
  admin = await session('/api/auth/login', ADMIN);
  ada = await session('/api/auth/register', { username: 'ada', password: PASSWORD });
});
afterAll(async () => {
  await second.close();
  await first.close();
});
beforeEach(() => first.query('DELETE FROM speech_usage'));

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const report = (usage: unknown, { base = first.base, token = USAGE_TOKEN } = {}) =>
  send(base, { method: 'POST', path: PATH, body: { usage }, headers: bearer(token) });
const asAdmin = async (request: HttpRequest) => send(first.base, { ...request, headers: bearer(admin.token) });
const listed = async (query = '') => ((await asAdmin({ path: PATH + query })).json as UsageList).usage;
const today = () => new Date().toISOString().slice(0, 10);
const spokenBy = async (username: string) => {
  const { json } = await asAdmin({ path: `/api/users/?details=true&search=${username}` });
  return (json as UserList).users[0]?.spoken_last_30d;
};

describe('a report', () => {
  const entry = { user_id: NOBODYS_ID, seconds: 1 };
  test.each([
    ['without a token is a 401', {}, { usage: [entry] }, 401],
    ['with a wrong token is a 401', bearer(`${USAGE_TOKEN.slice(0, -1)}5`), { usage: [entry] }, 401],
    ['with a part of the token is a 401', bearer(USAGE_TOKEN.slice(0, -1)), { usage: [entry] }, 401],
    ['with an empty token is a 401', bearer(''), { usage: [entry] }, 401],
    ['with the secret that signs tokens is a 401', bearer(SECRET), { usage: [entry] }, 401],
    ['with the token in another header is a 401', { 'x-api-key': USAGE_TOKEN }, { usage: [entry] }, 401],
    ['of nobody is a 204', bearer(USAGE_TOKEN), { usage: [] }, 204],
    ['about an unknown user is a 204', bearer(USAGE_TOKEN), { usage: [entry] }, 204],
    ['without usage is a 400', bearer(USAGE_TOKEN), {}, 400],
    ['with another field is a 400', bearer(USAGE_TOKEN), { usage: [], day: '2026-01-01' }, 400],
    ['with another field of an entry is a 400', bearer(USAGE_TOKEN), { usage: [{ ...entry, day: 1 }] }, 400],
    ['about a user without an id is a 400', bearer(USAGE_TOKEN), { usage: [{ seconds: 1 }] }, 400],
    ['about what is no id is a 400', bearer(USAGE_TOKEN), { usage: [{ ...entry, user_id: 'ada' }] }, 400],
    ['of negative seconds is a 400', bearer(USAGE_TOKEN), { usage: [{ ...entry, seconds: -1 }] }, 400],
    ['of seconds as text is a 400', bearer(USAGE_TOKEN), { usage: [{ ...entry, seconds: '1' }] }, 400],
    ['of no seconds is a 400', bearer(USAGE_TOKEN), { usage: [{ ...entry, seconds: null }] }, 400],
    [
      'of more than a thousand million seconds is a 400',
      bearer(USAGE_TOKEN),
      { usage: [{ ...entry, seconds: 1.1e9 }] },
      400,
    ],
    [
      'of more seconds than a number holds is a 400',
      { ...bearer(USAGE_TOKEN), 'content-type': 'application/json' },
      `{"usage":[{"user_id":"${NOBODYS_ID}","seconds":1e999}]}`,
      400,
    ],
    ['about 333 users is a 204', bearer(USAGE_TOKEN), { usage: Array(333).fill(entry) }, 204],
    ['about more users is a 400', bearer(USAGE_TOKEN), { usage: Array(334).fill(entry) }, 400],
    ['larger than a body may be is a 413', bearer(USAGE_TOKEN), { usage: Array(20_000).fill(entry) }, 413],
  ] as const)('%s', async (name, headers, body, status) => {
    await runScenario(first.base, { name, method: 'POST', path: PATH, headers, body, status });
  });

  test('by the token of a user or an administrator is a 401', async () => {
    for (const { token } of [ada, admin]) expect((await report([], { token })).status).toBe(401);
    await runScenario(first.base, {
      name: 'reading by USAGE_TOKEN',
      path: PATH,
      headers: bearer(USAGE_TOKEN),
      status: 401,
    });
  });

  test('is a 404 where USAGE_TOKEN is not set, whatever comes with it', async () => {
    const service = await startTestService({ DATABASE_URL: first.databaseUrl });
    for (const token of ['', USAGE_TOKEN, admin.token])
      expect((await report([], { base: service.base, token })).status).toBe(404);
    await service.close();
  });

  test('is added to today, each time that it comes', async () => {
    const usage = [{ user_id: ada.user.id, seconds: 12.5 }];
    expect((await report(usage)).status).toBe(204);
    expect((await report([...usage, { user_id: admin.user.id, seconds: 3 }, ...usage])).status).toBe(204);
    expect(await listed()).toEqual(
      expect.arrayContaining([
        { user_id: ada.user.id, day: today(), seconds: 37.5 },
        { user_id: admin.user.id, day: today(), seconds: 3 },
      ]),
    );
    expect(await spokenBy('ada')).toBe(37.5);
  });

  test('loses nothing when fifty replicas of speech report at once to two of accounts, in any order of users', async () => {
    const users = [ada.user.id, admin.user.id];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const usage = (i % 4 < 2 ? users : users.toReversed()).map((user_id) => ({ user_id, seconds: 2 }));
        return report(usage, { base: i % 2 === 0 ? first.base : second.base });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await listed()).map(({ seconds }) => seconds)).toEqual([100, 100]);
  });

  test('of the most seconds, again and again, stays a number', async () => {
    const most = Array.from({ length: 333 }, () => ({ user_id: ada.user.id, seconds: 1e9 }));
    for (let i = 0; i < 3; i++) await report(most);
    expect(await spokenBy('ada')).toBe(999e9);
  });

  test('leaves its token in no log line', () => {
    expect(first.logged()).toContain(PATH);
    expect(first.logged()).not.toContain(USAGE_TOKEN);
  });
});

describe('the list of usage', () => {
  const insert = (daysAgo: number, seconds: number) =>
    first.query(
      `INSERT INTO speech_usage (user_id, day, seconds) VALUES ($1::uuid, (now() AT TIME ZONE 'UTC')::date - $2::int, $3)`,
      [ada.user.id, daysAgo, seconds],
    );

  test('has thirty days, today included, the latest first, or as many as asked for', async () => {
    for (const daysAgo of [0, 29, 30, 400]) await insert(daysAgo, daysAgo + 1);
    expect((await listed()).map(({ seconds }) => seconds)).toEqual([1, 30]);
    expect((await listed('?days=1')).map(({ seconds }) => seconds)).toEqual([1]);
    expect((await listed('?days=1000')).map(({ seconds }) => seconds)).toEqual([1, 30, 31, 401]);
    expect(await spokenBy('ada')).toBe(31);
    expect(await spokenBy('admin')).toBeUndefined();
  });

  test.each(['0', '-1', '1001', '1e3', '030', 'x', ''])('refuses days=%s', async (days) => {
    expect((await asAdmin({ path: `${PATH}?days=${days}` })).status).toBe(400);
  });

  test('ends with the account', async () => {
    const { json } = await asAdmin({
      method: 'POST',
      path: '/api/users/',
      body: { username: 'brief', password: PASSWORD },
    });
    const { id } = json as Session['user'];
    await report([{ user_id: id, seconds: 5 }]);
    expect(await listed()).toHaveLength(1);
    await asAdmin({ method: 'DELETE', path: `/api/users/${id}` });
    expect((await report([{ user_id: id, seconds: 5 }])).status).toBe(204);
    expect(await listed()).toEqual([]);
  });

  test('is cleared of what is older than the audit log may be, at the start of a service', async () => {
    await insert(364, 1);
    await insert(366, 2);
    const service = await startTestService({ DATABASE_URL: first.databaseUrl });
    await expect.poll(() => listed('?days=1000')).toHaveLength(1);
    expect(service.logged()).toContain('"usage":1');
    await service.close();
  });
});
