import { ApiError } from '@ownvoice/shared';
import { auditedTransaction, type Caller } from '../audit/trail.js';
import { uuidOf } from '../domain/user.js';
import type { Services } from '../services.js';

/** Signs out: revokes one token, or with `all` every token of the user, on every replica from the next request on. */
export async function signOut(
  { db }: Services,
  caller: Caller,
  userId: string,
  tokenId: string,
  all: boolean,
): Promise<void> {
  await auditedTransaction(db, caller, async (tx, record) => {
    if (all) await tx.tokens.revokeAllOf(userId);
    else await tx.tokens.revoke(tokenId);
    record({ event: 'logout', userId, ...(all && { reason: 'every session' }) });
  });
}

/** Ends one of a user's sessions. @throws {ApiError} 404 when it is not alive, or another user's */
export async function endSession({ db }: Services, caller: Caller, userId: string, id: string): Promise<void> {
  const tokenId = uuidOf(id);
  await auditedTransaction(db, caller, async (tx, record) => {
    const ended = tokenId !== undefined && (await tx.tokens.revokeOf(userId, tokenId));
    if (!ended) throw new ApiError(404, 'There is no such session.');
    record({ event: 'tokens_revoke', userId, reason: 'one session' });
  });
}
