import { Prisma } from '../generated/client.js';

/** What PostgreSQL, the driver and Node say when there is no database to ask. */
const SQLSTATES = /^(08|53|57|58|25P03|55P03)/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const SENTENCES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|Client has encountered a connection error|unable to start a transaction|server has closed the connection/i;
/** Kinds of `DriverAdapterError`, which come without a code from a statement inside a transaction. */
const KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
const PRISMA = /^P(10\d\d|2024|2028)$/;

/** Where Prisma and the driver keep what really happened. */
const INNER = ['cause', 'meta', 'driverAdapterError', 'errors'] as const;
const MAX_DEPTH = 6;

function textAt(value: object, key: string): string {
  const text: unknown = Reflect.get(value, key);
  return typeof text === 'string' ? text : '';
}

/** Whether a failure means that the database can't be reached or is too busy, rather than that the query is wrong. */
export function isUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  if (Array.isArray(error)) return error.some((one) => isUnavailable(one, depth + 1));
  const codes = [textAt(error, 'code'), textAt(error, 'originalCode')];
  const told = codes.some(
    (code) => NETWORK.has(code) || PRISMA.test(code) || (code.length === 5 && SQLSTATES.test(code)),
  );
  if (told || KINDS.has(textAt(error, 'kind')) || SENTENCES.test(textAt(error, 'message'))) return true;
  return INNER.some((key) => isUnavailable(Reflect.get(error, key), depth + 1));
}

/** Which unique index a write ran into, by its name; `undefined` when that is not what went wrong. */
export function violatedIndex(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return undefined;
  return /users_(username_key|email)_key|\w+_pkey/.exec(JSON.stringify(error.meta ?? {}))?.[0] ?? 'unknown';
}
