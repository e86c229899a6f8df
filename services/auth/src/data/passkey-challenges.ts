import type { PrismaClient } from '../generated/client.js';

export interface StoredChallenge {
  /** SHA-256 in hexadecimal. */
  readonly challengeHash: string;
  /** Who adds a passkey; `null` for a sign-in. */
  readonly userId: string | null;
  readonly expiresAt: Date;
}

export class PasskeyChallenges {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  /** Stores a challenge, and removes those that have expired. */
  async insert(challenge: StoredChallenge, now: Date): Promise<void> {
    await this.#prisma.$transaction([
      this.#prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: now } } }),
      this.#prisma.passkeyChallenge.create({ data: challenge }),
    ]);
  }

  /** Takes a challenge out of the store: of any number of answers to it, on any replica, one gets true. */
  async take({ challengeHash, userId }: Omit<StoredChallenge, 'expiresAt'>, now: Date): Promise<boolean> {
    const { count } = await this.#prisma.passkeyChallenge.deleteMany({
      where: { challengeHash, userId, expiresAt: { gt: now } },
    });
    return count > 0;
  }
}
