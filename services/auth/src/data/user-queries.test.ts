import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Connection, connect } from './connection.js';
import { UserQueries } from './user-queries.js';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, console);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test('each stored cost of argon2id is listed once, by a query that reads its index alone', async () => {
  const queries = new UserQueries(connection.pool);
  expect(await queries.argon2idPrefixes()).toEqual([]);
  const hashes = ['m=19456,t=2,p=1$c2FsdA$aGFzaA', 'm=19456,t=2,p=1$b3RoZXI$aGFzaA', 'm=65536,t=3,p=4$c2FsdA$aGFzaA'];
  const stored = [...hashes.map((hash) => `$argon2id$v=19$${hash}`), '$2b$12$bcrypt', null];
  for (const [n, passwordHash] of stored.entries()) {
    const username = `user-${n}`;
    await connection.prisma.user.create({ data: { id: randomUUID(), username, usernameKey: username, passwordHash } });
  }
  expect((await queries.argon2idPrefixes()).sort()).toEqual([
    '$argon2id$v=19$m=19456,t=2,p=1',
    '$argon2id$v=19$m=65536,t=3,p=4',
  ]);
  const client = await connection.pool.connect();
  await client.query('SET enable_seqscan = off');
  const { rows } = await client.query(
    `EXPLAIN SELECT DISTINCT substring(password_hash FROM '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+') FROM users WHERE password_hash LIKE '$argon2id$%'`,
  );
  client.release();
  expect(JSON.stringify(rows)).toContain('users_argon2id_cost_idx');
});
