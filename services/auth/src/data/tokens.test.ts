import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, queryDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Database, openDatabase } from './database.js';
import { REMOVAL_BATCH } from './sql.js';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { info: () => undefined, error: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('expired tokens are removed in batches, and those that are alive stay', async () => {
  const expired = REMOVAL_BATCH + 1;
  await queryDatabase(
    database.url,
    `INSERT INTO users (id, username, username_key, updated_at) VALUES (gen_random_uuid(), 'a', 'a', now());
    INSERT INTO issued_tokens (id, user_id, issued_at, expires_at)
      SELECT gen_random_uuid(), u.id, now() - interval '2 days',
        CASE WHEN n > ${expired} THEN now() + interval '1 day' ELSE now() - interval '1 day' END
      FROM users u, generate_series(1, ${expired + 2}) n`,
  );
  const now = new Date();
  expect(await db.tokens.removeExpired(now)).toBe(REMOVAL_BATCH);
  expect(await db.tokens.removeExpired(now)).toBe(1);
  expect(await queryDatabase(database.url, 'SELECT count(*)::int AS alive FROM issued_tokens')).toEqual([{ alive: 2 }]);
});
