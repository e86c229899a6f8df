import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../data/database.js';
import { retryOnConflict } from '../data/database-errors.js';
import type { ProviderProfile } from '../domain/oauth-profile.js';
import { createTestDatabase, queryDatabase, type TestDatabase } from '../testing/test-database.js';
import { signInByIdentity } from './sign-in-by-identity.js';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, console);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const query = <Row extends object>(sql: string, values?: readonly unknown[]) =>
  queryDatabase<Row>(testDatabase.url, sql, values);
const tokensOf = (userId: string) => query('SELECT FROM issued_tokens WHERE user_id = $1', [userId]);

const profileOf = (login: string, fields: Partial<ProviderProfile> = {}): ProviderProfile => ({
  provider: 'codehost',
  subject: login,
  login,
  verifiedEmail: `${login}@example.org`,
  groups: null,
  ...fields,
});

const signIn = (profile: ProviderProfile, registrationAllowed = true) =>
  retryOnConflict(() =>
    database.transaction((tx) =>
      signInByIdentity(tx, profile, { registrationAllowed, allowedDomains: [], linkTokenId: null }),
    ),
  );

async function done(profile: ProviderProfile) {
  const outcome = await signIn(profile);
  if ('why' in outcome) throw new Error(`refused: ${outcome.why}`);
  return outcome;
}

/** A user with a password and a token. */
const addUser = (username: string, emailVerified: boolean) =>
  database.transaction(async (tx) => {
    const email = `${username}@example.org`;
    const user = await tx.users.insert({ username, email, emailVerified, passwordHash: 'squatted', role: 'user' });
    const times = { issuedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) };
    await tx.tokens.insert({ id: randomUUID(), userId: user.id, ip: null, userAgent: null, ...times });
    return user;
  });

describe('signing in by an identity', () => {
  beforeEach(() => query('DELETE FROM users'));

  test('a stranger gets an account without a password, with the role user and a proven e-mail', async () => {
    const { decision, user } = await done(profileOf('ada'));
    expect(decision.kind).toBe('create');
    expect(user).toMatchObject({ username: 'ada', email: 'ada@example.org', emailVerified: true, role: 'user' });
    expect(user.passwordHash).toBeNull();
  });

  test('a username that is taken, in any case, gets a number', async () => {
    await done(profileOf('Ada', { subject: '1', verifiedEmail: 'first@example.org' }));
    const { user } = await done(profileOf('ADA', { subject: '2', verifiedEmail: 'second@example.org' }));
    expect(user.username).toBe('ADA-2');
  });

  test('twenty callbacks at once for one person make one account', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => done(profileOf('ada'))));
    expect(new Set(outcomes.map(({ user }) => user.id)).size).toBe(1);
    expect(await query('SELECT FROM users')).toHaveLength(1);
    expect(await query('SELECT FROM identities')).toHaveLength(1);
  });

  test('twenty people of one name at once get twenty accounts', async () => {
    const people = Array.from({ length: 20 }, (_, n) =>
      profileOf('ada', { subject: `${n}`, verifiedEmail: `${n}@example.org` }),
    );
    const names = (await Promise.all(people.map((person) => done(person)))).map(({ user }) => user.username);
    expect(new Set(names).size).toBe(20);
  });

  // ASVS 6.8.1
  test('the same subject at both providers is two identities', async () => {
    const one = await done(profileOf('ada', { subject: '7' }));
    const two = await done(profileOf('bob', { subject: '7', provider: 'modelhub' }));
    expect(two.user.id).not.toBe(one.user.id);
  });

  test('a login name that somebody else took over does not open the old account', async () => {
    const old = await done(profileOf('ada', { subject: '1' }));
    const heir = await done(profileOf('ada', { subject: '2', verifiedEmail: 'heir@example.org' }));
    expect(heir.user.id).not.toBe(old.user.id);
  });

  test('an e-mail that changed at the provider keeps the account, and its own e-mail', async () => {
    const before = await done(profileOf('ada'));
    const after = await done(profileOf('ada', { verifiedEmail: 'new@example.org' }));
    expect(after).toMatchObject({
      decision: { kind: 'sign-in' },
      user: { id: before.user.id, email: 'ada@example.org' },
    });
  });

  test('an account with a proven e-mail is linked and keeps its password and tokens', async () => {
    const user = await addUser('ada', true);
    const outcome = await done(profileOf('ada'));
    expect(outcome).toMatchObject({ decision: { kind: 'link', expelSquatter: false }, user: { id: user.id } });
    expect(outcome.user.passwordHash).toBe('squatted');
    expect(await tokensOf(user.id)).toHaveLength(1);
  });

  test('whoever squatted the address keeps nothing: password, token, second factor, passkey, another identity', async () => {
    const user = await addUser('ada', false);
    await database.transaction(async (tx) => {
      await tx.identities.link(user.id, { provider: 'modelhub', subject: 'squatter', verifiedEmail: null });
      await tx.secondFactors.replace(user.id, new Uint8Array(1), ['hash']);
      await tx.secondFactors.enable(user.id);
      const passkey = {
        id: 'AA',
        name: 'x',
        publicKey: new Uint8Array(1),
        counter: 0n,
        transports: [],
        backedUp: false,
      };
      await tx.passkeys.insert({ ...passkey, userId: user.id });
    });
    const outcome = await done(profileOf('ada'));
    const nothing = { passwordHash: null, hasSecondFactor: false };
    expect(outcome.user).toMatchObject({ id: user.id, emailVerified: true, ...nothing });
    for (const table of ['passkeys', 'second_factors', 'recovery_codes'])
      expect(await query(`SELECT FROM ${table} WHERE user_id = $1`, [user.id]), table).toEqual([]);
    expect(await tokensOf(user.id)).toEqual([]);
    expect(await query('SELECT provider FROM identities WHERE user_id = $1', [user.id])).toEqual([
      { provider: 'codehost' },
    ]);
  });

  test('an account that was promoted since the decision is not handed over (attack 85)', async () => {
    const { id, email } = await addUser('ada', false);
    await query("UPDATE users SET role = 'admin' WHERE id = $1", [id]);
    expect(await database.users.claimEmail(id, email ?? '', false)).toBe(false);
    expect((await database.users.byId(id))?.passwordHash).toBe('squatted');
  });

  test('without a verified e-mail, or where registration is disabled, nothing is made', async () => {
    expect(await signIn(profileOf('ada', { verifiedEmail: null }))).toEqual({
      why: 'email_not_verified',
    });
    expect(await signIn(profileOf('ada'), false)).toEqual({
      why: 'registration_disabled',
    });
    expect(await query('SELECT FROM users')).toEqual([]);
  });
});
