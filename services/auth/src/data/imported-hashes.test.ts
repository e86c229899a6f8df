import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Database, openDatabase } from './database.js';
import { argon2idPrefixes } from './imported-hashes.js';

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

test('each cost of argon2id in the store is told once, by a query that reads its index alone', async () => {
  expect(await argon2idPrefixes(database.pool)).toEqual([]);
  const hashes = ['m=19456,t=2,p=1$c2FsdA$aGFzaA', 'm=19456,t=2,p=1$b3RoZXI$aGFzaA', 'm=65536,t=3,p=4$c2FsdA$aGFzaA'];
  const stored = [...hashes.map((hash) => `$argon2id$v=19$${hash}`), '$2b$12$bcrypt', null];
  for (const [n, passwordHash] of stored.entries()) {
    const username = `user-${n}`;
    await database.prisma.user.create({ data: { id: randomUUID(), username, usernameKey: username, passwordHash } });
  }
  expect((await argon2idPrefixes(database.pool)).sort()).toEqual([
    '$argon2id$v=19$m=19456,t=2,p=1',
    '$argon2id$v=19$m=65536,t=3,p=4',
  ]);
  const client = await database.pool.connect();
  await client.query('SET enable_seqscan = off');
  const { rows } = await client.query(
    `EXPLAIN SELECT DISTINCT substring(password_hash FROM '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+') FROM users WHERE password_hash LIKE '$argon2id$%'`,
  );
  client.release();
  expect(JSON.stringify(rows)).toContain('users_argon2id_cost_idx');
});
