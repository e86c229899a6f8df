import type {
  ApiKeyList,
  AuditPage,
  InvitationLink,
  InvitationList,
  SecondFactorSetup,
} from '@ownvoice/shared/contract';
import { type HttpRequest, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiError } from '../errors.js';
import { codeOf, wrongCodeOf } from '../testing/authenticator-app.js';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';
import { anAddress, PASSWORD } from '../testing/world.js';

const PUBLIC_URL = 'https://voice.example';
const INVITATIONS = '/api/users/invitations';

/** Two replicas on one database, with registration off. */
let service: TestService;
let replica: TestService;
let admin: string;
let people = 0;
beforeAll(async () => {
  service = await startTestService({ PUBLIC_URL, ALLOW_REGISTRATION: 'false', LOG_LEVEL: 'debug' });
  replica = await startTestService({ PUBLIC_URL, DATABASE_URL: service.databaseUrl });
  admin = await signIn(ADMIN);
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

interface Answered extends InvitationLink, InvitationList, SecondFactorSetup, AuditPage, ApiKeyList {
  readonly token: string;
  readonly key: string;
  readonly user: { readonly id: string; readonly username: string; readonly email: string; readonly role: string };
  readonly code: string;
  readonly details: readonly string[];
}
async function ask({ headers, ...request }: HttpRequest, bearer?: string, at = service) {
  const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const all = { 'x-forwarded-for': anAddress(), ...authorization, ...headers };
  const answer = await send(at.base, { ...request, headers: all });
  return { ...answer, json: answer.json as Answered };
}
async function signIn(body: object) {
  const { status, json, text } = await ask({ method: 'POST', path: '/api/auth/login', body });
  expect(status, text).toBe(200);
  return json.token;
}
const post = (path: string, body: object, bearer = admin) => ask({ method: 'POST', path, body }, bearer);
const tokenOf = (url: string) => url.split('=')[1] ?? '';
async function invite(body: object = {}) {
  const { status, json, text } = await post(INVITATIONS, body);
  expect(status, text).toBe(201);
  return { ...json, linkToken: tokenOf(json.url) };
}
const accept = (body: object, at = service, headers = {}) =>
  ask({ method: 'POST', path: '/api/auth/accept', body, headers }, undefined, at);
const fresh = () => `person-${++people}`;
/** Somebody with a password, signed in. */
async function newcomer(fields: object = {}) {
  const username = fresh();
  const { json } = await post('/api/users/', { username, password: PASSWORD, ...fields });
  const { id } = json as unknown as { id: string };
  return { id, username, token: await signIn({ username, password: PASSWORD }) };
}
const resetLinkOf = async (id: string, body: object = {}) => {
  const { status, json, text } = await post(`/api/users/${id}/reset-link`, body);
  expect(status, text).toBe(201);
  return tokenOf(json.url);
};
const meOf = async (token: string) => (await ask({ path: '/api/auth/me' }, token)).status;
const eventsOf = async (id: string) =>
  (await ask({ path: `/api/users/audit?user_id=${id}` }, admin)).json.events.map(({ event }) => event);

describe('an invitation', () => {
  test('makes an account with registration off, whose role and e-mail address the administrator has fixed', async () => {
    const email = 'Ada@Example.org';
    const before = Date.now();
    const { id, url, expires_at, linkToken } = await invite({ email, role: 'admin' });
    expect(url).toMatch(/^https:\/\/voice\.example\/#invitation=[\w-]{43}$/);
    expect((expires_at - before) / 86_400_000).toBeCloseTo(7, 2);
    const { invitations } = (await ask({ path: INVITATIONS }, admin)).json;
    expect(invitations.at(-1)).toEqual({
      id,
      username: null,
      email: 'ada@example.org',
      role: 'admin',
      created_at: expect.any(Number),
      expires_at,
      created_by: expect.any(String),
    });
    const username = fresh();
    const accepted = await accept({ token: linkToken, username, password: PASSWORD });
    expect(accepted.status, accepted.text).toBe(201);
    expect(accepted.headers['cache-control']).toBe('no-store');
    expect(accepted.json.user).toMatchObject({ username, email: 'ada@example.org', role: 'admin' });
    expect(await meOf(accepted.json.token)).toBe(200);
    const [stored] = await service.query('SELECT email_verified FROM users WHERE username = $1', [username]);
    expect(stored).toEqual({ email_verified: true });
    expect((await ask({ path: INVITATIONS }, admin)).json.invitations.map((one) => one.id)).not.toContain(id);
    expect(await eventsOf(accepted.json.user.id)).toEqual(['invitation_accept']);
  });

  test('fixes the name where it has one, and needs one where it has none', async () => {
    const username = fresh();
    const { linkToken } = await invite({ username });
    const refused = await accept({ token: linkToken, username: fresh(), password: PASSWORD });
    expect([refused.status, refused.json.details]).toEqual([400, [expect.stringMatching(/^username /)]]);
    expect((await accept({ token: linkToken, password: PASSWORD })).json.user.username).toBe(username);
    const open = await invite();
    expect((await accept({ token: open.linkToken, password: PASSWORD })).status).toBe(400);
    expect((await accept({ token: open.linkToken, username: 'no', password: PASSWORD })).status).toBe(400);
    expect((await accept({ token: open.linkToken, username: fresh(), password: 'weak' })).status).toBe(400);
    expect((await accept({ token: open.linkToken, username, password: PASSWORD })).json.code).toBe('name_taken');
    expect((await accept({ token: open.linkToken, username: fresh(), password: PASSWORD })).status).toBe(201);
  });

  test('is a 409 for a name or an address that is taken', async () => {
    const { username } = await newcomer({ email: 'taken@example.org' });
    expect((await post(INVITATIONS, { username })).json.code).toBe('name_taken');
    expect((await post(INVITATIONS, { email: 'Taken@example.org' })).json.code).toBe('email_taken');
  });

  test.each(['5y', '59s', '3651d', 'soon', ''])('does not expire in %j', async (expires_in) => {
    expect((await post(INVITATIONS, { expires_in })).status).toBe(expires_in === '5y' ? 201 : 400);
  });

  test('used fifty times at once, on two replicas, is one account, one audit entry and forty-nine 404 (attack 78)', async () => {
    const { linkToken } = await invite();
    const headers = { 'x-forwarded-for': anAddress() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        accept({ token: linkToken, username: `at-once-${n}`, password: PASSWORD }, n % 2 ? service : replica, headers),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
    expect(await service.query("SELECT FROM users WHERE username LIKE 'at-once-%'")).toHaveLength(1);
    const entries = await service.query("SELECT FROM audit_events WHERE username LIKE 'at-once-%'");
    expect(entries).toHaveLength(1);
  });

  test.each([
    ['unknown', async () => 'x'.repeat(43)],
    [
      'withdrawn',
      async () => {
        const { id, linkToken } = await invite();
        expect((await ask({ method: 'DELETE', path: `${INVITATIONS}/${id}` }, admin)).status).toBe(204);
        expect((await ask({ method: 'DELETE', path: `${INVITATIONS}/${id}` }, admin)).status).toBe(404);
        return linkToken;
      },
    ],
    [
      'expired',
      async () => {
        const { id, linkToken } = await invite();
        await service.query('UPDATE links SET expires_at = now() WHERE id = $1', [id]);
        return linkToken;
      },
    ],
    [
      'used',
      async () => {
        const { linkToken } = await invite();
        expect((await accept({ token: linkToken, username: fresh(), password: PASSWORD })).status).toBe(201);
        return linkToken;
      },
    ],
    [
      'of an administrator who is one no more',
      async () => {
        const { id, token } = await newcomer({ role: 'admin' });
        const { json } = await post(INVITATIONS, { role: 'admin' }, token);
        await ask({ method: 'PUT', path: `/api/users/${id}`, body: { role: 'user' } }, admin);
        return tokenOf(json.url);
      },
    ],
    [
      'of an administrator who is suspended',
      async () => {
        const { id, token } = await newcomer({ role: 'admin' });
        const { json } = await post(INVITATIONS, {}, token);
        await ask({ method: 'PUT', path: `/api/users/${id}`, body: { suspended: true } }, admin);
        return tokenOf(json.url);
      },
    ],
    [
      'of an administrator whose password was reset',
      async () => {
        const { id, token } = await newcomer({ role: 'admin' });
        const { json } = await post(INVITATIONS, {}, token);
        await post('/api/auth/reset-password', { user_id: id, new_password: 'Renewed-77' });
        return tokenOf(json.url);
      },
    ],
  ])('that is %s has one answer', async (_, linkTokenOf) => {
    const token = await linkTokenOf();
    const answer = await accept({ token, username: fresh(), password: PASSWORD });
    expect([answer.status, answer.json]).toEqual([404, apiError('unknown_link').body]);
  });

  test('needs a recent sign-in of an administrator', async () => {
    const { id, token } = await newcomer({ role: 'admin' });
    await service.query("UPDATE issued_tokens SET issued_at = now() - interval '1 day' WHERE user_id = $1", [id]);
    expect((await post(INVITATIONS, {}, token)).json.code).toBe('recent_sign_in_required');
    expect((await post(`/api/users/${id}/reset-link`, {}, token)).json.code).toBe('recent_sign_in_required');
    expect((await post(INVITATIONS, { current_password: PASSWORD }, token)).status).toBe(201);
  });
});

describe('a reset link', () => {
  test('sets the password, signs in, and ends every token, key and older link', async () => {
    const person = await newcomer();
    const { json: made } = await post('/api/auth/keys', { name: 'client' }, person.token);
    const [older, link] = [await resetLinkOf(person.id), await resetLinkOf(person.id)];
    expect((await accept({ token: older, password: 'Renewed-77' })).status).toBe(404);
    expect(await meOf(person.token)).toBe(200);
    const accepted = await accept({ token: link, password: 'Renewed-77' });
    expect(accepted.status, accepted.text).toBe(200);
    expect(accepted.json.user.id).toBe(person.id);
    expect(await meOf(accepted.json.token)).toBe(200);
    expect(await meOf(person.token)).toBe(401);
    expect((await ask({ path: '/api/auth/verify' }, made.key)).status).toBe(401);
    expect((await accept({ token: link, password: 'Renewed-78' })).status).toBe(404);
    await signIn({ username: person.username, password: 'Renewed-77' });
    expect((await eventsOf(person.id)).slice(0, 4)).toEqual([
      'login',
      'password_reset',
      'reset_link_create',
      'reset_link_create',
    ]);
  });

  test.each([
    [
      'a change of the password',
      (id: string, token: string) =>
        post('/api/auth/change-password', { current_password: PASSWORD, new_password: `Changed-${id.length}` }, token),
    ],
    ['another reset', (id: string) => post('/api/auth/reset-password', { user_id: id, new_password: 'Renewed-77' })],
    ['the end of the account', (id: string) => ask({ method: 'DELETE', path: `/api/users/${id}` }, admin)],
  ])('ends with %s', async (_, happen) => {
    const { id, token } = await newcomer();
    const link = await resetLinkOf(id);
    expect((await happen(id, token)).status).toBeLessThan(300);
    expect((await accept({ token: link, password: 'Renewed-78' })).status).toBe(404);
  });

  test('names no account, and does not open one that is suspended, before it is reinstated', async () => {
    const { id, username } = await newcomer();
    const link = await resetLinkOf(id);
    expect((await accept({ token: link, username, password: 'Renewed-77' })).status).toBe(400);
    const suspend = (suspended: boolean) =>
      ask({ method: 'PUT', path: `/api/users/${id}`, body: { suspended } }, admin);
    await suspend(true);
    expect((await accept({ token: link, password: 'Renewed-77' })).json.code).toBe('suspended');
    await suspend(false);
    expect((await accept({ token: link, password: 'Renewed-77' })).status).toBe(200);
  });

  test('asks for the second factor, and only success uses the link up', async () => {
    const { id, token } = await newcomer();
    const { json: setup } = await post('/api/auth/second-factor', {}, token);
    await post('/api/auth/second-factor/confirm', { code: codeOf(setup.secret) }, token);
    await service.query("UPDATE second_factors SET used_steps = '{}' WHERE user_id = $1", [id]);
    const link = await resetLinkOf(id);
    for (const otp of [undefined, wrongCodeOf(setup.secret)]) {
      const refused = await accept({ token: link, password: 'Renewed-77', ...(otp && { otp }) });
      expect([refused.status, refused.json.code]).toEqual([401, 'second_factor_required']);
      expect(refused.headers['x-auth-second-factor']).toBe('required');
    }
    expect(await meOf(token)).toBe(200);
    expect((await accept({ token: link, password: 'Renewed-77', otp: codeOf(setup.secret) })).status).toBe(200);
    const [{ wrong_codes: wrong } = {}] = await service.query<{ wrong_codes?: number }>(
      'SELECT wrong_codes FROM users WHERE id = $1 AND has_second_factor',
      [id],
    );
    expect(wrong).toBe(0);
  });

  test('takes ten wrong codes of an account, from wherever they come', async () => {
    const { id, token } = await newcomer();
    const { json: setup } = await post('/api/auth/second-factor', {}, token);
    await post('/api/auth/second-factor/confirm', { code: codeOf(setup.secret) }, token);
    const link = await resetLinkOf(id);
    const guess = () => accept({ token: link, password: 'Renewed-77', otp: wrongCodeOf(setup.secret) });
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(401);
    expect((await guess()).json.code).toBe('too_many_codes');
  });

  test('used fifty times at once sets one password (attack 78)', async () => {
    const { id } = await newcomer();
    const link = await resetLinkOf(id);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        accept({ token: link, password: `Renewed-${n}` }, n % 2 ? service : replica),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(404)]);
    expect((await eventsOf(id)).filter((event) => event === 'password_reset')).toHaveLength(1);
  });
});

test('no token of a link is in the log, the audit log, the metrics or the database (attack 79)', async () => {
  const { id } = await newcomer();
  const tokens = [(await invite()).linkToken, await resetLinkOf(id)];
  for (const token of tokens) {
    await accept({ token, username: 'no', password: 'weak' });
    await accept({ token, password: 'Renewed-77', username: fresh() });
  }
  const tables = ['audit_events', 'links', 'users'].map((name) => service.query(`SELECT * FROM ${name}`));
  const traces = [
    service.logged(),
    JSON.stringify(await Promise.all(tables)),
    (await ask({ path: '/metrics' })).text,
    (await ask({ path: INVITATIONS }, admin)).text,
  ];
  for (const token of tokens) for (const trace of traces) expect(trace).not.toContain(token);
});

test('in single-user mode nobody is invited, and a reset link is for the default administrator', async () => {
  const { id } = await newcomer();
  const [invitation, link] = [(await invite()).linkToken, await resetLinkOf(id)];
  const single = await startTestService({ DATABASE_URL: service.databaseUrl, SINGLE_USER_MODE: 'true' });
  try {
    const answers = [
      await accept({ token: invitation, username: fresh(), password: PASSWORD }, single),
      await accept({ token: link, password: 'Renewed-77' }, single),
    ];
    for (const { status, json } of answers) expect([status, json.code]).toEqual([403, 'single_user_mode']);
  } finally {
    await single.close();
  }
});

test('links are used as often from one address as accounts are registered', async () => {
  const headers = { 'x-forwarded-for': anAddress() };
  const use = () => accept({ token: 'unknown', password: PASSWORD }, service, headers);
  const answers = await Promise.all(Array.from({ length: 105 }, use));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});
