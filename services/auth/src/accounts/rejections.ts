import { ApiError } from '@ownvoice/shared';
import type { BrokenRule } from '@ownvoice/shared/contract';
import { auditedTransaction, type RecordEntry, recordFailure } from '../audit-log.js';
import type { Database, Transaction } from '../data/database.js';
import { uniqueViolation } from '../data/database-errors.js';
import { emailFaults, passwordFaults, usernameFaults } from '../domain/account-rules.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import { type StoredUser, uuidOf } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Context } from '../services.js';

/** @throws {ApiError} 400 with the broken rules, if there are any */
export function rejectFaults(faults: readonly BrokenRule[]): void {
  if (faults.length > 0) throw ApiError.invalid(faults);
}

export interface AccountFields {
  readonly username?: string | undefined;
  readonly email?: string | null | undefined;
  readonly password?: string | undefined;
}

/** The rules that the fields of a new or changed account break; absent fields break none. */
export const accountFaults = ({ username, email, password }: AccountFields): BrokenRule[] => [
  ...(username === undefined ? [] : usernameFaults(username)),
  ...(email === undefined || email === null ? [] : emailFaults(email)),
  ...(password === undefined ? [] : passwordFaults(password)),
];

/**
 * Runs `work` and records its rejection: not permitted, in conflict, or too many wrong codes. The reason is the error's own.
 * @throws what `work` throws, a violated unique index as its 409
 */
export async function recordingRejection<T>(
  context: Pick<Context, 'db' | 'caller'>,
  entry: Pick<AuditEntry, 'event' | 'userId'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = asApiError(thrown);
    const isPause = error instanceof ApiError && error.reason === 'too_many_codes';
    if (error instanceof ApiError && (error.statusCode === 403 || error.statusCode === 409 || isPause))
      await recordFailure(context, { ...entry, ...(isPause && { event: 'lockout' }), reason: error.reason });
    throw error;
  }
}

/** Turns a violated unique index into its 409, and leaves every other error as it is. */
function asApiError(error: unknown): unknown {
  const reason = uniqueViolation(error);
  return reason === undefined || reason === 'other' ? error : apiError(reason, { cause: error });
}

/** Runs `work` in one transaction with its audit entries, and records its rejection. */
export const recordedTransaction = <T>(
  context: Pick<Context, 'db' | 'caller'>,
  entry: Pick<AuditEntry, 'event' | 'userId'>,
  work: (tx: Transaction, record: RecordEntry) => Promise<T>,
): Promise<T> => recordingRejection(context, entry, () => auditedTransaction(context, work));

type Found = (id: string) => Promise<StoredUser | undefined>;

/** @param id as a client wrote it */
async function existing(id: string, find: Found): Promise<StoredUser> {
  const userId = uuidOf(id);
  const user = userId === undefined ? undefined : await find(userId);
  if (user === undefined) throw apiError('unknown_user');
  return user;
}

/** The user of an id. @throws {ApiError} 404 when there is none */
export const existingUser = ({ db }: { readonly db: Database }, id: string) =>
  existing(id, (one) => db.users.byId(one));

/** The same, locked until the transaction ends. */
export const lockedUser = (tx: Transaction, id: string) => existing(id, (one) => tx.locks.user(one));
