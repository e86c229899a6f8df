import { ApiError } from '@ownvoice/shared';
import type { ChangePasswordBody, ResetPasswordBody, Session } from '@ownvoice/shared/contract';
import { auditedTransaction, type Caller, recordFailure } from '../audit/trail.js';
import { passwordFaults, unreadablePasswordFaults } from '../domain/account-rules.js';
import { userIdOf } from '../domain/user.js';
import type { Services } from '../services.js';
import { beginAttempt } from './login-attempt.js';
import { noSuchUser, refuseFaults } from './refusals.js';
import { openSession } from './session.js';

/**
 * Changes the password of the signed-in user; all older tokens of the user are revoked.
 * @throws {ApiError} 400 for broken rules or the same password again, 403 when the current one is wrong, which counts
 * as a failed sign-in, 429, 503
 */
export async function changePassword(
  services: Services,
  caller: Caller,
  userId: string,
  { current_password: current, new_password: next }: ChangePasswordBody,
): Promise<Session> {
  const { db, passwords, tokens } = services;
  refuseFaults([...unreadablePasswordFaults(current, 'current_password'), ...passwordFaults(next, 'new_password')]);
  if (current === next) refuseFaults(['new_password must differ from the current password.']);
  const attempt = await beginAttempt(services, caller);
  try {
    const [user, argon2idPrefixes] = await Promise.all([db.users.byId(userId), db.userQueries.argon2idPrefixes()]);
    const hash = user?.passwordHash ?? null;
    const { matches } = await passwords.compare({ password: current, hash, argon2idPrefixes, renew: false });

    const refuse = async (): Promise<never> => {
      await recordFailure(db, caller, { event: 'password_change', userId, reason: 'wrong current password' });
      attempt.fail();
      throw new ApiError(403, 'The current password is wrong.');
    };
    if (!matches || hash === null) return await refuse();
    const newHash = await passwords.hash(next);
    const session = await auditedTransaction(db, caller, async (tx, record) => {
      const changed = await tx.users.replacePasswordHash(userId, hash, newHash);
      const changedUser = changed ? await tx.users.byId(userId) : undefined;
      if (changedUser === undefined) return undefined;
      await tx.tokens.revokeAllOf(userId);
      record({ event: 'password_change', userId });
      return await openSession(tx, tokens, changedUser);
    });
    if (session === undefined) return await refuse();
    attempt.succeed();
    return session;
  } finally {
    await attempt.end();
  }
}

/**
 * Sets the password of any user, as an administrator; all tokens of that user are revoked.
 * @throws {ApiError} 400 for broken rules, 404 when there is no such user
 */
export async function resetPassword(
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
  caller: Caller,
  body: ResetPasswordBody,
): Promise<void> {
  refuseFaults(passwordFaults(body.new_password, 'new_password'));
  const userId = userIdOf(body.user_id);
  if (userId === undefined || (await db.users.byId(userId)) === undefined) throw noSuchUser();
  const hash = await passwords.hash(body.new_password);
  await auditedTransaction(db, caller, async (tx, record) => {
    if (!(await tx.users.setPasswordHash(userId, hash))) throw noSuchUser();
    await tx.tokens.revokeAllOf(userId);
    record({ event: 'password_reset', userId });
  });
}
