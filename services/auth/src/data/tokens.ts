import type { Prisma } from '../generated/client.js';
import { REMOVAL_BATCH, type Removal } from './removal.js';

export interface NewToken {
  /** The token's `jti`. */
  readonly id: string;
  readonly userId: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Tokens that are alive. Revocation deletes the row, so that every replica refuses the token at the next request. */
export class Tokens {
  readonly #client: Prisma.TransactionClient;

  constructor(client: Prisma.TransactionClient) {
    this.#client = client;
  }

  async insert(token: NewToken): Promise<void> {
    await this.#client.issuedToken.create({ data: token });
  }

  /** Revokes one token, if it is still alive. */
  async revoke(tokenId: string): Promise<void> {
    await this.#client.issuedToken.deleteMany({ where: { id: tokenId } });
  }

  /** Revokes every token of a user. @returns how many there were */
  async revokeAllOf(userId: string): Promise<number> {
    const { count } = await this.#client.issuedToken.deleteMany({ where: { userId } });
    return count;
  }

  /** Revokes every token of every user. @returns how many there were */
  async revokeAll(): Promise<number> {
    const { count } = await this.#client.issuedToken.deleteMany();
    return count;
  }

  /**
   * Removes tokens that have expired, one batch of them; they are refused anyway. Rows that another replica removes at the
   * same time are left to it.
   */
  async removeExpired(now: Date): Promise<Removal> {
    const removed = await this.#client.$executeRaw`DELETE FROM issued_tokens WHERE id IN
      (SELECT id FROM issued_tokens WHERE expires_at <= ${now} LIMIT ${REMOVAL_BATCH} FOR UPDATE SKIP LOCKED)`;
    return { removed, more: removed === REMOVAL_BATCH };
  }
}
