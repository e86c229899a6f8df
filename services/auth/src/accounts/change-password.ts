import { ApiError } from '@ownvoice/shared';
import type { ChangePasswordBody, ResetPasswordBody, Session } from '@ownvoice/shared/contract';
import { auditedTransaction, type Caller, recordFailure } from '../audit/trail.js';
import { passwordFaults } from '../domain/account-rules.js';
import { userIdOf } from '../domain/user.js';
import type { Verdict } from '../limits/login-limit.js';
import type { Services } from '../services.js';
import { recordLockout } from './lockout.js';
import { noSuchUser, refuseFaults, unreadableFaults } from './refusals.js';
import { openSession } from './session.js';

const wrongPassword = (): never => {
  throw new ApiError(403, 'The current password is wrong.');
};

/**
 * Changes the password of the signed-in user; every token of theirs dies but the new one.
 * @throws {ApiError} 400 for broken rules or the same password again, 403 when the current one is wrong, which counts
 * as a failed sign-in, 429, 503
 */
export async function changePassword(
  services: Services,
  caller: Caller,
  userId: string,
  body: ChangePasswordBody,
): Promise<Session> {
  const { current_password: current, new_password: next } = body;
  refuseFaults([...unreadableFaults(current, 'current_password'), ...passwordFaults(next, 'new_password')]);
  if (current === next) refuseFaults(['new_password must differ from the current password.']);
  return await services.loginLimit.attempt(
    caller.origin.ip ?? '',
    () => judge(services, caller, userId, current, next),
    (first) => recordLockout(services, caller, first),
  );
}

async function judge(
  { db, passwords, tokens }: Services,
  caller: Caller,
  userId: string,
  current: string,
  next: string,
): Promise<Verdict<Session>> {
  const [user, prefixes] = await Promise.all([db.users.byId(userId), db.userQueries.argon2idPrefixes()]);
  const hash = user?.passwordHash ?? null;
  const failed = async (): Promise<Verdict<Session>> => {
    await recordFailure(db, caller, { event: 'password_change', userId, reason: 'wrong current password' });
    return { kind: 'wrong', answer: wrongPassword };
  };
  const matches = await passwords.compare({ password: current, hash, argon2idPrefixes: prefixes });
  if (!matches || hash === null) return await failed();
  const passwordHash = await passwords.hash(next);
  const session = await auditedTransaction(db, caller, async (tx, record) => {
    const replaced = await tx.users.replacePasswordHash(userId, hash, passwordHash);
    const changed = replaced ? await tx.users.byId(userId) : undefined;
    if (changed === undefined) return undefined;
    await tx.tokens.revokeAllOf(userId);
    record({ event: 'password_change', userId });
    return await openSession(tx, tokens, changed);
  });
  return session === undefined ? await failed() : { kind: 'right', answer: () => session };
}

/**
 * Sets the password of any account, as an administrator; every token of that user dies.
 * @throws {ApiError} 400 for broken rules, 404 when there is no such user
 */
export async function resetPassword(
  { db, passwords }: Pick<Services, 'db' | 'passwords'>,
  caller: Caller,
  body: ResetPasswordBody,
): Promise<void> {
  refuseFaults(passwordFaults(body.new_password, 'new_password'));
  const id = userIdOf(body.user_id);
  if (id === undefined || (await db.users.byId(id)) === undefined) throw noSuchUser();
  const passwordHash = await passwords.hash(body.new_password);
  await auditedTransaction(db, caller, async (tx, record) => {
    if (!(await tx.users.setPasswordHash(id, passwordHash))) throw noSuchUser();
    await tx.tokens.revokeAllOf(id);
    record({ event: 'password_reset', userId: id });
  });
}
