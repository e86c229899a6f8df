import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Database, openDatabase } from './database.js';

let made: TestDatabase;
let db: Database;
beforeAll(async () => {
  made = await createTestDatabase();
  db = openDatabase(made.url, { warn: () => undefined });
});
afterAll(async () => {
  await db.close();
  await made.drop();
});

test('a connection that is given back inside a transaction is nobody else’s, and its transaction is over', async () => {
  const left = await db.pool.connect();
  await left.query('BEGIN');
  await left.query('CREATE TABLE half_done ()');
  left.release();
  expect(db.pool.idleCount).toBe(0);
  const { rows } = await db.pool.query("SELECT to_regclass('half_done') AS found");
  expect(rows).toEqual([{ found: null }]);
  const kept = db.pool.idleCount;
  expect(kept).toBe(1);
  await db.prisma.$transaction((tx) => tx.user.count());
  expect(db.pool.idleCount).toBe(kept);
});
