import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Connection, connect } from './connection.js';
import { OAuthAttempts } from './oauth-attempts.js';

let database: TestDatabase;
let connection: Connection;
let attempts: OAuthAttempts;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, console);
  attempts = new OAuthAttempts(connection.prisma);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

describe('a stored OAuth attempt', () => {
  const now = new Date('2026-01-01T12:00:00.123Z');
  const expiresAt = new Date(now.getTime() + 1000);
  const secrets = { nonce: 'n', codeVerifier: 'v', returnTo: '/account', linkTokenId: null };
  const key = { stateHash: 's', provider: 'codehost', browserHash: 'b' } as const;
  const take = (at = now, other: Partial<typeof key> | { provider: 'modelhub' } = {}) =>
    attempts.take({ ...key, ...other }, at);
  beforeEach(async () => {
    await connection.prisma.oAuthAttempt.deleteMany();
    await attempts.insert({ ...key, ...secrets, expiresAt }, now);
  });

  test('is taken once, however many ask for it at once', async () => {
    const taken = await Promise.all(Array.from({ length: 10 }, () => take()));
    expect(taken.filter((one) => one !== undefined)).toEqual([secrets]);
  });

  test('is not there for another provider, browser or state, and those do not use it up', async () => {
    expect(await take(now, { provider: 'modelhub' })).toBeUndefined();
    expect(await attempts.take({ ...key, browserHash: 'x' }, now)).toBeUndefined();
    expect(await attempts.take({ ...key, stateHash: 'x' }, now)).toBeUndefined();
    expect(await take()).toEqual(secrets);
  });

  test('ends with its time, to the millisecond', async () => {
    expect(await take(expiresAt)).toBeUndefined();
    expect(await take(new Date(expiresAt.getTime() - 1))).toEqual(secrets);
  });

  test('that nobody came back for is forgotten when the next one begins', async () => {
    await attempts.insert({ ...key, ...secrets, stateHash: 'next', expiresAt }, expiresAt);
    expect(await connection.prisma.oAuthAttempt.count()).toBe(1);
  });
});
