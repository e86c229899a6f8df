import { generateKeyPairSync } from 'node:crypto';
import type { Passkey, PasskeyList, SecondFactorSetup, Session } from '@ownvoice/shared/contract';
import { type HttpRequest, send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../testing/authenticator-app.js';
import { type Fault, SoftwareAuthenticator } from '../testing/software-authenticator.js';
import { ADMIN, startTestService, type TestService } from '../testing/test-service.js';
import { anAddress, PASSWORD } from '../testing/world.js';

const PATH = '/api/auth/passkeys';
const PUBLIC_URL = 'https://voice.example';
type Options = Record<string, unknown> & { challenge: string };

/** Two replicas on one database. */
let service: TestService;
let replica: TestService;
let admin: string;
beforeAll(async () => {
  service = await startTestService({ PUBLIC_URL });
  replica = await startTestService({ PUBLIC_URL, DATABASE_URL: service.databaseUrl });
  admin = ((await ask({ method: 'POST', path: '/api/auth/login', body: ADMIN })).json as Session).token;
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

interface Asked extends HttpRequest {
  readonly token?: string | undefined;
  readonly at?: TestService | undefined;
}
const ask = ({ token, at = service, ...request }: Asked) =>
  send(at.base, {
    ...request,
    headers: {
      'x-forwarded-for': anAddress(),
      host: 'evil.example',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });

let people = 0;
async function newcomer() {
  const body = { username: `person-${++people}`, password: PASSWORD };
  const { json } = await ask({ method: 'POST', path: '/api/auth/register', body });
  return { credentials: body, session: json as Session };
}
const creationOptions = async (token: string, body?: object) =>
  (await ask({ method: 'POST', path: `${PATH}/options`, token, body })).json as Options;
const add = (token: string, credential: object, name?: string) =>
  ask({ method: 'POST', path: PATH, token, body: { credential, ...(name !== undefined && { name }) } });
const requestOptions = async (at?: TestService) =>
  (await ask({ method: 'POST', path: `${PATH}/sign-in/options`, at })).json as Options;
const signIn = (credential: object, at?: TestService) =>
  ask({ method: 'POST', path: `${PATH}/sign-in`, body: { credential }, at });
const listed = async (token: string) => ((await ask({ path: PATH, token })).json as PasskeyList).passkeys;
const remove = (token: string, id: string, body?: object) =>
  ask({ method: 'DELETE', path: `${PATH}/${id}`, token, body });
const age = (userId: string) =>
  service.query("UPDATE issued_tokens SET issued_at = now() - interval '1 day' WHERE user_id = $1", [userId]);
const lastEvent = async (event: string) =>
  (
    await service.query<{ outcome: string; reason: string | null; user_id: string | null }>(
      'SELECT outcome, reason, user_id FROM audit_events WHERE event = $1 ORDER BY id DESC LIMIT 1',
      [event],
    )
  )[0];

/** Somebody with a passkey. */
async function withPasskey() {
  const person = await newcomer();
  const authenticator = new SoftwareAuthenticator(PUBLIC_URL);
  const { token } = person.session;
  const added = await add(token, authenticator.create(await creationOptions(token)), 'Laptop');
  expect(added.status, added.text).toBe(201);
  return { ...person, authenticator };
}

describe('a passkey as a proof', () => {
  const protect = async (token: string) => {
    const path = '/api/auth/second-factor';
    const body = { current_password: PASSWORD };
    const { secret } = (await ask({ method: 'POST', path, token, body })).json as SecondFactorSetup;
    await ask({ method: 'POST', path: `${path}/confirm`, token, body: { code: codeOf(secret) } });
  };
  const turnOff = (token: string, credential: object) =>
    ask({ method: 'DELETE', path: '/api/auth/second-factor', token, body: { credential } });

  test('turns the second factor of its owner off, once for each challenge, and nobody else’s', async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    await protect(owner.session.token);
    await protect(other.session.token);
    await age(owner.session.user.id);
    const response = owner.authenticator.get(await requestOptions());
    expect(await turnOff(other.session.token, response)).toMatchObject({
      status: 403,
      json: { code: 'factor_required' },
    });
    expect(
      (await turnOff(owner.session.token, owner.authenticator.get({ ...(await requestOptions()), challenge: 'AAAA' })))
        .status,
    ).toBe(403);
    expect((await turnOff(owner.session.token, response)).status).toBe(204);
    await protect(owner.session.token);
    expect((await turnOff(owner.session.token, response)).status).toBe(403);
  });
});

describe('adding a passkey', () => {
  test('asks for a discoverable credential that verifies its user, for the public address', async () => {
    const { session } = await newcomer();
    const options = await creationOptions(session.token);
    expect(options).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'voice.example', name: 'Ownvoice' },
      user: { id: Buffer.from(session.user.id).toString('base64url'), name: session.user.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: 300_000,
      excludeCredentials: [],
    });
  });

  test('lists it with its name, and does not ask the same authenticator again', async () => {
    const { session, authenticator } = await withPasskey();
    const expected: Passkey = {
      id: authenticator.id,
      name: 'Laptop',
      backed_up: true,
      created_at: expect.closeTo(Date.now(), -5),
      last_used_at: null,
    };
    expect(await listed(session.token)).toEqual([expected]);
    expect((await creationOptions(session.token)).excludeCredentials).toEqual([
      { id: authenticator.id, type: 'public-key', transports: ['hybrid', 'internal'] },
    ]);
    const other = await newcomer();
    expect(await listed(other.session.token)).toEqual([]);
    expect(await lastEvent('passkey_add')).toEqual({ outcome: 'success', reason: null, user_id: session.user.id });
  });

  test('cleans its name of what nobody sees', async () => {
    const { session } = await newcomer();
    const names = [
      ['  Key\u202e\u200b of\n\tAda ', 'Key of Ada'],
      ['\u200b', 'Passkey'],
    ];
    for (const [name = '', cleaned] of names) {
      const authenticator = new SoftwareAuthenticator(PUBLIC_URL);
      const added = await add(session.token, authenticator.create(await creationOptions(session.token)), name);
      expect(added.json).toMatchObject({ name: cleaned });
    }
  });

  test('is refused without an id', async () => {
    const { session } = await newcomer();
    const made = new SoftwareAuthenticator(PUBLIC_URL, 0).create(await creationOptions(session.token));
    expect((await add(session.token, { ...made, id: 'AA', rawId: 'AA' })).status).toBe(400);
    expect(await listed(session.token)).toEqual([]);
  });

  test('stops at fifty, also of those that were begun at once', async () => {
    const { session } = await newcomer();
    await service.query(
      `INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, backed_up)
        SELECT 'filler-' || i || $1, $1::uuid, 'Filler', '', 0, '{}', false FROM generate_series(1, 48) i`,
      [session.user.id],
    );
    const made = await Promise.all(
      Array.from({ length: 5 }, async () =>
        new SoftwareAuthenticator(PUBLIC_URL).create(await creationOptions(session.token)),
      ),
    );
    const statuses = (await Promise.all(made.map((one) => add(session.token, one)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 409, 409, 409]);
    expect((await ask({ method: 'POST', path: `${PATH}/options`, token: session.token })).status).toBe(409);
  });

  test('needs a recent sign-in or the password', async () => {
    const { session } = await newcomer();
    await age(session.user.id);
    const begin = (body?: object) => ask({ method: 'POST', path: `${PATH}/options`, token: session.token, body });
    expect((await begin()).status).toBe(403);
    expect((await begin({ current_password: 'Guessed-1' })).status).toBe(403);
    expect((await begin({ current_password: PASSWORD })).status).toBe(200);
  });

  test('takes a challenge once, within five minutes, from the user whom it was given to', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    const authenticator = new SoftwareAuthenticator(PUBLIC_URL);
    const options = await creationOptions(one.session.token);
    expect((await add(two.session.token, authenticator.create(options))).status).toBe(400);
    expect(
      (await add(one.session.token, authenticator.create(await requestOptions().then((o) => ({ ...options, ...o })))))
        .status,
    ).toBe(400);
    expect((await add(one.session.token, authenticator.create(options))).status).toBe(201);
    const again = new SoftwareAuthenticator(PUBLIC_URL);
    expect((await add(one.session.token, again.create(options))).status).toBe(400);
    const late = await creationOptions(one.session.token);
    await service.query("UPDATE passkey_challenges SET expires_at = now() - interval '1 second'");
    expect((await add(one.session.token, again.create(late))).status).toBe(400);
  });

  test.each<[what: string, fault: Fault]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a user who was not verified', { userVerified: false }],
    ['a page in a frame of another site', { crossOrigin: true }],
    ['the answer to a sign-in', { type: 'webauthn.get' }],
  ])('refuses %s', async (_what, fault) => {
    const { session } = await newcomer();
    const authenticator = new SoftwareAuthenticator(PUBLIC_URL);
    const answer = await add(session.token, authenticator.create(await creationOptions(session.token), fault));
    expect(answer).toMatchObject({ status: 400, json: { code: 'passkey_not_verified' } });
    expect(await lastEvent('passkey_add')).toMatchObject({ outcome: 'failure', reason: 'passkey_not_verified' });
  });

  test('is a 409 for a credential that is stored already', async () => {
    const { authenticator } = await withPasskey();
    const { session } = await newcomer();
    expect((await add(session.token, authenticator.create(await creationOptions(session.token)))).status).toBe(409);
  });
});

