import type { IdentityList, Session, User } from '@ownvoice/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enrol, type IdentityProvider, startIdentityProvider } from '../testing/oauth/identity-provider.js';
import {
  type OAuthService,
  PUBLIC_URL,
  providerEnvironment,
  startOAuthService,
  toCallback,
} from '../testing/oauth/service.js';
import { ADMIN } from '../testing/test-service.js';
import { anAddress, PASSWORD } from '../testing/world.js';

let provider: IdentityProvider;
let service: OAuthService;
let admin: string;
let people = 0;
beforeAll(async () => {
  provider = await startIdentityProvider(PUBLIC_URL);
  service = await startOAuthService({
    ...providerEnvironment('CODEHOST', provider.codehost),
    ...providerEnvironment('MODELHUB', provider.modelhub),
  });
  admin = (await service.send('POST', '/api/auth/login', ADMIN)).json.token;
});
afterAll(async () => {
  await service.close();
  await provider[Symbol.asyncDispose]();
});

async function newcomer(): Promise<Session> {
  people += 1;
  const username = `person-${people}`;
  const body = { username, email: `${username}@example.org`, password: PASSWORD };
  return (await service.send('POST', '/api/auth/register', body)).json as unknown as Session;
}
/** As if every token had been issued so long ago. */
const age = ({ user }: Session, minutes: number) =>
  service.query("UPDATE issued_tokens SET issued_at = now() - $2 * interval '1 minute' WHERE user_id = $1", [
    user.id,
    minutes,
  ]);
/** Signs in by a provider, with an account there that has this verified address. */
async function signInByProvider(email: string, name: 'codehost' | 'modelhub' = 'codehost') {
  people += 1;
  provider.atTheBrowser = enrol(provider, { sub: `at-provider-${people}`, id: 1000 + people, email });
  const browser = service.browser();
  const landing = await browser.get(await toCallback(browser, name), { accept: 'application/json' });
  expect(landing.status, landing.text).toBe(200);
  return JSON.parse(landing.text) as Session;
}
const identitiesOf = async (id: string, token: string) =>
  ((await service.send('GET', `/api/users/${id}/identities`, undefined, token)).json as unknown as IdentityList)
    .identities;
const change = ({ user, token }: Session, body: object) => service.send('PUT', `/api/users/${user.id}`, body, token);

