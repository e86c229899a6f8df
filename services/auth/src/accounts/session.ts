import type { Session } from '@ownvoice/shared/contract';
import { v7 as uuidv7 } from 'uuid';
import { type Account, publicUser } from '../domain/user.js';
import type { PrismaClient } from '../generated/client.js';
import type { TokenCodec } from '../tokens/token-codec.js';

/**
 * Signs a user in: makes a token and lets it live.
 * @param db the store, or the transaction that the sign-in is part of
 */
export async function openSession(
  db: Pick<PrismaClient, 'issuedToken'>,
  tokens: TokenCodec,
  user: Account,
): Promise<Session> {
  const id = uuidv7();
  const iat = Math.floor(Date.now() / 1000);
  const exp = iat + tokens.lifetime;
  await db.issuedToken.create({
    data: { id, userId: user.id, issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) },
  });
  const token = tokens.sign({ sub: user.id, username: user.username, role: user.role, jti: id, iat, exp });
  return { token, token_type: 'Bearer', expires_in: tokens.lifetime, user: publicUser(user) };
}