describe('signing in by passkey', () => {
  test('gives a session, on any replica, without a one-time code', async () => {
    const { session, authenticator } = await withPasskey();
    const { secret } = (await ask({ method: 'POST', path: '/api/auth/second-factor', token: session.token }))
      .json as SecondFactorSetup;
    const body = { code: codeOf(secret) };
    await ask({ method: 'POST', path: '/api/auth/second-factor/confirm', token: session.token, body });
    const options = await requestOptions();
    expect(options).toMatchObject({ rpId: 'voice.example', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const { status, json } = await signIn(authenticator.get(options), replica);
    expect(status).toBe(200);
    expect(json).toEqual({
      token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 604_800,
      user: session.user,
    });
    expect((await ask({ path: '/api/auth/me', token: (json as Session).token })).status).toBe(200);
    expect((await listed(session.token))[0]?.last_used_at).toBeCloseTo(Date.now(), -5);
    expect(await lastEvent('passkey_login')).toEqual({ outcome: 'success', reason: null, user_id: session.user.id });
  });

  // ASVS 6.7.2
  test('takes a challenge once, of twenty at once on two replicas', async () => {
    const { authenticator } = await withPasskey();
    const options = await requestOptions();
    const answers = Array.from({ length: 20 }, (_, i) =>
      signIn(authenticator.get(options), i % 2 === 0 ? service : replica),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(401)]);
  });

  test.each<[what: string, fault: Fault]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a user who was not verified', { userVerified: false }],
    ['a page in a frame of another site', { crossOrigin: true }],
    ['the answer to a creation', { type: 'webauthn.create' }],
    ['a challenge that is not ours', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another user’s handle', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['another key', { signedBy: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('refuses %s', async (_what, fault) => {
    const { authenticator, session } = await withPasskey();
    const answer = await signIn(authenticator.get(await requestOptions(), fault));
    expect(answer).toMatchObject({
      status: 401,
      json: { code: 'invalid_credentials' },
    });
    expect(await lastEvent('passkey_login')).toEqual({
      outcome: 'failure',
      reason: 'not_verified',
      user_id: session.user.id,
    });
  });

  test('refuses an unknown passkey with the same words', async () => {
    const { session } = await newcomer();
    const stranger = new SoftwareAuthenticator(PUBLIC_URL);
    stranger.create(await creationOptions(session.token));
    const answer = await signIn(stranger.get(await requestOptions()));
    expect(answer).toMatchObject({
      status: 401,
      json: { code: 'invalid_credentials' },
    });
  });

  test('refuses a signature counter that went back, and records it', async () => {
    const { authenticator, session } = await withPasskey();
    expect((await signIn(authenticator.get(await requestOptions(), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect((await signIn(authenticator.get(await requestOptions(), { counter }))).status).toBe(401);
    expect(await lastEvent('passkey_login')).toEqual({
      outcome: 'failure',
      reason: 'counter_went_back',
      user_id: session.user.id,
    });
    expect((await signIn(authenticator.get(await requestOptions(), { counter: 8 }))).status).toBe(200);
  });

  test('works again and again for an authenticator that does not count', async () => {
    const { authenticator } = await withPasskey();
    for (let i = 0; i < 2; i++)
      expect((await signIn(authenticator.get(await requestOptions(), { counter: 0 }))).status).toBe(200);
  });

  test('is for the default administrator alone in single-user mode', async () => {
    const { authenticator } = await withPasskey();
    const chief = new SoftwareAuthenticator(PUBLIC_URL);
    expect((await add(admin, chief.create(await creationOptions(admin)))).status).toBe(201);
    const single = await startTestService({ PUBLIC_URL, DATABASE_URL: service.databaseUrl, SINGLE_USER_MODE: 'true' });
    try {
      expect((await signIn(authenticator.get(await requestOptions(single)), single)).status).toBe(403);
      expect((await signIn(chief.get(await requestOptions(single)), single)).status).toBe(200);
    } finally {
      await single.close();
    }
  });

  test('takes what no browser sends without harm', async () => {
    const { authenticator } = await withPasskey();
    const good = authenticator.get(await requestOptions());
    const texts = ['', 'A', '%%%', 'e30', 'bnVsbA', 'A'.repeat(65_537), 'A'.repeat(200_000)];
    for (const text of texts)
      for (const field of ['clientDataJSON', 'authenticatorData', 'signature']) {
        const { status } = await signIn({ ...good, response: { ...good.response, [field]: text } });
        expect([400, 401], `${field} ${text.slice(0, 9)}`).toContain(status);
      }
    expect((await signIn({ ...good, type: 'password' })).status).toBe(400);
  });
});

describe('a suspended account', () => {
  test('is opened by no passkey', async () => {
    const { session, authenticator } = await withPasskey();
    const body = { suspended: true };
    expect((await ask({ method: 'PUT', path: `/api/users/${session.user.id}`, token: admin, body })).status).toBe(200);
    const refused = await signIn(authenticator.get(await requestOptions()));
    expect(refused).toMatchObject({ status: 403, json: { code: 'suspended' } });
    expect(await lastEvent('passkey_login')).toMatchObject({ outcome: 'failure', reason: 'suspended' });
  });
});

describe('removing passkeys', () => {
  test('needs a recent sign-in or the password, and works on one’s own only', async () => {
    const { session, authenticator } = await withPasskey();
    const other = await newcomer();
    expect((await remove(other.session.token, authenticator.id)).status).toBe(404);
    await age(session.user.id);
    expect((await remove(session.token, authenticator.id)).status).toBe(403);
    expect((await remove(session.token, authenticator.id, { current_password: PASSWORD })).status).toBe(204);
    expect(await listed(session.token)).toEqual([]);
    expect((await signIn(authenticator.get(await requestOptions()))).status).toBe(401);
  });

  test('is a 409 for the only way to sign in', async () => {
    const { session, authenticator } = await withPasskey();
    await service.query('UPDATE users SET password_hash = NULL WHERE id = $1', [session.user.id]);
    expect((await remove(session.token, authenticator.id)).status).toBe(409);
    expect(await listed(session.token)).toHaveLength(1);
    const another = new SoftwareAuthenticator(PUBLIC_URL);
    expect((await add(session.token, another.create(await creationOptions(session.token)))).status).toBe(201);
    expect((await remove(session.token, authenticator.id)).status).toBe(204);
  });

  test('of somebody else is for administrators', async () => {
    const { session, authenticator } = await withPasskey();
    const path = `/api/users/${session.user.id}/passkeys`;
    expect((await ask({ method: 'DELETE', path, token: session.token })).status).toBe(403);
    expect((await ask({ method: 'DELETE', path, token: admin })).status).toBe(204);
    expect((await ask({ method: 'DELETE', path, token: admin })).status).toBe(404);
    expect((await signIn(authenticator.get(await requestOptions()))).status).toBe(401);
    expect(await lastEvent('passkey_remove')).toMatchObject({ outcome: 'success', reason: 'passkeys 1' });
  });

  test('comes with a reset of the password by an administrator, and with deletion', async () => {
    const one = await withPasskey();
    const body = { user_id: one.session.user.id, new_password: 'Restored-1' };
    expect((await ask({ method: 'POST', path: '/api/auth/reset-password', token: admin, body })).status).toBe(204);
    expect((await signIn(one.authenticator.get(await requestOptions()))).status).toBe(401);
    expect(await lastEvent('password_reset')).toMatchObject({ reason: 'passkeys_dropped' });
    const two = await withPasskey();
    const path = `/api/users/${two.session.user.id}`;
    expect((await ask({ method: 'DELETE', path, token: admin })).status).toBe(204);
    expect((await signIn(two.authenticator.get(await requestOptions()))).status).toBe(401);
  });
});