describe('a stolen token', () => {
  // ASVS 7.5.1
  test('can’t change the e-mail, so that a sign-in by a provider with the thief’s address opens another account', async () => {
    const victim = await newcomer();
    await age(victim, 11);
    const thief = `thief-${victim.user.username}@example.org`;
    expect((await change(victim, { email: thief })).status).toBe(403);
    expect((await change(victim, { email: null })).status).toBe(403);
    expect((await change(victim, { email: thief, current_password: 'Guessed-1' })).status).toBe(403);
    expect((await signInByProvider(thief)).user.id).not.toBe(victim.user.id);
    expect((await service.send('GET', `/api/users/${victim.user.id}`, undefined, victim.token)).json).toEqual(
      victim.user,
    );
  });

  test('guesses no more current passwords than a sign-in does', async () => {
    const victim = await newcomer();
    await age(victim, 11);
    const from = { 'x-forwarded-for': anAddress(), authorization: `Bearer ${victim.token}` };
    const guess = () => {
      const body = { email: 'thief@example.org', current_password: 'Guessed-1' };
      return service.ask({ method: 'PUT', path: `/api/users/${victim.user.id}`, headers: from, body });
    };
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(403);
    const answer = await guess();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a stale token of an administrator (attack 86)', () => {
  /** What a stale token must not do to its own account, to another's, and to who has an account at all. */
  const CHANGES: readonly (readonly [name: string, method: string, path: string, body?: object])[] = [
    ['renames', 'PUT', '/api/users/{id}', { username: 'renamed-by-thief' }],
    ['mails', 'PUT', '/api/users/{id}', { email: 'thief-of-admins@example.org' }],
    ['suspends', 'PUT', '/api/users/{id}', { suspended: true }],
    ['demotes', 'PUT', '/api/users/{id}', { role: 'user' }],
    ['promotes', 'PUT', '/api/users/{id}', { role: 'admin' }],
    ['resets', 'POST', '/api/auth/reset-password', { user_id: '{id}', new_password: 'Stolen-12' }],
    ['deletes', 'DELETE', '/api/users/{id}'],
    ['unlinks', 'DELETE', '/api/users/{id}/identities/codehost'],
    ['removes the passkeys of', 'DELETE', '/api/users/{id}/passkeys'],
    ['removes the second factor of', 'DELETE', '/api/users/{id}/second-factor'],
  ];
  const staleAdmin = async () => {
    const session = (await service.send('POST', '/api/auth/login', ADMIN)).json as unknown as Session;
    await service.query("UPDATE issued_tokens SET issued_at = now() - interval '1 day' WHERE user_id = $1", [
      session.user.id,
    ]);
    return session;
  };
  const otherAdmin = async () => {
    const session = await newcomer();
    await service.query("UPDATE users SET role = 'admin' WHERE id = $1", [session.user.id]);
    return { ...session.user, role: 'admin' };
  };
  const isChange = (body: object | undefined, role: string) => (body as { role?: string } | undefined)?.role !== role;
  afterAll(async () => {
    admin = (await service.send('POST', '/api/auth/login', ADMIN)).json.token;
  });

  for (const [name, method, path, body] of CHANGES)
    test(`neither ${name} its own account nor another’s`, async () => {
      const { token, user } = await staleAdmin();
      const subjects = [user, await otherAdmin(), (await newcomer()).user].filter(({ role }) => isChange(body, role));
      for (const { id, role } of subjects) {
        const sent = body && JSON.parse(JSON.stringify(body).replace('{id}', id));
        const before = await service.query('SELECT * FROM users WHERE id = $1', [id]);
        const asked = await service.send(method, path.replace('{id}', id), sent, token);
        const noFactor = path.endsWith('second-factor') && id === user.id;
        expect(asked.status, `${role} ${id}`).toBe(noFactor ? 404 : 403);
        if (!noFactor) expect(asked.json).toMatchObject({ code: 'recent_sign_in_required' });
        expect(await service.query('SELECT * FROM users WHERE id = $1', [id])).toEqual(before);
      }
    });

  test('vouches for no address that was never proven', async () => {
    const { token } = await staleAdmin();
    const { user } = await newcomer();
    const vouch = { email: user.email };
    expect((await service.send('PUT', `/api/users/${user.id}`, vouch, token)).status).toBe(403);
    const proof = { ...vouch, current_password: ADMIN.password };
    expect((await service.send('PUT', `/api/users/${user.id}`, proof, token)).status).toBe(200);
    expect((await service.send('PUT', `/api/users/${user.id}`, vouch, token)).status).toBe(200);
  });

  test('creates no account, and its password does', async () => {
    const { token } = await staleAdmin();
    const account = { username: 'made-by-thief', password: PASSWORD, role: 'admin' };
    const create = (body: object) => service.send('POST', '/api/users/', body, token);
    expect((await create(account)).status).toBe(403);
    expect((await create({ ...account, current_password: 'Guessed-1' })).status).toBe(403);
    expect((await create({ ...account, current_password: ADMIN.password })).status).toBe(201);
  });

  test('a stale token with the administrator’s own password may do what needs a recent sign-in', async () => {
    const { token } = await staleAdmin();
    const { user } = await newcomer();
    const proof = { current_password: ADMIN.password };
    const put = { username: `proven-${user.username}`, role: 'admin', ...proof };
    expect((await service.send('PUT', `/api/users/${user.id}`, put, token)).status).toBe(200);
    const reset = { user_id: user.id, new_password: 'Restored-1', ...proof };
    expect((await service.send('POST', '/api/auth/reset-password', reset, token)).status).toBe(204);
    expect((await service.send('DELETE', `/api/users/${user.id}`, proof, token)).status).toBe(204);
  });

  test('guesses no more passwords by an administrative route than a sign-in does', async () => {
    const { token } = await staleAdmin();
    const { user } = await newcomer();
    const from = { 'x-forwarded-for': anAddress(), authorization: `Bearer ${token}` };
    const body = { current_password: 'Guessed-1' };
    const guess = () => service.ask({ method: 'DELETE', path: `/api/users/${user.id}`, headers: from, body });
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(403);
    expect((await guess()).status).toBe(429);
  });
});

describe('one’s own name', () => {
  test('changes after a recent sign-in or with the password', async () => {
    const person = await newcomer();
    await age(person, 11);
    const username = `renamed-${person.user.username}`;
    expect((await change(person, { username })).status).toBe(403);
    expect((await change(person, { username, current_password: PASSWORD })).status).toBe(200);
  });
});

describe('one’s own e-mail', () => {
  test('changes after a recent sign-in', async () => {
    const person = await newcomer();
    await age(person, 9);
    expect((await change(person, { email: `new-${person.user.email}` })).status).toBe(200);
  });

  test('is only claimed after the change, so that its owner’s sign-in by a provider drops every token', async () => {
    const person = await newcomer();
    const email = `claimed-${person.user.email}`;
    expect((await change(person, { email })).status).toBe(200);
    expect((await signInByProvider(email)).user.id).toBe(person.user.id);
    expect((await service.send('GET', '/api/auth/me', undefined, person.token)).status).toBe(401);
  });

  test('changes with the current password', async () => {
    const person = await newcomer();
    await age(person, 60 * 24);
    const email = `new-${person.user.email}`;
    const answer = await change(person, { email, current_password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, json: { email } });
  });

  test('that is sent as it is, in any case, is no change', async () => {
    const person = await newcomer();
    await age(person, 60);
    const body = { username: person.user.username, email: person.user.email?.toUpperCase() };
    expect((await change(person, body)).status).toBe(200);
  });

  test('needs the proof also where it was changed while a request that would not have changed it waited', async () => {
    const person = await newcomer();
    await age(person, 60);
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    const { answer } = await service.db.transaction(async (tx) => {
      await tx.users.update(person.user.id, { email: `new-${person.user.email}` });
      const sent = change(person, { email: person.user.email });
      await expect.poll(() => service.query(waiting)).toHaveLength(1);
      return { answer: sent };
    });
    expect((await answer).status).toBe(403);
    const { json } = await service.send('GET', '/api/auth/me', undefined, person.token);
    expect(json).toMatchObject({ email: `new-${person.user.email}` });
  });

  test('does not change by a body without anything to change', async () => {
    const person = await newcomer();
    expect((await change(person, { current_password: PASSWORD })).status).toBe(400);
    expect((await change(person, {})).status).toBe(400);
  });

  test('always asks for the password where RECENT_SIGN_IN is 0', async () => {
    const strict = await startOAuthService({ RECENT_SIGN_IN: '0' });
    try {
      const body = { username: 'ada', email: 'ada@example.org', password: PASSWORD };
      const { json } = await strict.send('POST', '/api/auth/register', body);
      const put = (changes: object) => strict.send('PUT', `/api/users/${json.user.id}`, changes, json.token);
      expect((await put({ email: 'lovelace@example.org' })).status).toBe(403);
      await strict.query("UPDATE issued_tokens SET issued_at = now() + interval '1 minute'");
      expect((await put({ email: 'lovelace@example.org' })).status).toBe(403);
      expect((await put({ email: 'lovelace@example.org', current_password: PASSWORD })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('linked identities', () => {
  test('are listed with their address and last sign-in', async () => {
    const person = await newcomer();
    await signInByProvider(person.user.email ?? '');
    const session = await signInByProvider(person.user.email ?? '', 'modelhub');
    expect(session.user.id).toBe(person.user.id);
    const identities = await identitiesOf(session.user.id, session.token);
    expect(identities.map(({ provider: name }) => name)).toEqual(['codehost', 'modelhub']);
    for (const identity of identities)
      expect(identity).toEqual({
        provider: expect.stringMatching(/^(codehost|modelhub)$/),
        subject: expect.any(String),
        email: person.user.email,
        created_at: expect.closeTo(Date.now(), -5),
        last_used_at: expect.closeTo(Date.now(), -5),
      });
  });

  test('are unlinked by their owner, after a recent sign-in or with the password, and never the only way in', async () => {
    const person = await newcomer();
    await signInByProvider(person.user.email ?? '');
    const session = await signInByProvider(person.user.email ?? '', 'modelhub');
    const unlink = (name: string, body?: object) =>
      service.send('DELETE', `/api/users/${session.user.id}/identities/${name}`, body, session.token);
    await age(session, 11);
    expect((await unlink('codehost')).status).toBe(403);
    expect((await unlink('codehost', { current_password: 'Guessed-1' })).status).toBe(403);
    await age(session, 0);
    expect((await unlink('codehost')).status).toBe(204);
    expect((await unlink('codehost')).status).toBe(404);
    // The provider's sign-in expelled whoever had registered with the address, and their password.
    expect((await unlink('modelhub')).status).toBe(409);
    expect((await identitiesOf(session.user.id, session.token)).map(({ provider: name }) => name)).toEqual([
      'modelhub',
    ]);
  });

  test('are unlinked by an administrator', async () => {
    const member = { username: 'vouched-for', email: 'vouched-for@example.org', password: PASSWORD };
    const { json } = await service.send('POST', '/api/users/', member, admin);
    const { id } = json as unknown as User;
    await signInByProvider(member.email);
    const path = `/api/users/${id}/identities/codehost`;
    expect((await service.send('DELETE', path, undefined, admin)).status).toBe(204);
    expect(await identitiesOf(id, admin)).toEqual([]);
    const entries = 'SELECT reason FROM audit_events WHERE user_id = $1 AND event = $2 AND outcome = $3';
    expect(await service.query(entries, [id, 'identity_unlink', 'success'])).toEqual([{ reason: 'codehost' }]);
  });

  test('are dropped by a reset, with every token', async () => {
    const person = await newcomer();
    const session = await signInByProvider(person.user.email ?? '');
    const reset = { user_id: person.user.id, new_password: 'Restored-1', email: 'restored@example.org' };
    expect((await service.send('POST', '/api/auth/reset-password', reset, admin)).status).toBe(204);
    expect(await identitiesOf(person.user.id, admin)).toEqual([]);
    expect((await service.send('GET', '/api/auth/me', undefined, session.token)).status).toBe(401);
    const { username } = person.user;
    const back = await service.send('POST', '/api/auth/login', { username, password: 'Restored-1' });
    expect(back).toMatchObject({ status: 200, json: { user: { email: 'restored@example.org' } } });
    // The same identity again is a stranger.
    const browser = service.browser();
    const landing = await browser.get(await toCallback(browser, 'codehost'), { accept: 'application/json' });
    expect((JSON.parse(landing.text) as Session).user.id).not.toBe(person.user.id);
  });
});

describe('the address at a reset', () => {
  const reset = (body: object) => service.send('POST', '/api/auth/reset-password', body, admin);
  const stored = (id: string) =>
    service.query<{ email: string | null; email_verified: boolean }>(
      'SELECT email, email_verified FROM users WHERE id = $1',
      [id],
    );

  test('counts as vouched for, the present one where none is given', async () => {
    const { user } = await newcomer();
    expect(await stored(user.id)).toEqual([{ email: user.email, email_verified: false }]);
    expect((await reset({ user_id: user.id, new_password: 'Restored-1' })).status).toBe(204);
    expect(await stored(user.id)).toEqual([{ email: user.email, email_verified: true }]);
    expect((await reset({ user_id: user.id, new_password: 'Restored-2', email: null })).status).toBe(204);
    expect(await stored(user.id)).toEqual([{ email: null, email_verified: false }]);
  });

  test('is a 409 when it is another’s and a 400 when it is none', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    const body = { user_id: one.user.id, new_password: 'Restored-1' };
    expect((await reset({ ...body, email: two.user.email?.toUpperCase() })).status).toBe(409);
    expect((await reset({ ...body, email: 'nowhere' })).status).toBe(400);
    expect((await reset({ ...body, email: '' })).status).toBe(400);
  });
});

describe('a first password', () => {
  test('is set after a recent sign-in by an account that has none, and only then', async () => {
    const session = await signInByProvider('without-password@example.org');
    const set = (body: object) => service.send('POST', '/api/auth/change-password', body, session.token);
    await age(session, 11);
    expect((await set({ new_password: 'Chosen-12' })).status).toBe(403);
    await age(session, 0);
    const answer = await set({ new_password: 'Chosen-12' });
    expect(answer.status).toBe(200);
    expect((await service.send('GET', '/api/auth/me', undefined, session.token)).status).toBe(401);
    const credentials = { username: session.user.username, password: 'Chosen-12' };
    expect((await service.send('POST', '/api/auth/login', credentials)).status).toBe(200);
    const again = { new_password: 'Chosen-13' };
    expect((await service.send('POST', '/api/auth/change-password', again, answer.json.token)).status).toBe(403);
  });
});
