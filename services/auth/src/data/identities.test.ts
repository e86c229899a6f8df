import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderProfile } from '../domain/oauth-profile.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Database, openDatabase } from './database.js';
import { signInByIdentity, untilNotOvertaken } from './identities.js';
import { saveOAuthAttempt, takeOAuthAttempt } from './oauth-attempts.js';

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

const policy = { registrationAllowed: true, reservedUsernames: new Set<string>() };
const profileOf = (login: string, fields: Partial<ProviderProfile> = {}): ProviderProfile => ({
  provider: 'codehost',
  subject: login,
  login,
  verifiedEmail: `${login}@example.org`,
  ...fields,
});

const signIn = (profile: ProviderProfile, under = policy) =>
  untilNotOvertaken(() => database.prisma.$transaction((tx) => signInByIdentity(tx, profile, under)));

async function done(profile: ProviderProfile, under = policy) {
  const outcome = await signIn(profile, under);
  if (outcome.kind !== 'done') throw new Error(`refused: ${outcome.why}`);
  return outcome;
}

async function addUser(username: string, emailVerified: boolean) {
  const user = await database.prisma.user.create({
    data: {
      id: randomUUID(),
      username,
      usernameKey: username.toLowerCase(),
      email: `${username.toLowerCase()}@example.org`,
      emailVerified,
      passwordHash: 'squatted',
    },
  });
  await database.prisma.issuedToken.create({
    data: { id: randomUUID(), userId: user.id, issuedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) },
  });
  return user;
}

describe('signing in by an identity', () => {
  beforeEach(() => database.prisma.user.deleteMany());

  test('a stranger gets an account without a password, with the role user and a proven e-mail', async () => {
    const { decision, user } = await done(profileOf('ada'));
    expect(decision.kind).toBe('create');
    expect(user).toMatchObject({ username: 'ada', email: 'ada@example.org', emailVerified: true, role: 'user' });
    expect(user.passwordHash).toBeNull();
  });

  test('a username that is taken or reserved, in any case, gets a number', async () => {
    await done(profileOf('Ada', { subject: '1', verifiedEmail: 'first@example.org' }));
    const reserved = { ...policy, reservedUsernames: new Set(['ada-2']) };
    const { user } = await done(profileOf('ADA', { subject: '2', verifiedEmail: 'second@example.org' }), reserved);
    expect(user.username).toBe('ADA-3');
  });

  test('twenty callbacks at once for one person make one account', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => done(profileOf('ada'))));
    expect(new Set(outcomes.map(({ user }) => user.id)).size).toBe(1);
    expect(await database.prisma.user.count()).toBe(1);
    expect(await database.prisma.identity.count()).toBe(1);
  });

  test('twenty people of one name at once get twenty accounts', async () => {
    const people = Array.from({ length: 20 }, (_, n) =>
      profileOf('ada', { subject: `${n}`, verifiedEmail: `${n}@example.org` }),
    );
    const names = (await Promise.all(people.map((person) => done(person)))).map(({ user }) => user.username);
    expect(new Set(names).size).toBe(20);
  });

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
    expect(await database.prisma.issuedToken.count({ where: { userId: user.id } })).toBe(1);
  });

  test('whoever squatted the address keeps neither password, nor token, nor another identity', async () => {
    const user = await addUser('ada', false);
    await database.prisma.identity.create({ data: { provider: 'modelhub', subject: 'squatter', userId: user.id } });
    const outcome = await done(profileOf('ada'));
    expect(outcome.user).toMatchObject({ id: user.id, passwordHash: null, emailVerified: true });
    expect(await database.prisma.issuedToken.count({ where: { userId: user.id } })).toBe(0);
    expect(await database.prisma.identity.findMany({ where: { userId: user.id } })).toMatchObject([
      { provider: 'codehost' },
    ]);
  });

  test('without a verified e-mail, or where registration is disabled, nothing is made', async () => {
    const closed = { ...policy, registrationAllowed: false };
    expect(await signIn(profileOf('ada', { verifiedEmail: null }))).toEqual({
      kind: 'refused',
      why: 'email-not-verified',
    });
    expect(await signIn(profileOf('ada'), closed)).toEqual({
      kind: 'refused',
      why: 'registration-disabled',
    });
    expect(await database.prisma.user.count()).toBe(0);
  });
});

describe('an attempt', () => {
  const now = new Date('2026-01-01T12:00:00.123Z');
  const expiresAt = new Date(now.getTime() + 1000);
  const secrets = { nonce: 'n', codeVerifier: 'v', returnTo: '/account' };
  const key = { stateHash: 's', provider: 'codehost', browserHash: 'b' } as const;
  const take = (at = now, other: Partial<typeof key> | { provider: 'modelhub' } = {}) =>
    takeOAuthAttempt(database.prisma, { ...key, ...other }, at);
  beforeEach(async () => {
    await database.prisma.oAuthAttempt.deleteMany();
    await saveOAuthAttempt(database.prisma, { ...key, ...secrets, expiresAt }, now);
  });

  test('is taken once, however many ask for it at once', async () => {
    const taken = await Promise.all(Array.from({ length: 10 }, () => take()));
    expect(taken.filter((one) => one !== undefined)).toEqual([secrets]);
  });

  test('is not there for another provider, browser or state, and those do not use it up', async () => {
    expect(await take(now, { provider: 'modelhub' })).toBeUndefined();
    expect(await takeOAuthAttempt(database.prisma, { ...key, browserHash: 'x' }, now)).toBeUndefined();
    expect(await takeOAuthAttempt(database.prisma, { ...key, stateHash: 'x' }, now)).toBeUndefined();
    expect(await take()).toEqual(secrets);
  });

  test('ends with its time, to the millisecond', async () => {
    expect(await take(expiresAt)).toBeUndefined();
    expect(await take(new Date(expiresAt.getTime() - 1))).toEqual(secrets);
  });

  test('that nobody came back for is forgotten when the next one begins', async () => {
    await saveOAuthAttempt(database.prisma, { ...key, ...secrets, stateHash: 'next', expiresAt }, expiresAt);
    expect(await database.prisma.oAuthAttempt.count()).toBe(1);
  });
});
