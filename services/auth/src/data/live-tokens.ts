import type { User } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { usernameKeyOf } from '../domain/account-rules.js';
import type { PrismaClient } from '../generated/client.js';
import { defaultAdmin } from './default-admin.js';

const COLUMNS = `u.id, u.username, u.email, u.role,
    (extract(epoch FROM u.created_at) * 1000)::float8 AS created_at,
    (extract(epoch FROM u.updated_at) * 1000)::float8 AS updated_at`;

/** By primary keys, in one statement: which of these tokens live, and whose they are now. */
const HOLDERS = {
  name: 'token-holders',
  text: `SELECT t.id AS token_id, ${COLUMNS}
    FROM issued_tokens t JOIN users u ON u.id = t.user_id WHERE t.id = ANY($1::uuid[])`,
};

/** The same in single-user mode, where the tokens of everyone but the default admin count for nothing. */
const ONLY_HOLDERS = {
  name: 'token-only-holders',
  text: `${HOLDERS.text} AND u.id = (${defaultAdmin('$2')})`,
};

/** The row of a live token's user, times in milliseconds since the Unix epoch. */
interface HolderRow extends User {
  token_id: string;
}

interface Question {
  readonly tokenId: string;
  readonly resolve: (holder: User | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Whose tokens these are, if they have not been revoked. Every request asks, so it goes past Prisma's client, by a
 * prepared statement on the same pool, and requests that arrive together ask together. Nothing is ever remembered: each
 * answer comes from a query that was sent after its request had come.
 */
export class TokenHolders {
  readonly #pool: pg.Pool;
  readonly #onlyAdmin: string | undefined;
  #questions: Question[] = [];

  /** @param onlyAdmin the default admin's username in single-user mode */
  constructor(pool: pg.Pool, onlyAdmin: string | undefined) {
    this.#pool = pool;
    this.#onlyAdmin = onlyAdmin === undefined ? undefined : usernameKeyOf(onlyAdmin);
  }

  /** @param tokenId the token's `jti` */
  holderOf(tokenId: string): Promise<User | undefined> {
    return new Promise((resolve, reject) => {
      // Requests of other connections that have come already are read before this runs, and join in.
      if (this.#questions.length === 0) setImmediate(() => void this.#ask(this.#questions.splice(0)));
      this.#questions.push({ tokenId, resolve, reject });
    });
  }

  async #ask(questions: readonly Question[]): Promise<void> {
    const ids = questions.map(({ tokenId }) => tokenId);
    try {
      const { rows } = await this.#pool.query<HolderRow>(
        this.#onlyAdmin === undefined
          ? { ...HOLDERS, values: [ids] }
          : { ...ONLY_HOLDERS, values: [ids, this.#onlyAdmin] },
      );
      const holders = new Map(rows.map(({ token_id, ...user }) => [token_id, user]));
      for (const { tokenId, resolve } of questions) resolve(holders.get(tokenId));
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  }
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
