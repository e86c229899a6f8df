import type { ErrorReason } from '../errors.js';
import { Prisma } from '../generated/client.js';

/** Classes and codes of SQLSTATE that mean that there is no database to ask. */
const SQLSTATES = /^(08|53|57|58|25006|25P03|40P01|55P03)/;
/** `connection_failure`: what an error of the driver is given that the server did not send, see `connect`. */
export const CONNECTION_FAILURE = '08006';
/** `read_only_sql_transaction` */
export const READ_ONLY = '25006';
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Kinds of `DriverAdapterError`, which have no code when a statement inside a transaction throws them. */
const ADAPTER_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
const PRISMA_CODES = /^P(10\d\d|2024|2028)$/;

/** Where Prisma and the driver keep the original error. */
const INNER_KEYS = ['cause', 'meta', 'driverAdapterError', 'errors'] as const;
const MAX_DEPTH = 6;

/** P2002: a unique index. P2003: a foreign key. P2025: the row is gone. P2034: a write conflict. */
const CONFLICT_CODES = ['P2002', 'P2003', 'P2025', 'P2034'];

function textAt(value: object, key: string): string {
  const text: unknown = Reflect.get(value, key);
  return typeof text === 'string' ? text : '';
}

const isUnavailableCode = (code: string): boolean =>
  NETWORK_CODES.has(code) || PRISMA_CODES.test(code) || (code.length === 5 && SQLSTATES.test(code));

/** Whether an error, or one that caused it, matches. */
function someCause(error: unknown, matches: (one: object) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  if (Array.isArray(error)) return error.some((one) => someCause(one, matches, depth + 1));
  return matches(error) || INNER_KEYS.some((key) => someCause(Reflect.get(error, key), matches, depth + 1));
}

/** Whether an error means that the database can't be reached, is too busy or read-only, rather than that the query is wrong. */
export const isUnavailable = (error: unknown): boolean =>
  someCause(
    error,
    (one) =>
      isUnavailableCode(textAt(one, 'code')) ||
      isUnavailableCode(textAt(one, 'originalCode')) ||
      ADAPTER_KINDS.has(textAt(one, 'kind')),
  );

/** Whether an error means that the database takes no writes: its connections lead to a standby. */
export const isReadOnly = (error: unknown): boolean =>
  someCause(error, (one) => textAt(one, 'code') === READ_ONLY || textAt(one, 'originalCode') === READ_ONLY);

/** Whether an error means that others held a lock for too long. */
export const isLocked = (error: unknown): boolean =>
  someCause(error, (one) => /^(40P01|55P03)$/.test(textAt(one, 'code')));

/** Why a query failed, in one message: the innermost error that has a message. */
export function reasonOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return String(error);
  // A host with several addresses fails with an error for each, and no message of its own.
  if (error instanceof AggregateError) return [...new Set(error.errors.map((one) => reasonOf(one, depth)))].join(', ');
  const inner = INNER_KEYS.map((key): unknown => Reflect.get(error, key)).find(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  const message = inner === undefined ? '' : reasonOf(inner, depth + 1);
  return message || textAt(error, 'message') || textAt(error, 'originalMessage');
}

const UNIQUE_INDEXES: Readonly<Record<string, ErrorReason>> = {
  users_username_key_key: 'name_taken',
  users_email_key: 'email_taken',
  api_keys_user_id_name_key_key: 'key_name_taken',
  passkeys_pkey: 'passkey_in_use',
};

/** Why a write is a 409: it has in common with another row what must be unique; `undefined` for any other error. */
export function uniqueViolation(error: unknown): ErrorReason | 'other' | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return undefined;
  // The driver's adapter names the index in a place of its own and leaves Prisma's `meta.target` empty.
  const { driverAdapterError } = (error.meta ?? {}) as {
    driverAdapterError?: { cause?: { constraint?: { index?: string } } };
  };
  return UNIQUE_INDEXES[driverAdapterError?.cause?.constraint?.index ?? ''] ?? 'other';
}

/** Another transaction has changed what a decision rested on. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

const isConflict = (error: unknown): boolean =>
  error instanceof Conflict ||
  (error instanceof Prisma.PrismaClientKnownRequestError && CONFLICT_CODES.includes(error.code));

const MAX_ATTEMPTS = 5;

/**
 * Runs a transaction again when another one was first: two callbacks at once for one person, a user deleted, an
 * address changed or a username taken in between.
 * @throws what the fifth attempt throws
 */
export async function retryOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}
