import type { Role, User } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { usernameKeyOf } from '../domain/account-rules.js';
import type { PrismaClient } from '../generated/client.js';
import { defaultAdmin } from './default-admin.js';

const COLUMNS = `u.id, u.username, u.email, u.role,
    (extract(epoch FROM u.created_at) * 1000)::float8 AS created_at,
    (extract(epoch FROM u.updated_at) * 1000)::float8 AS updated_at`;

/** By primary keys, in one statement: whether the token lives, and whose it is now. */
const HOLDER = {
  name: 'token-holder',
  text: `SELECT ${COLUMNS} FROM issued_tokens t JOIN users u ON u.id = t.user_id WHERE t.id = $1`,
};

/** The same in single-user mode, where the tokens of everyone but the default admin count for nothing. */
const ONLY_HOLDER = {
  name: 'token-only-holder',
  text: `${HOLDER.text} AND u.id = (${defaultAdmin('$2')})`,
};

/** The row of a live token's user, times in milliseconds since the Unix epoch. */
interface HolderRow {
  id: string;
  username: string;
  email: string | null;
  role: Role;
  created_at: number;
  updated_at: number;
}

/**
 * Whose token this is, if it has not been revoked. Every request asks, so it goes past Prisma's client, by a prepared
 * statement on the same pool.
 * @param tokenId the token's `jti`
 * @param onlyAdmin the default admin's username in single-user mode
 */
export async function holderOf(pool: pg.Pool, tokenId: string, onlyAdmin?: string): Promise<User | undefined> {
  const query =
    onlyAdmin === undefined
      ? { ...HOLDER, values: [tokenId] }
      : { ...ONLY_HOLDER, values: [tokenId, usernameKeyOf(onlyAdmin)] };
  const { rows } = await pool.query<HolderRow>(query);
  return rows[0];
}

/** Revokes one token. It is no error that it is dead already. */
export async function revokeToken(db: Pick<PrismaClient, 'issuedToken'>, tokenId: string): Promise<void> {
  await db.issuedToken.deleteMany({ where: { id: tokenId } });
}

/** Revokes every token of a user. @returns how many there were */
export async function revokeTokensOf(db: Pick<PrismaClient, 'issuedToken'>, userId: string): Promise<number> {
  const { count } = await db.issuedToken.deleteMany({ where: { userId } });
  return count;
}

/** Removes the rows of tokens that have expired; they would be refused anyway. */
export async function forgetExpiredTokens(db: Pick<PrismaClient, 'issuedToken'>, now: Date): Promise<void> {
  await db.issuedToken.deleteMany({ where: { expiresAt: { lte: now } } });
}
