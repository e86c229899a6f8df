import type { Session } from '@ownvoice/shared/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../data/database.js';
import { publicUser, type StoredUser } from '../domain/user.js';
import type { TokenIssuer } from '../services.js';

/** Signs a user in: issues a token and stores it as alive, in the transaction that the sign-in is part of. */
export async function openSession(tx: Transaction, tokens: TokenIssuer, user: StoredUser): Promise<Session> {
  const jti = uuidv7();
  const iat = Math.floor(Date.now() / 1000);
  const exp = iat + tokens.lifetime;
  await tx.tokens.insert({
    id: jti,
    userId: user.id,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  });
  const token = tokens.sign({ sub: user.id, username: user.username, role: user.role, jti, iat, exp });
  return { token, token_type: 'Bearer', expires_in: tokens.lifetime, user: publicUser(user) };
}
