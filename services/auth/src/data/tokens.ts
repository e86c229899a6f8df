import type { SessionEntry } from '@ownvoice/shared/contract';
import type { StoredUser } from '../domain/user.js';
import type { IssuedToken, Prisma } from '../generated/client.js';
import { REMOVAL_BATCH } from './sql.js';

/** The id is the token's `jti`; address and user agent are those of the sign-in. */
type NewToken = Omit<IssuedToken, 'lastUsedAt'>;

/** The sessions of a user that are listed at most. */
const MAX_LISTED = 1_000;

/** Tokens that are alive. Revocation deletes the row, so that every replica rejects the token at the next request. */
export class Tokens {
  constructor(private readonly client: Prisma.TransactionClient) {}

  async insert(token: NewToken): Promise<void> {
    await this.client.issuedToken.create({ data: token });
  }

  /** Whose token it is, while it is alive. */
  async ownerOf(tokenId: string): Promise<StoredUser | undefined> {
    const token = await this.client.issuedToken.findFirst({
      where: { id: tokenId, expiresAt: { gt: new Date() } },
      include: { user: true },
    });
    return token?.user;
  }

  /** The tokens of a user that are alive, the last used first. Of too many, the current one is always there. */
  async of(userId: string, current: string, now: Date): Promise<SessionEntry[]> {
    const isAlive = { userId, expiresAt: { gt: now } };
    const rows = await this.client.issuedToken.findMany({
      where: { ...isAlive, id: { not: current } },
      orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
      take: MAX_LISTED - 1,
    });
    rows.push(...(await this.client.issuedToken.findMany({ where: { ...isAlive, id: current } })));
    rows.sort((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime() || (a.id < b.id ? 1 : -1));
    return rows.map(({ id, issuedAt, lastUsedAt, expiresAt, ip, userAgent }) => ({
      id,
      created_at: issuedAt.getTime(),
      last_used_at: lastUsedAt.getTime(),
      expires_at: expiresAt.getTime(),
      ip,
      user_agent: userAgent,
      current: id === current,
    }));
  }

  /** Revokes one token of a user. @returns whether it was alive */
  async revokeOf(userId: string, tokenId: string): Promise<boolean> {
    return (await this.client.issuedToken.deleteMany({ where: { id: tokenId, userId } })).count > 0;
  }

  /** Revokes every token of a user, and the codes that would be exchanged for one. @returns how many tokens there were */
  async revokeAllOf(userId: string): Promise<number> {
    await this.client.signInCode.deleteMany({ where: { userId } });
    return (await this.client.issuedToken.deleteMany({ where: { userId } })).count;
  }

  /** Revokes every token of every user. @returns how many there were */
  async revokeAll(): Promise<number> {
    await this.client.signInCode.deleteMany();
    return (await this.client.issuedToken.deleteMany()).count;
  }

  /**
   * Removes tokens that have expired, one batch of them; they are rejected anyway. Rows that another replica removes at the
   * same time are left to it.
   * @returns how many; fewer than a batch were the last
   */
  async removeExpired(now: Date): Promise<number> {
    return await this.client.$executeRaw`DELETE FROM issued_tokens WHERE id IN
      (SELECT id FROM issued_tokens WHERE expires_at <= ${now} LIMIT ${REMOVAL_BATCH} FOR UPDATE SKIP LOCKED)`;
  }
}
