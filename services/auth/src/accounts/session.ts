import type { Session } from '@ownvoice/shared/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../data/database.js';
import type { Origin } from '../domain/audit-entry.js';
import { publicUser, type StoredUser } from '../domain/user.js';
import { storedUserAgent } from '../domain/user-agent.js';
import type { TokenIssuer } from '../services.js';

/**
 * Signs a user in: issues a token and stores it as alive, in the transaction that the sign-in is part of.
 * @param origin shown in the user's list of sessions
 */
export async function openSession(
  tx: Transaction,
  tokens: TokenIssuer,
  origin: Pick<Origin, 'ip' | 'userAgent'>,
  user: StoredUser,
): Promise<Session> {
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
  await tx.users.noteSignIn(user.id);
  const token = tokens.sign({ sub: user.id, username: user.username, role: user.role, jti, iat, exp });
  return { token, token_type: 'Bearer', expires_in: tokens.lifetime, user: publicUser(user) };
}
