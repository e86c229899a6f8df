import type { Session } from '@ownvoice/shared/contract';
import { v7 as uuidv7 } from 'uuid';
import { auditedTransaction } from '../audit-log.js';
import type { Transaction } from '../data/database.js';
import { storedUserAgent } from '../domain/audit-entry.js';
import { publicUser, type StoredUser, uuidOf } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Context, RequestContext } from '../services.js';

/**
 * Signs a user in: issues a token and stores it as alive, in the transaction that the sign-in is part of.
 * @throws {ApiError} 403 for a suspended user
 */
export async function openSession(
  tx: Transaction,
  { tokens, caller: { origin } }: Pick<RequestContext, 'tokens' | 'caller'>,
  user: StoredUser,
): Promise<Session> {
  // First: a suspension then waits for this transaction, and revokes its token.
  if (!(await tx.users.noteSignIn(user.id))) throw apiError('suspended');
  const jti = uuidv7();
  const iat = Math.floor(Date.now() / 1000);
  const exp = iat + tokens.lifetime;
  await tx.tokens.insert({
    id: jti,
    userId: user.id,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
    ip: origin.ip,
    userAgent: storedUserAgent(origin.userAgent),
  });
  const token = tokens.sign({ sub: user.id, username: user.username, role: user.role, jti, iat, exp });
  return { token, token_type: 'Bearer', expires_in: tokens.lifetime, user: publicUser(user) };
}

/** Signs out: revokes one token, or with `all` every token of the user, on every replica from the next request on. */
export async function signOut(context: Context, userId: string, tokenId: string, all: boolean): Promise<void> {
  await auditedTransaction(context, async (tx, record) => {
    if (all) await tx.tokens.revokeAllOf(userId);
    else await tx.tokens.revokeOf(userId, tokenId);
    record({ event: 'logout', userId, ...(all && { reason: 'every_session' }) });
  });
}

/** Ends one of a user's sessions. @throws {ApiError} 404 when it is not alive, or another user's */
export async function endSession(context: Context, userId: string, id: string): Promise<void> {
  const tokenId = uuidOf(id);
  await auditedTransaction(context, async (tx, record) => {
    const ended = tokenId !== undefined && (await tx.tokens.revokeOf(userId, tokenId));
    if (!ended) throw apiError('unknown_session');
    record({ event: 'tokens_revoke', userId, reason: 'one_session' });
  });
}
