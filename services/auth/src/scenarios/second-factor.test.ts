import type { SecondFactorSetup, Session } from '@ownvoice/shared/contract';
import { type HttpRequest, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, wrongCodeOf } from '../testing/authenticator-app.js';
import { ADMIN, SECRET, startTestService, type TestService } from '../testing/test-service.js';
import { anAddress, PASSWORD } from '../testing/world.js';

const PATH = '/api/auth/second-factor';

/** Two replicas on one database. */
let service: TestService;
let replica: TestService;
let admin: string;
beforeAll(async () => {
  service = await startTestService({ LOGIN_LIMIT_STORE: 'postgres' });
  replica = await startTestService({ LOGIN_LIMIT_STORE: 'postgres', DATABASE_URL: service.databaseUrl });
  admin = ((await login(ADMIN)).json as Session).token;
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

interface Asked extends HttpRequest {
  readonly token?: string | undefined;
  readonly from?: string;
  readonly at?: TestService;
}
const ask = ({ token, from = anAddress(), at = service, ...request }: Asked) =>
  send(at.base, {
    ...request,
    headers: { 'x-forwarded-for': from, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
const login = (body: object, from?: string, at?: TestService) =>
  ask({ method: 'POST', path: '/api/auth/login', body, ...(from && { from }), ...(at && { at }) });

let people = 0;
async function newcomer(at?: TestService) {
  const username = `person-${++people}`;
  const body = { username, password: PASSWORD };
  const { json } = await ask({ method: 'POST', path: '/api/auth/register', body, ...(at && { at }) });
  return { credentials: body, session: json as Session };
}
const begin = async (token: string, body?: object) => ask({ method: 'POST', path: PATH, token, body });
const confirm = (token: string, code: string, from?: string) =>
  ask({ method: 'POST', path: `${PATH}/confirm`, token, body: { code }, ...(from && { from }) });
const disable = (token: string, body?: object, from?: string) =>
  ask({ method: 'DELETE', path: PATH, token, body, ...(from && { from }) });
const statusOf = async (token: string) => (await ask({ path: PATH, token })).json;
const age = (userId: string) =>
  service.query("UPDATE issued_tokens SET issued_at = now() - interval '1 day' WHERE user_id = $1", [userId]);
const events = (userId: string) =>
  service.query<{ event: string; outcome: string; reason: string | null }>(
    'SELECT event, outcome, reason FROM audit_events WHERE user_id = $1 ORDER BY id',
    [userId],
  );

/** Somebody whose second factor is in force, and none of its codes used. */
async function protectedPerson() {
  const person = await newcomer();
  const setup = (await begin(person.session.token)).json as SecondFactorSetup;
  const confirmed = await confirm(person.session.token, codeOf(setup.secret));
  expect(confirmed.status, confirmed.text).toBe(204);
  await service.query("UPDATE second_factors SET used_steps = '{}' WHERE user_id = $1", [person.session.user.id]);
  return { ...person, ...setup };
}

describe('a second factor', () => {
  test('is in force once it is confirmed, and ends no session', async () => {
    const { credentials, session } = await newcomer();
    expect(await statusOf(session.token)).toEqual({ enabled: false, recovery_codes_left: 0 });
    const { status, json } = await begin(session.token);
    expect(status).toBe(200);
    const setup = json as SecondFactorSetup;
    expect(setup).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: expect.stringContaining(`otpauth://totp/Ownvoice:${credentials.username}?`),
      recovery_codes: expect.any(Array),
    });
    expect(setup.recovery_codes).toHaveLength(10);
    expect(await statusOf(session.token)).toEqual({ enabled: false, recovery_codes_left: 0 });
    expect((await login(credentials)).status).toBe(200);
    expect((await confirm(session.token, wrongCodeOf(setup.secret))).status).toBe(403);
    expect((await confirm(session.token, codeOf(setup.secret))).status).toBe(204);
    expect(await statusOf(session.token)).toEqual({ enabled: true, recovery_codes_left: 10 });
    const refused = await login(credentials);
    expect(refused).toMatchObject({
      status: 401,
      json: { code: 'second_factor_required' },
    });
    expect(refused.headers['x-auth-second-factor']).toBe('required');
  });

  test('that is pending is replaced by a second set-up', async () => {
    const { session } = await newcomer();
    const first = (await begin(session.token)).json as SecondFactorSetup;
    const second = (await begin(session.token)).json as SecondFactorSetup;
    expect((await confirm(session.token, codeOf(first.secret))).status).toBe(403);
    expect((await confirm(session.token, codeOf(second.secret))).status).toBe(204);
    const { username } = session.user;
    const [old = ''] = first.recovery_codes;
    expect((await login({ username, password: PASSWORD, otp: old })).status).toBe(401);
  });

  test('is set up again and again a hundred times in fifteen minutes, each with a row of the audit log', async () => {
    const { session } = await newcomer();
    const atOnce = (length: number) => Promise.all(Array.from({ length }, () => begin(session.token)));
    const responses = [];
    // All change one row: a hundred at once would wait for its lock until a busy machine gives up.
    for (let batch = 0; batch < 9; batch += 1) responses.push(...(await atOnce(10)));
    responses.push(...(await atOnce(20)));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await events(session.user.id)).filter(({ event }) => event === 'second_factor_setup')).toHaveLength(100);
  });

  test('is a 409 when it is on already, and a confirmation without one is a 400', async () => {
    const { session } = await protectedPerson();
    expect((await begin(session.token)).status).toBe(409);
    expect((await confirm(session.token, '000000')).status).toBe(400);
    const other = await newcomer();
    expect((await confirm(other.session.token, '000000')).status).toBe(400);
  });

  test('is not confirmed by a recovery code', async () => {
    const { session } = await newcomer();
    const { recovery_codes } = (await begin(session.token)).json as SecondFactorSetup;
    expect((await confirm(session.token, recovery_codes[0] ?? '')).status).toBe(403);
    expect(await statusOf(session.token)).toMatchObject({ enabled: false });
  });

  test('needs a recent sign-in or the password to be set up', async () => {
    const { session } = await newcomer();
    await age(session.user.id);
    expect((await begin(session.token)).status).toBe(403);
    expect((await begin(session.token, { current_password: 'Guessed-1' })).status).toBe(403);
    expect((await begin(session.token, { current_password: PASSWORD })).status).toBe(200);
  });

  test('does not ask who has none for anything, and ignores what they send', async () => {
    const { credentials } = await newcomer();
    for (const otp of ['000000', '', 'anything']) expect((await login({ ...credentials, otp })).status, otp).toBe(200);
    expect((await login({ ...credentials, otp: 123_456 })).status).toBe(400);
    expect((await login({ ...credentials, otp: null })).status).toBe(400);
  });

  test('a second factor is deleted with its account', async () => {
    const { session } = await protectedPerson();
    const { id } = session.user;
    expect((await ask({ method: 'DELETE', path: `/api/users/${id}`, token: admin })).status).toBe(204);
    for (const table of ['second_factors', 'recovery_codes'])
      expect(await service.query(`SELECT FROM ${table} WHERE user_id = $1`, [id])).toEqual([]);
  });

  test('stays at a reset and at a change of the password', async () => {
    const { credentials, secret, session } = await protectedPerson();
    const { username } = credentials;
    const change = { current_password: PASSWORD, new_password: 'Changed-1' };
    const changed = await ask({
      method: 'POST',
      path: '/api/auth/change-password',
      token: session.token,
      body: change,
    });
    expect(changed.status).toBe(200);
    expect((await login({ username, password: 'Changed-1' })).status).toBe(401);
    const reset = { user_id: session.user.id, new_password: 'Restored-1' };
    await ask({ method: 'POST', path: '/api/auth/reset-password', token: admin, body: reset });
    expect((await login({ username, password: 'Restored-1' })).status).toBe(401);
    expect((await login({ username, password: 'Restored-1', otp: codeOf(secret) })).status).toBe(200);
  });
});

describe('a time-based code', () => {
  test('signs in with the password, now and one step early, in any spelling', async () => {
    const { credentials, secret } = await protectedPerson();
    const now = codeOf(secret);
    expect((await login({ ...credentials, otp: `${now.slice(0, 3)} ${now.slice(3)}` })).status).toBe(200);
    expect((await login({ ...credentials, otp: codeOf(secret, 1) })).status).toBe(200);
    expect((await login({ ...credentials, otp: wrongCodeOf(secret) })).status).toBe(401);
  });

  test('works once: not again after it confirmed the second factor or signed in', async () => {
    const { credentials, session } = await newcomer();
    const { secret } = (await begin(session.token)).json as SecondFactorSetup;
    const code = codeOf(secret);
    expect((await confirm(session.token, code)).status).toBe(204);
    expect((await login({ ...credentials, otp: code })).status).toBe(401);
    const next = codeOf(secret, 1);
    expect((await login({ ...credentials, otp: next })).status).toBe(200);
    expect((await login({ ...credentials, otp: next })).status).toBe(401);
  });

  // ASVS 6.5.1–6.5.3
  test('a time-based code works once of fifty at once, on two replicas', async () => {
    const { credentials, secret } = await protectedPerson();
    const otp = codeOf(secret);
    const logins = Array.from({ length: 50 }, (_, i) =>
      login({ ...credentials, otp }, anAddress(), i % 2 === 0 ? service : replica),
    );
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // A busy machine may keep one waiting for the user's row until it is a 503.
    expect(statuses.filter((status) => status === 401 || status === 503)).toHaveLength(49);
  });

  test('is told apart from a wrong password only by who knows the password', async () => {
    const { credentials, secret } = await protectedPerson();
    const wrong = await login({ ...credentials, password: 'Wrong7Horse', otp: codeOf(secret) });
    const unknown = await login({ username: 'nobody-at-all', password: 'Wrong7Horse', otp: '000000' });
    expect(wrong.json).toEqual(unknown.json);
    expect(wrong.headers['x-auth-second-factor']).toBeUndefined();
    // The code was not used up by a wrong password.
    expect((await login({ ...credentials, otp: codeOf(secret) })).status).toBe(200);
  });
});

describe('a recovery code', () => {
  test('signs in once, on any replica', async () => {
    const { credentials, recovery_codes, session } = await protectedPerson();
    const [first = '', second = ''] = recovery_codes;
    const logins = Array.from({ length: 10 }, (_, i) =>
      login({ ...credentials, otp: first }, anAddress(), i % 2 === 0 ? service : replica),
    );
    const statuses = (await Promise.all(logins)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await statusOf(session.token)).toEqual({ enabled: true, recovery_codes_left: 9 });
    expect((await login({ ...credentials, otp: second.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    expect(await statusOf(session.token)).toEqual({ enabled: true, recovery_codes_left: 8 });
  });

  test('of one account does not open another', async () => {
    const one = await protectedPerson();
    const two = await protectedPerson();
    expect((await login({ ...two.credentials, otp: one.recovery_codes[0] })).status).toBe(401);
  });
});

describe('new recovery codes', () => {
  const renew = (token: string, body: object) => ask({ method: 'POST', path: `${PATH}/recovery-codes`, token, body });

  test('replace the old ones and leave the second factor on, for a code or one of the old ones', async () => {
    const { credentials, session, secret, recovery_codes } = await protectedPerson();
    const [old = '', spent = ''] = recovery_codes;
    const first = await renew(session.token, { code: codeOf(secret) });
    expect(first).toMatchObject({ status: 200, json: { recovery_codes: { length: 10 } } });
    const second = (await renew(session.token, {
      code: (first.json as SecondFactorSetup).recovery_codes[0],
    })) as { json: SecondFactorSetup };
    expect(await statusOf(session.token)).toEqual({ enabled: true, recovery_codes_left: 10 });
    for (const otp of [old, spent]) expect((await login({ ...credentials, otp })).status).toBe(401);
    expect((await login({ ...credentials, otp: second.json.recovery_codes[9] })).status).toBe(200);
    expect(await events(session.user.id)).toContainEqual({
      event: 'recovery_codes_renew',
      outcome: 'success',
      reason: null,
    });
  });

  test('are for nobody with a token and a password alone, and wrong codes are counted by account', async () => {
    const { credentials, session, secret } = await protectedPerson();
    expect(await renew(session.token, {})).toMatchObject({ status: 403, json: { code: 'factor_required' } });
    expect((await renew(session.token, { current_password: PASSWORD })).status).toBe(403);
    for (let i = 0; i < 10; i++)
      expect((await renew(session.token, { code: wrongCodeOf(secret) })).status, String(i)).toBe(403);
    expect((await renew(session.token, { code: codeOf(secret) })).status).toBe(429);
    expect((await login({ ...credentials, otp: codeOf(secret) })).status).toBe(429);
    const other = await newcomer();
    expect((await renew(other.session.token, { code: '000000' })).status).toBe(404);
  });
});

describe('failures with a right password', () => {
  test('without a code are neither counted nor a reset', async () => {
    const { credentials, secret } = await protectedPerson();
    const from = anAddress();
    for (let i = 0; i < 4; i++) await login({ username: 'nobody', password: 'Wrong7Horse' }, from);
    for (let i = 0; i < 8; i++) expect((await login(credentials, from)).status).toBe(401);
    expect((await login({ username: 'nobody', password: 'Wrong7Horse' }, from)).status).toBe(401);
    expect((await login({ ...credentials, otp: codeOf(secret) }, from)).status).toBe(429);
  });

  test('with a wrong code are counted like a wrong password, and a right one resets', async () => {
    const { credentials, secret } = await protectedPerson();
    const from = anAddress();
    const otp = wrongCodeOf(secret);
    for (let i = 0; i < 4; i++) expect((await login({ ...credentials, otp }, from)).status).toBe(401);
    expect((await login({ ...credentials, otp: codeOf(secret) }, from)).status).toBe(200);
    for (let i = 0; i < 5; i++) expect((await login({ ...credentials, otp }, from)).status).toBe(401);
    const locked = await login({ ...credentials, otp: codeOf(secret, 1) }, from);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('at confirming and at turning off are bounded as well, and a right code there resets nothing', async () => {
    const { session } = await newcomer();
    const from = anAddress();
    const { secret } = (await begin(session.token)).json as SecondFactorSetup;
    const wrong = wrongCodeOf(secret);
    for (let i = 0; i < 4; i++) expect((await confirm(session.token, wrong, from)).status).toBe(403);
    expect((await confirm(session.token, codeOf(secret), from)).status).toBe(204);
    expect((await disable(session.token, { code: wrong }, from)).status).toBe(403);
    expect((await disable(session.token, { code: codeOf(secret, 1) }, from)).status).toBe(429);
    expect((await login({ username: session.user.username, password: PASSWORD }, from)).status).toBe(429);
  });
});

describe('wrong codes of one account', () => {
  const pausedUntil = (userId: string, until: string) =>
    service.query(`UPDATE users SET codes_paused_until = now() + interval '${until}' WHERE id = $1`, [userId]);

  test('from 200 networks, at two replicas, are ten and then 429, also for the right one (attack 87)', async () => {
    const { credentials, secret, session } = await protectedPerson();
    const otp = wrongCodeOf(secret);
    const logins = Array.from({ length: 200 }, (_, i) =>
      login({ ...credentials, otp }, anAddress(), i % 2 === 0 ? service : replica),
    );
    const responses = await Promise.all(logins);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    // A busy machine may keep one waiting for the user's row until it is a 503.
    expect(statuses.filter((status) => status === 429 || status === 503)).toHaveLength(190);
    const paused = await login({ ...credentials, otp: codeOf(secret) });
    expect(paused).toMatchObject({ status: 429, json: { code: 'too_many_codes' } });
    expect(Number(paused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await events(session.user.id)).toContainEqual({
      event: 'lockout',
      outcome: 'failure',
      reason: 'too_many_codes',
    });
    // Without a code nobody guesses one; with a wrong password nothing is hashed.
    expect((await login(credentials)).status).toBe(401);
    expect((await login({ ...credentials, password: 'Wrong7Horse', otp })).status).toBe(429);
    expect((await disable(session.token, { code: codeOf(secret) })).status).toBe(429);
  });

  test('after a pause are one, and the next pause is twice as long; a right one ends it', async () => {
    const { credentials, secret, session } = await protectedPerson();
    const otp = wrongCodeOf(secret);
    for (let i = 0; i < 10; i++) expect((await login({ ...credentials, otp })).status).toBe(401);
    for (const seconds of [120, 240]) {
      await pausedUntil(session.user.id, '-1 second');
      expect((await login({ ...credentials, otp })).status).toBe(401);
      const paused = await login({ ...credentials, otp });
      expect(paused.status).toBe(429);
      expect(Number(paused.headers['retry-after'])).toBeGreaterThan(seconds / 2);
      expect(Number(paused.headers['retry-after'])).toBeLessThanOrEqual(seconds);
    }
    await pausedUntil(session.user.id, '-1 second');
    expect((await login({ ...credentials, otp: codeOf(secret) })).status).toBe(200);
    for (let i = 0; i < 9; i++) expect((await login({ ...credentials, otp })).status).toBe(401);
    expect((await login({ ...credentials, otp: codeOf(secret, 1) })).status).toBe(200);
  });

  test('pause nobody for more than an hour, not even after the clock was set back', async () => {
    const { credentials, secret, session } = await protectedPerson();
    await pausedUntil(session.user.id, '1 year');
    expect((await login({ ...credentials, otp: codeOf(secret) })).status).toBe(200);
  });
});

describe('turning off', () => {
  test('needs a code or a recovery code, whatever else a token comes with (attack 86)', async () => {
    const proofs = (one: Awaited<ReturnType<typeof protectedPerson>>) => [
      { code: codeOf(one.secret) },
      { code: one.recovery_codes[0] },
    ];
    for (const i of [0, 1]) {
      const person = await protectedPerson();
      const { session } = person;
      expect(await disable(session.token)).toMatchObject({ status: 403, json: { code: 'factor_required' } });
      expect((await disable(session.token, { current_password: PASSWORD })).status).toBe(403);
      await age(session.user.id);
      expect((await disable(session.token)).status).toBe(403);
      expect((await disable(session.token, { current_password: 'Guessed-1' })).status).toBe(403);
      expect((await disable(session.token, { code: wrongCodeOf(person.secret) })).status).toBe(403);
      expect((await disable(session.token, { code: '' })).status).toBe(403);
      expect((await disable(session.token, proofs(person)[i])).status).toBe(204);
      expect((await disable(session.token)).status).toBe(404);
      expect((await login(person.credentials)).status).toBe(200);
    }
  });

  test('checks everything that was sent', async () => {
    const { session, secret } = await protectedPerson();
    const code = codeOf(secret);
    expect((await disable(session.token, { current_password: 'Guessed-1', code })).status).toBe(403);
    expect((await disable(session.token, { current_password: PASSWORD, code: wrongCodeOf(secret) })).status).toBe(403);
    expect((await disable(session.token, { current_password: PASSWORD, code })).status).toBe(204);
  });

  // ASVS 6.5.6
  test('for somebody else is for administrators, after a recent sign-in', async () => {
    const { credentials, session } = await protectedPerson();
    const remove = (id: string, token: string) =>
      ask({ method: 'DELETE', path: `/api/users/${id}/second-factor`, token });
    await service.query("UPDATE issued_tokens SET issued_at = now() - interval '1 day'");
    expect((await remove(session.user.id, session.token)).status).toBe(403);
    expect((await remove(session.user.id, admin)).status).toBe(403);
    admin = ((await login(ADMIN)).json as Session).token;
    expect((await remove(session.user.id, admin)).status).toBe(204);
    expect((await remove(session.user.id, admin)).status).toBe(404);
    expect((await remove('nonsense', admin)).status).toBe(404);
    expect((await login(credentials)).status).toBe(200);
    expect((await events(session.user.id)).filter(({ event }) => event === 'second_factor_disable')).toEqual([
      { event: 'second_factor_disable', outcome: 'success', reason: null },
    ]);
  });
});

describe('the audit trail and the log', () => {
  test('tell of set-up, confirmation, wrong codes, challenges, recovery codes and turning off, and hold no secret', async () => {
    const { credentials, session } = await newcomer();
    const { secret, recovery_codes } = (await begin(session.token)).json as SecondFactorSetup;
    const [recovery = ''] = recovery_codes;
    const wrong = wrongCodeOf(secret);
    await confirm(session.token, wrong);
    await confirm(session.token, codeOf(secret));
    await login(credentials);
    await login({ ...credentials, otp: wrong });
    const otp = codeOf(secret, 1);
    await login({ ...credentials, otp });
    await login({ ...credentials, otp });
    await login({ ...credentials, otp: recovery });
    await disable(session.token, { code: recovery_codes[1] });
    const success = { outcome: 'success', reason: null };
    const failure = (event: string, reason: string) => ({ event, outcome: 'failure', reason });
    expect(await events(session.user.id)).toEqual([
      { event: 'register', ...success },
      { event: 'second_factor_setup', ...success },
      failure('second_factor_enable', 'wrong_code'),
      { event: 'second_factor_enable', ...success },
      { event: 'second_factor_challenge', ...success },
      failure('login', 'wrong_code'),
      { event: 'login', ...success },
      failure('login', 'code_used_before'),
      { event: 'recovery_code_use', outcome: 'success', reason: 'recovery_codes_left 9' },
      { event: 'login', ...success },
      { event: 'second_factor_disable', ...success },
    ]);
    const stored = JSON.stringify(await service.query('SELECT * FROM audit_events'));
    for (const text of [service.logged(), stored])
      for (const canary of [secret, recovery, recovery.replaceAll('-', '')]) expect(text).not.toContain(canary);
  });

  // ASVS 6.5.1–6.5.3
  test('have secret and recovery codes in no readable form in the database', async () => {
    const { secret, recovery_codes, session } = await protectedPerson();
    const rows = await service.query<{ sealed_secret: Buffer; code_hash: string }>(
      'SELECT sealed_secret, code_hash FROM second_factors JOIN recovery_codes USING (user_id) WHERE user_id = $1',
      [session.user.id],
    );
    expect(rows).toHaveLength(10);
    const stored = rows.map((row) => `${row.sealed_secret.toString('latin1')} ${row.code_hash}`).join();
    for (const canary of [secret, ...recovery_codes]) expect(stored).not.toContain(canary);
  });
});

describe('a change of', () => {
  const withSettings = async (settings: Record<string, string>, work: (changed: TestService) => Promise<void>) => {
    const changed = await startTestService({ DATABASE_URL: service.databaseUrl, ...settings });
    await work(changed).finally(() => changed.close());
  };

  test('a change of JWT_SECRET leaves time-based and recovery codes in force', async () => {
    const { credentials, secret, recovery_codes } = await protectedPerson();
    await withSettings({ JWT_SECRET: `${SECRET}-changed` }, async (changed) => {
      expect((await login({ ...credentials, otp: codeOf(secret) }, undefined, changed)).status).toBe(200);
      expect((await login({ ...credentials, otp: recovery_codes[0] }, undefined, changed)).status).toBe(200);
    });
  });

  test('a change of DATA_KEY leaves only recovery codes in force', async () => {
    const { credentials, secret, recovery_codes } = await protectedPerson();
    await withSettings({ DATA_KEY: `${SECRET}-another` }, async (changed) => {
      expect((await login({ ...credentials, otp: codeOf(secret) }, undefined, changed)).status).toBe(401);
      expect(changed.logged()).toContain('data_key_changed');
      expect((await login({ ...credentials, otp: recovery_codes[0] }, undefined, changed)).status).toBe(200);
    });
  });
});

describe('REQUIRE_SECOND_FACTOR=admin', () => {
  let strict: TestService;
  let token: string;
  let id: string;
  beforeAll(async () => {
    strict = await startTestService({ REQUIRE_SECOND_FACTOR: 'admin' });
    const { json } = await login(ADMIN, undefined, strict);
    ({ token } = json as Session);
    ({ id } = (json as Session).user);
  });
  afterAll(() => strict.close());
  const at = (method: string, path: string, body?: unknown) => ask({ method, path, token, body, at: strict });

  // ASVS 6.3.3
  test('leaves an administrator without one /me, logout, change-password and the second-factor routes', async () => {
    const closed: readonly (readonly [method: string, path: string, body?: object])[] = [
      ['GET', '/api/users/'],
      ['GET', '/api/users/stats'],
      ['GET', '/api/users/audit'],
      ['POST', '/api/users/', { username: 'somebody', password: PASSWORD }],
      ['GET', `/api/users/${id}`],
      ['PUT', `/api/users/${id}`, { username: 'renamed' }],
      ['DELETE', `/api/users/${id}/second-factor`],
      ['GET', `/api/users/${id}/identities`],
      ['GET', '/api/auth/sessions'],
      ['POST', '/api/auth/reset-password', { user_id: id, new_password: 'Restored-1' }],
    ];
    for (const [method, path, body] of closed) {
      const { status, headers } = await at(method, path, body);
      expect([status, headers['x-auth-second-factor']], `${method} ${path}`).toEqual([403, 'setup']);
    }
    expect((await at('GET', '/api/auth/verify')).status).toBe(401);
    expect((await at('GET', '/api/auth/me')).status).toBe(200);
    expect((await at('GET', PATH)).status).toBe(200);
    expect((await at('POST', '/api/auth/change-password', { current_password: 'x', new_password: 'y' })).status).toBe(
      400,
    );
  });

  test('restricts no user who is no administrator, and begins with the role', async () => {
    const user = await newcomer(strict);
    const me = (path: string) => ask({ path, token: user.session.token, at: strict });
    expect((await me('/api/auth/verify')).status).toBe(204);
    await strict.query("UPDATE users SET role = 'admin' WHERE id = $1", [user.session.user.id]);
    const { json } = await login(user.credentials, undefined, strict);
    const promoted = (json as Session).token;
    const asAdmin = await ask({ path: '/api/users/stats', token: promoted, at: strict });
    expect(asAdmin.status).toBe(403);
    await strict.query("UPDATE users SET role = 'user' WHERE id = $1", [user.session.user.id]);
  });

  test('ends with the confirmation, for sessions that are open, and comes back when the second factor goes', async () => {
    const { secret, recovery_codes } = (await at('POST', PATH)).json as SecondFactorSetup;
    expect((await at('GET', '/api/users/stats')).status).toBe(403);
    expect((await at('POST', `${PATH}/confirm`, { code: codeOf(secret) })).status).toBe(204);
    expect((await at('GET', '/api/users/stats')).status).toBe(200);
    expect((await at('GET', '/api/auth/verify')).status).toBe(204);
    expect((await at('DELETE', `/api/users/${id}/second-factor`, { code: '000000' })).status).toBe(403);
    expect((await at('DELETE', PATH)).status).toBe(403);
    expect((await at('DELETE', PATH, { code: recovery_codes[0] })).status).toBe(204);
    expect((await at('GET', '/api/auth/verify')).status).toBe(401);
  });
});
