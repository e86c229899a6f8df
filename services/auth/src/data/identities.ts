import type { Identity, OAuthProvider } from '@ownvoice/shared/contract';
import type { ProviderProfile } from '../domain/oauth-profile.js';
import type { StoredUser } from '../domain/user.js';
import type { Prisma } from '../generated/client.js';

type LinkedProfile = Pick<ProviderProfile, 'provider' | 'subject' | 'verifiedEmail'>;

/** A linked identity is an account at a sign-in provider, known by the provider's unchanging subject. */
export class Identities {
  constructor(private readonly client: Prisma.TransactionClient) {}

  /** The user that an identity is linked to. */
  async userOf(provider: OAuthProvider, subject: string): Promise<StoredUser | undefined> {
    const identity = await this.client.identity.findUnique({
      where: { provider_subject: { provider, subject } },
      include: { user: true },
    });
    return identity?.user;
  }

  /** The identities of a user, oldest first. */
  async of(userId: string): Promise<Identity[]> {
    const rows = await this.client.identity.findMany({
      where: { userId },
      orderBy: [{ createdAt: 'asc' }, { provider: 'asc' }, { subject: 'asc' }],
    });
    return rows.map(({ provider, subject, email, createdAt, lastUsedAt }) => ({
      provider: provider as OAuthProvider,
      subject,
      email,
      created_at: createdAt.getTime(),
      last_used_at: lastUsedAt?.getTime() ?? null,
    }));
  }

  async link(userId: string, { provider, subject, verifiedEmail: email }: LinkedProfile): Promise<void> {
    await this.client.identity.create({ data: { provider, subject, userId, email, lastUsedAt: new Date() } });
  }

  /** Notes a sign-in, and the address that the provider reports now. */
  async use({ provider, subject, verifiedEmail: email }: LinkedProfile): Promise<void> {
    await this.client.identity.updateMany({ where: { provider, subject }, data: { email, lastUsedAt: new Date() } });
  }

  /** Unlinks the identities that a user has at a provider. @returns how many there were */
  async unlink(userId: string, provider: OAuthProvider): Promise<number> {
    return (await this.client.identity.deleteMany({ where: { userId, provider } })).count;
  }

  /** @returns how many there were */
  async unlinkAll(userId: string): Promise<number> {
    return (await this.client.identity.deleteMany({ where: { userId } })).count;
  }
}
