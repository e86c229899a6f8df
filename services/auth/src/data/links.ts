import type { Invitation } from '@ownvoice/shared/contract';
import { type Link, Prisma } from '../generated/client.js';

/** What a link is for: a new account, or a new password for the user of `userId`. */
export type StoredLink = Pick<Link, 'userId' | 'username' | 'email' | 'role'>;
export type NewLink = StoredLink & Pick<Link, 'id' | 'tokenHash' | 'createdBy' | 'expiresAt'>;

/** Whether a link is open: it ends with its time, and when whoever created it is an administrator no more. */
const isOpen = (now: Date) => Prisma.sql`expires_at > ${now} AND (created_by IS NULL OR
  EXISTS (SELECT FROM users a WHERE a.id = created_by AND a.role = 'admin' AND NOT a.suspended))`;

/** Links that set a password, each once. */
export class Links {
  constructor(private readonly client: Prisma.TransactionClient) {}

  /** Stores a link, and removes those that have expired. */
  async insert(link: NewLink, now: Date): Promise<void> {
    await this.client.link.deleteMany({ where: { expiresAt: { lte: now } } });
    await this.client.link.create({ data: link });
  }

  /** The invitations that nobody has accepted, the oldest first. */
  async invitations(now: Date): Promise<Invitation[]> {
    return await this.client.$queryRaw<Invitation[]>`
      SELECT id::text, username, email, role::text, created_by::text,
        (extract(epoch FROM created_at) * 1000)::float8 AS created_at,
        (extract(epoch FROM expires_at) * 1000)::float8 AS expires_at
      FROM links WHERE user_id IS NULL AND ${isOpen(now)} ORDER BY id`;
  }

  async byToken(tokenHash: string, now: Date): Promise<StoredLink | undefined> {
    const [link] = await this.client.$queryRaw<StoredLink[]>`
      SELECT user_id::text AS "userId", username, email, role::text
      FROM links WHERE token_hash = ${tokenHash} AND ${isOpen(now)}`;
    return link;
  }

  /** Takes a link out of the store: of any number of uses, on any replica, one gets true. */
  async take(tokenHash: string, now: Date): Promise<boolean> {
    const taken = await this.client.$executeRaw`
      DELETE FROM links WHERE token_hash = ${tokenHash} AND ${isOpen(now)}`;
    return taken > 0;
  }

  /** @returns whether there was such an invitation */
  async removeInvitation(id: string): Promise<boolean> {
    return (await this.client.link.deleteMany({ where: { id, userId: null } })).count > 0;
  }

  /** Removes the links that set a password for a user, and with `created` those that the user created. */
  async removeOf(userId: string, { created = false } = {}): Promise<void> {
    await this.client.link.deleteMany({ where: created ? { OR: [{ userId }, { createdBy: userId }] } : { userId } });
  }
}
