import type { Prisma } from '../generated/client.js';

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

  /** Removes tokens that have expired; they are refused anyway. */
  async removeExpired(now: Date): Promise<void> {
    await this.#client.issuedToken.deleteMany({ where: { expiresAt: { lte: now } } });
  }
}
