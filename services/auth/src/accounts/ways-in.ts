import { ApiError } from '@ownvoice/shared';
import type { Transaction } from '../data/database.js';
import type { StoredUser } from '../domain/user.js';

/**
 * Keeps an account from losing its last way in; the transaction holds the user's row.
 * @throws {ApiError} 409 when neither a password nor an identity nor a passkey is left
 */
export async function refuseOnlyWayIn(tx: Transaction, user: StoredUser): Promise<void> {
  if (user.passwordHash !== null) return;
  if ((await tx.identities.of(user.id)).length > 0 || (await tx.passkeys.of(user.id)).length > 0) return;
  throw new ApiError(409, 'This is the only way to sign in to the account. Set a password first.');
}
