import { ApiError } from '@ownvoice/shared';
import { type Caller, recordFailure } from '../audit/trail.js';
import type { Database } from '../data/database.js';
import { uniqueViolation } from '../data/database-errors.js';
import { emailFaults, passwordFaults, usernameFaults } from '../domain/account-rules.js';
import type { AuditEntry } from '../domain/audit-entry.js';

/** @throws {ApiError} 400 with the broken rules, if there are any */
export function refuseFaults(faults: string[]): void {
  if (faults.length > 0) throw ApiError.invalid(faults);
}

export interface AccountFields {
  readonly username?: string | undefined;
  readonly email?: string | null | undefined;
  readonly password?: string | undefined;
}

/** The rules that the fields of a new or changed account break; absent fields break none. */
export const accountFaults = ({ username, email, password }: AccountFields): string[] => [
  ...(username === undefined ? [] : usernameFaults(username)),
  ...(email === undefined || email === null ? [] : emailFaults(email)),
  ...(password === undefined ? [] : passwordFaults(password)),
];

export const usernameTaken = (cause?: unknown): ApiError => new ApiError(409, 'This username is taken.', { cause });
export const emailTaken = (cause?: unknown): ApiError => new ApiError(409, 'This e-mail address is taken.', { cause });

/**
 * Runs `work` and records its refusal: not permitted, or in conflict. The reason is the public sentence.
 * @throws what `work` throws, a violated unique index as its 409
 */
export async function recordingRefusal<T>(
  db: Database,
  caller: Caller,
  entry: Pick<AuditEntry, 'event' | 'userId'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error instanceof ApiError && (error.statusCode === 403 || error.statusCode === 409))
      await recordFailure(db, caller, { ...entry, reason: error.message });
    throw error;
  }
}

/** Turns a violated unique index into its 409, and leaves every other error as it is. */
function asApiError(error: unknown): unknown {
  switch (uniqueViolation(error)) {
    case 'username':
      return usernameTaken(error);
    case 'email':
      return emailTaken(error);
    default:
      return error;
  }
}

/** No user has this id, or what was given can't be an id. */
export const noSuchUser = (): ApiError => new ApiError(404, 'There is no such user.');
