import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Connection, connect } from './connection.js';
import { isUnavailable } from './database-errors.js';

let database: TestDatabase;
let db: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { info: () => undefined, error: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
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

test('a connection that breaks between two queries of a request is no error but of the next query', async () => {
  const held = await db.pool.connect();
  const broken = new Promise<void>((resolve) => void held.once('end', resolve));
  const { rows } = await held.query('SELECT pg_backend_pid() AS pid');
  await db.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  await broken;
  const error: unknown = await held.query('SELECT 1').catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
  held.release();
  expect(await db.prisma.user.count()).toBe(0);
});

test('an abandoned transaction is ended by the database, and whoever waits for its locks goes on', async () => {
  const { rows } = await db.pool.query("SELECT current_setting('idle_in_transaction_session_timeout') AS after");
  expect(rows).toEqual([{ after: '15s' }]);
  const abandoned = await db.pool.connect();
  // As long as fifteen seconds, for a test.
  await abandoned.query('SET idle_in_transaction_session_timeout = 100');
  const ended = once(abandoned, 'error');
  abandoned.on('error', () => undefined);
  await abandoned.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  expect(await db.prisma.user.count()).toBe(0);
  const [error] = await ended;
  expect(error).toMatchObject({ code: '25P03' });
  abandoned.release(error);
  expect(await db.prisma.user.count()).toBe(0);
});

test.each([
  ['a lock that somebody keeps', 'lock_timeout', '4s'],
  ['a statement that takes too long', 'statement_timeout', '5s'],
])('%s is given up by the database, and counts as unavailable', async (_, setting, after) => {
  const { rows } = await db.pool.query('SELECT current_setting($1) AS after', [setting]);
  expect(rows).toEqual([{ after }]);
  const keeper = await db.pool.connect();
  await keeper.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const refused = db.prisma.$transaction(async (tx) => {
    await tx.$executeRawUnsafe(`SET LOCAL ${setting} = 100`);
    return tx.user.count();
  });
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  await keeper.query('ROLLBACK');
  keeper.release();
  expect(error).toBeInstanceOf(Error);
  expect(isUnavailable(error)).toBe(true);
});
