import { auditedTransaction, type Caller } from '../audit/trail.js';
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
