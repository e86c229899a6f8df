import { Prisma } from '../generated/client.js';

/** What PostgreSQL, the driver and Node say when there is no database to ask. */
const SQLSTATES = /^(08|53|57P|58)/;
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
const PRISMA = /^P(10\d\d|2024|2028)$/;

function* chain(error: unknown): Generator<object> {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 6; depth++) {
    yield at;
    at = 'cause' in at ? at.cause : undefined;
  }
}

/** Whether a failure means that the database can't be reached or is too busy, rather than that the query is wrong. */
export function isUnavailable(error: unknown): boolean {
  for (const link of chain(error)) {
    const code = 'code' in link && typeof link.code === 'string' ? link.code : '';
    if (NETWORK.has(code) || PRISMA.test(code) || (code.length === 5 && SQLSTATES.test(code))) return true;
    if ('message' in link && typeof link.message === 'string' && SENTENCES.test(link.message)) return true;
    if ('errors' in link && Array.isArray(link.errors) && link.errors.some(isUnavailable)) return true;
    if ('originalCode' in link && typeof link.originalCode === 'string' && SQLSTATES.test(link.originalCode))
      return true;
  }
  return false;
}

/** Which unique index a write ran into, by its name; `undefined` when that is not what went wrong. */
export function violatedIndex(error: unknown): string | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return undefined;
  return /users_(username_key|email)_key|\w+_pkey/.exec(JSON.stringify(error.meta ?? {}))?.[0] ?? 'unknown';
}
