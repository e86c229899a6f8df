import type { ChangePasswordBody, ResetPasswordBody, Session, User } from '@ownvoice/shared/contract';
import { auditedTransaction } from '../audit-log.js';
import { canonicalPassword, passwordFaults } from '../domain/account-rules.js';
import { apiError } from '../errors.js';
import type { Context, RequestContext } from '../services.js';
import { flowsOf } from './login-attempt.js';
import { accountFaults, existingUser, lockedUser, recordingRejection, rejectFaults } from './rejections.js';
import { openSession } from './session.js';
import { dropSignInMethods } from './sign-in-methods.js';

/**
 * Changes the password of the signed-in user; all older tokens of the user are revoked. An account without a password,
 * made by single sign-on, gets its first one.
 * @param hash the stored one that the request's current password matches; `null` for an account without a password
 * @throws {ApiError} 400 for broken rules or the same password again, 403 when another change was first, 503
 */
export async function changePassword(
  context: RequestContext,
  owner: Pick<User, 'id' | 'username'>,
  hash: string | null,
  { current_password: current, new_password: next }: ChangePasswordBody,
): Promise<Session> {
  rejectFaults(passwordFaults(next, 'new_password'));
  if (current !== undefined && canonicalPassword(current) === canonicalPassword(next))
    rejectFaults([{ field: 'new_password', code: 'same_password' }]);
  const newHash = await context.passwords.hash(next, { priority: 'high', flows: flowsOf(context, owner.username) });
  const session = await auditedTransaction(context, async (tx, record) => {
    const changed = await tx.users.replacePasswordHash(owner.id, hash, newHash);
    const user = changed ? await tx.users.byId(owner.id) : undefined;
    if (user === undefined) return undefined;
    await tx.tokens.revokeAllOf(owner.id);
    await tx.links.removeOf(owner.id);
    record({ event: 'password_change', userId: owner.id });
    return await openSession(tx, context, user);
  });
  // Another change of the password was first.
  if (session === undefined) throw apiError('wrong_password');
  return session;
}

/**
 * Sets the password of any user, as an administrator, who vouches for the e-mail address: the given one, or the present
 * one. All tokens, linked identities, passkeys, API keys and links of that user are dropped.
 * @throws {ApiError} 400 for broken rules, 404 when there is no such user, 409 when the address is taken
 */
export async function resetPassword(
  context: Context,
  { user_id: id, new_password: password, email }: ResetPasswordBody,
): Promise<void> {
  rejectFaults([...accountFaults({ email }), ...passwordFaults(password, 'new_password')]);
  const { id: userId } = await existingUser(context, id);
  await recordingRejection(context, { event: 'password_reset', userId }, async () => {
    const hash = await context.passwords.hash(password, { priority: 'high', flows: flowsOf(context) });
    await auditedTransaction(context, async (tx, record) => {
      const before = await lockedUser(tx, userId);
      const address = email === undefined ? before.email : email;
      await tx.users.update(userId, { email: address, emailVerified: address !== null });
      await tx.users.setPasswordHash(userId, hash);
      const changes = [...(email === undefined ? [] : ['email']), ...(await dropSignInMethods(tx, userId))];
      record({ event: 'password_reset', userId, ...(changes.length > 0 && { reason: changes.join(' ') }) });
    });
  });
}
