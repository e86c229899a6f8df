import { expect, test } from 'vitest';
import { Prisma } from '../generated/client.js';
import { Conflict, isUnavailable, reasonOf, retryOnConflict, uniqueViolation } from './database-errors.js';

const known = (code: string, meta: Record<string, unknown>) =>
  new Prisma.PrismaClientKnownRequestError('failed', { code, clientVersion: 'test', meta });

test.each([
  ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ['one of several addresses', new AggregateError([Object.assign(new Error('x'), { code: 'ETIMEDOUT' })])],
  ['a server that shuts down', Object.assign(new Error('x'), { code: '57P01' })],
  ['a statement that took too long', Object.assign(new Error('x'), { code: '57014' })],
  ['a lock that another transaction holds', Object.assign(new Error('x'), { code: '55P03' })],
  ['a transaction that the database ended', Object.assign(new Error('x'), { code: '25P03' })],
  ['a database that takes no writes', Object.assign(new Error('x'), { code: '25006' })],
  ['too many connections', Object.assign(new Error('x'), { code: '53300' })],
  ['an error of the driver itself', Object.assign(new Error('x'), { code: '08006' })],
  ['a transaction that did not begin', known('P2028', {})],
  [
    'a server that starts up, through Prisma',
    known('P2010', { driverAdapterError: { cause: { originalCode: '57P03' } } }),
  ],
  ['a connection lost inside a transaction', new Error('ConnectionClosed', { cause: { kind: 'ConnectionClosed' } })],
  ['a cause further in', new Error('outer', { cause: new Error('inner', { cause: { code: 'ECONNRESET' } }) })],
])('a database error means unavailable: %s', (_name, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ['its own message', new Error('read-only'), 'read-only'],
  ['the cause', new Error('outer', { cause: new Error('inner') }), 'inner'],
  ['every address of a host, once', new AggregateError([new Error('a'), new Error('a'), new Error('b')]), 'a, b'],
  [
    'what the driver said',
    known('P2010', { driverAdapterError: { cause: { originalMessage: 'starts up' } } }),
    'starts up',
  ],
])('the reason of a failure is %s', (_name, error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});

test.each([
  ['a syntax error', Object.assign(new Error('x'), { code: '42601' })],
  ['a unique violation', known('P2002', { driverAdapterError: { cause: { originalCode: '23505' } } })],
  ['anything else', new TypeError('x is not a function')],
  ['nothing', undefined],
])('a database error does not mean unavailable: %s', (_name, error) => {
  expect(isUnavailable(error)).toBe(false);
});

test.each([
  ['users_email_key', 'email_taken'],
  ['users_username_key_key', 'name_taken'],
  ['api_keys_user_id_name_key_key', 'key_name_taken'],
  ['passkeys_pkey', 'passkey_in_use'],
  ['identities_pkey', 'other'],
])('a unique violation tells what is taken: %s', (index, taken) => {
  const cause = { constraint: { index } };
  expect(uniqueViolation(known('P2002', { driverAdapterError: { cause } }))).toBe(taken);
});

test('no other error is a unique violation', () => {
  expect(uniqueViolation(known('P2025', {}))).toBeUndefined();
  expect(uniqueViolation(new Error('users_email_key'))).toBeUndefined();
});

test.each([
  ['a conflict of our own', new Conflict()],
  ['a unique violation', known('P2002', {})],
  ['a row that is gone', known('P2025', {})],
])('a transaction is tried five times after %s', async (_name, error) => {
  let attempts = 0;
  const failing = retryOnConflict(async () => {
    attempts += 1;
    throw error;
  });
  await expect(failing).rejects.toBe(error);
  expect(attempts).toBe(5);
});

test('a transaction is tried once when anything else is wrong', async () => {
  let attempts = 0;
  const failing = retryOnConflict(async () => {
    attempts += 1;
    throw new TypeError('x is not a function');
  });
  await expect(failing).rejects.toThrow(TypeError);
  expect(attempts).toBe(1);
});
