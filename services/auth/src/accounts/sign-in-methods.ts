import { type Identity, OAUTH_PROVIDERS } from '@ownvoice/shared/contract';
import type { Transaction } from '../data/database.js';
import type { StoredUser } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { RequestContext, Services } from '../services.js';
import { existingUser, lockedUser, recordedTransaction } from './rejections.js';

/** The accounts at sign-in providers that open an account here. @throws {ApiError} 404 when there is no such user */
export async function linkedIdentities(context: Pick<Services, 'db'>, id: string): Promise<Identity[]> {
  return await context.db.identities.of((await existingUser(context, id)).id);
}

/**
 * Unlinks a user from a provider, by the user or an administrator.
 * @throws {ApiError} 404 for no such user or identity, 409 when the account could not be signed in to any more
 */
export async function unlinkIdentity(
  context: RequestContext,
  { id, provider: name }: { id: string; provider: string },
): Promise<void> {
  const { db } = context;
  const { id: userId } = await existingUser(context, id);
  const provider = OAUTH_PROVIDERS.find((one) => one === name);
  const linked = await db.identities.of(userId);
  if (provider === undefined || !linked.some((one) => one.provider === provider)) throw apiError('not_linked');
  await recordedTransaction(context, { event: 'identity_unlink', userId }, async (tx, record) => {
    const user = await lockedUser(tx, userId);
    if ((await tx.identities.unlink(userId, provider)) === 0) throw apiError('not_linked');
    await requireAnotherSignInMethod(tx, user);
    record({ event: 'identity_unlink', userId, reason: provider });
  });
}

/**
 * Drops every way into an account but its password and its second factor: one of them may be a stranger's. With it go the
 * links that the user created.
 * @returns what there was, for the audit log
 */
export async function dropSignInMethods(tx: Transaction, userId: string): Promise<string[]> {
  await tx.tokens.revokeAllOf(userId);
  await tx.links.removeOf(userId, { created: true });
  const dropped = {
    identities: await tx.identities.unlinkAll(userId),
    passkeys: await tx.passkeys.removeAll(userId),
    keys: await tx.apiKeys.removeAll(userId),
  };
  return Object.entries(dropped).flatMap(([name, count]) => (count > 0 ? [`${name}_dropped`] : []));
}

/**
 * Keeps an account from losing its last way in; the transaction holds the user's row.
 * @throws {ApiError} 409 when neither a password nor an identity nor a passkey is left
 */
export async function requireAnotherSignInMethod(tx: Transaction, user: StoredUser): Promise<void> {
  if (user.passwordHash !== null) return;
  if ((await tx.identities.of(user.id)).length > 0 || (await tx.passkeys.of(user.id)).length > 0) return;
  throw apiError('only_sign_in_method');
}
