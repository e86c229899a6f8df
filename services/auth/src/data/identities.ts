import type { OAuthProvider } from '@ownvoice/shared/contract';
import type { StoredUser } from '../domain/user.js';
import type { Prisma } from '../generated/client.js';

/** A linked identity is an account at a sign-in provider, known by the provider's unchanging subject. */
export class Identities {
  readonly #client: Prisma.TransactionClient;

  constructor(client: Prisma.TransactionClient) {
    this.#client = client;
  }

  /** The user that an identity is linked to. */
  async userOf(provider: OAuthProvider, subject: string): Promise<StoredUser | undefined> {
    const identity = await this.#client.identity.findUnique({
      where: { provider_subject: { provider, subject } },
      include: { user: true },
    });
    return identity?.user;
  }

  async link(userId: string, provider: OAuthProvider, subject: string): Promise<void> {
    await this.#client.identity.create({ data: { provider, subject, userId } });
  }

  async unlinkAll(userId: string): Promise<void> {
    await this.#client.identity.deleteMany({ where: { userId } });
  }
}
