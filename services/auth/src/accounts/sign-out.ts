import { act, type Caller } from '../audit/trail.js';
import { revokeToken, revokeTokensOf } from '../data/live-tokens.js';
import type { Services } from '../services.js';

/**
 * Signs out: this token, or with `all` every token of the user, is refused from the next request on, on every replica.
 */
export async function signOut(
  { db }: Services,
  caller: Caller,
  userId: string,
  tokenId: string,
  all: boolean,
): Promise<void> {
  await act(db.prisma, caller, async (tx, note) => {
    if (all) await revokeTokensOf(tx, userId);
    else await revokeToken(tx, tokenId);
    note({ event: 'logout', userId, ...(all && { reason: 'every session' }) });
  });
}
