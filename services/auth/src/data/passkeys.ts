import type { Passkey as ListedPasskey } from '@ownvoice/shared/contract';
import type { Passkey, PasskeyChallenge, Prisma, PrismaClient } from '../generated/client.js';

export type StoredPasskey = Pick<Passkey, 'id' | 'userId' | 'publicKey' | 'transports'>;
export type NewPasskey = Pick<Passkey, 'id' | 'userId' | 'name' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>;

/** WebAuthn credentials. An insert of a credential that is stored already throws, see `uniqueViolation`. */
export class Passkeys {
  constructor(private readonly client: Prisma.TransactionClient) {}

  async byId(id: string): Promise<StoredPasskey | undefined> {
    return (await this.client.passkey.findUnique({ where: { id } })) ?? undefined;
  }

  /** The passkeys of a user, oldest first. */
  async of(userId: string): Promise<(StoredPasskey & { readonly listed: ListedPasskey })[]> {
    const rows = await this.client.passkey.findMany({
      where: { userId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map((row) => ({ ...row, listed: listed(row) }));
  }

  async insert(passkey: NewPasskey): Promise<ListedPasskey> {
    return listed(await this.client.passkey.create({ data: passkey }));
  }

  /**
   * Notes a sign-in, in one statement, so that of two with one counter one is rejected.
   * @returns false when the signature counter does not exceed the stored one: the credential may have been copied
   * @see https://www.w3.org/TR/webauthn-3/#sctn-sign-counter
   */
  async use(id: string, counter: number, backedUp: boolean): Promise<boolean> {
    const count = await this.client.$executeRaw`
      UPDATE passkeys SET counter = ${counter}::bigint, backed_up = ${backedUp}, last_used_at = now()
      WHERE id = ${id} AND (counter < ${counter}::bigint OR (counter = 0 AND ${counter}::bigint = 0))`;
    return count > 0;
  }

  /** Removes one passkey of a user. @returns whether there was one */
  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.client.passkey.deleteMany({ where: { userId, id } })).count > 0;
  }

  /** @returns how many there were */
  async removeAll(userId: string): Promise<number> {
    return (await this.client.passkey.deleteMany({ where: { userId } })).count;
  }
}

const listed = (row: Passkey): ListedPasskey => ({
  id: row.id,
  name: row.name,
  backed_up: row.backedUp,
  created_at: row.createdAt.getTime(),
  last_used_at: row.lastUsedAt?.getTime() ?? null,
});

/** Challenges by their SHA-256 in hexadecimal; with a user for who adds a passkey, without one for a sign-in. */
export class PasskeyChallenges {
  constructor(private readonly prisma: PrismaClient) {}

  /** Stores a challenge, and removes those that have expired. */
  async insert(challenge: PasskeyChallenge, now: Date): Promise<void> {
    await this.prisma.$transaction([
      this.prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: now } } }),
      this.prisma.passkeyChallenge.create({ data: challenge }),
    ]);
  }

  /** Takes a challenge out of the store: of any number of responses to it, on any replica, one gets true. */
  async take({ challengeHash, userId }: Omit<PasskeyChallenge, 'expiresAt'>, now: Date): Promise<boolean> {
    const where = { challengeHash, userId, expiresAt: { gt: now } };
    return (await this.prisma.passkeyChallenge.deleteMany({ where })).count > 0;
  }
}
