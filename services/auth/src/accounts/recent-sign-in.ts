import type { AuditEventName, User } from '@ownvoice/shared/contract';
import { type Caller, recordFailure, reject } from '../audit-log.js';
import { apiError } from '../errors.js';
import type { Services } from '../services.js';
import { beginAttempt, flowsOf } from './login-attempt.js';

/** Whose account a request changes, and what proves that its owner sends it. */
export interface Owner {
  readonly id: string;
  readonly username: string;
  /** When the request's token was issued, in milliseconds since the Unix epoch. */
  readonly issuedAt: number;
  readonly currentPassword: string | undefined;
}

/** With 0 no sign-in is recent, not even one by a clock that is ahead of this one. */
const isRecent = ({ config: { recentSignInMs } }: Services, { issuedAt }: Owner): boolean =>
  recentSignInMs > 0 && Date.now() - issuedAt < recentSignInMs;

/**
 * Asks for more than a token before the ways into an account change, because a token may be stolen: a recent sign-in,
 * or the current password. A password that was sent is checked in either case.
 * @param event under which a rejection is recorded
 * @throws {ApiError} 400 for a password that nobody can have, 403, 429 after too many wrong passwords, 503
 */
export async function requireRecentSignIn(
  services: Services,
  caller: Caller,
  owner: Owner,
  event: AuditEventName,
): Promise<void> {
  const { id: userId, currentPassword } = owner;
  if (currentPassword !== undefined) await confirmPassword(services, caller, owner, currentPassword, event);
  else if (!isRecent(services, owner))
    await reject(services.db, caller, { event, userId }, apiError('recent_sign_in_required'));
}

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
    const { matches } = await passwords.compare(
      { password, hash, argon2idPrefixes, renew: false },
      flowsOf(caller, username),
    );
    if (matches && hash !== null) {
      attempt.succeed();
      return hash;
    }
    await recordFailure(db, caller, { event, userId, reason: 'wrong_password' });
    attempt.fail();
    throw apiError('wrong_password');
  } finally {
    await attempt.end();
  }
}
