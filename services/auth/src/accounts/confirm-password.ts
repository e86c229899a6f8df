import { ApiError } from '@ownvoice/shared';
import type { AuditEventName, User } from '@ownvoice/shared/contract';
import { type Caller, recordFailure } from '../audit/trail.js';
import type { Services } from '../services.js';
import { beginAttempt } from './login-attempt.js';

/**
 * Checks the current password of a signed-in user. A wrong one counts as a failed sign-in.
 * @param event under which a wrong password is recorded
 * @returns the stored hash that it matches
 * @throws {ApiError} 400 for a password that nobody can have, 403 for a wrong one, 429 after too many, 503
 */
export async function confirmPassword(
  services: Services,
  caller: Caller,
  { id: userId, username }: Pick<User, 'id' | 'username'>,
  password: string,
  event: AuditEventName,
): Promise<string> {
  const { db, passwords } = services;
  const attempt = await beginAttempt(services, caller, username);
  try {
    const [user, argon2idPrefixes] = await Promise.all([db.users.byId(userId), db.userQueries.argon2idPrefixes()]);
    const hash = user?.passwordHash ?? null;
    const { matches } = await passwords.compare({ password, hash, argon2idPrefixes, renew: false });
    if (matches && hash !== null) {
      attempt.succeed();
      return hash;
    }
    await recordFailure(db, caller, { event, userId, reason: 'wrong current password' });
    attempt.fail();
    throw new ApiError(403, 'The current password is wrong.');
  } finally {
    await attempt.end();
  }
}
