import { expect, test } from 'vitest';
import { Prisma } from '../generated/client.js';
import { isUnavailable, violatedIndex } from './failures.js';

const known = (code: string, meta: Record<string, unknown>) =>
  new Prisma.PrismaClientKnownRequestError('failed', { code, clientVersion: 'test', meta });

test.each([
  ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ['one of several addresses', new AggregateError([Object.assign(new Error('x'), { code: 'ETIMEDOUT' })])],
  ['a server that shuts down', Object.assign(new Error('x'), { code: '57P01' })],
  ['a statement that took too long', Object.assign(new Error('x'), { code: '57014' })],
  ['a lock that was not to be had', Object.assign(new Error('x'), { code: '55P03' })],
  ['a transaction that was given up', Object.assign(new Error('x'), { code: '25P03' })],
  ['too many connections', Object.assign(new Error('x'), { code: '53300' })],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
  ['a transaction that did not begin', known('P2028', {})],
  [
    'a server that starts up, through Prisma',
    known('P2010', { driverAdapterError: { cause: { originalCode: '57P03' } } }),
  ],
  ['a connection lost inside a transaction', new Error('ConnectionClosed', { cause: { kind: 'ConnectionClosed' } })],
  ['a cause further in', new Error('outer', { cause: new Error('inner', { cause: { code: 'ECONNRESET' } }) })],
])('is unavailable: %s', (_name, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ['a syntax error', Object.assign(new Error('x'), { code: '42601' })],
  ['a unique violation', known('P2002', { driverAdapterError: { cause: { originalCode: '23505' } } })],
  ['anything else', new TypeError('x is not a function')],
  ['nothing', undefined],
])('is a fault of ours: %s', (_name, error) => {
  expect(isUnavailable(error)).toBe(false);
});

test('a unique violation names its index', () => {
  const cause = { constraint: { index: 'users_email_key' } };
  expect(violatedIndex(known('P2002', { driverAdapterError: { cause } }))).toBe('users_email_key');
  expect(violatedIndex(known('P2025', {}))).toBeUndefined();
});
