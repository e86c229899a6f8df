import type { StoredUser } from '../domain/user.js';
import type { Prisma } from '../generated/client.js';

/** Keys of advisory locks; Prisma's migrations have the number before. */
const FIRST_USER_LOCK = 72_707_370;
const NEW_USERNAME_LOCK = 72_707_371;

/** Locks that are held until the transaction ends, so that what is decided on the locked rows holds. */
export class Locks {
  constructor(private readonly client: Prisma.TransactionClient) {}

  /** Locks every administrator who is not suspended. @returns their ids */
  async admins(): Promise<ReadonlySet<string>> {
    const rows = await this.client.$queryRaw<{ id: string }[]>`
      SELECT id::text AS id FROM users WHERE role = 'admin' AND NOT suspended ORDER BY id FOR UPDATE`;
    return new Set(rows.map(({ id }) => id));
  }

  /** Locks a user. @returns it, or `undefined` when there is none */
  async user(id: string): Promise<StoredUser | undefined> {
    await this.client.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
    return (await this.client.user.findUnique({ where: { id } })) ?? undefined;
  }

  /** Keeps a password as it is, and lets one sign-in of a user at a time note it. @returns whether the user still has this hash */
  async passwordHash(id: string, passwordHash: string): Promise<boolean> {
    const rows = await this.client.$queryRaw<unknown[]>`
      SELECT 1 FROM users WHERE id = ${id}::uuid AND password_hash = ${passwordHash} FOR NO KEY UPDATE`;
    return rows.length > 0;
  }

  /** Lets one transaction at a time make the first user. @returns whether there is none yet */
  async firstUser(): Promise<boolean> {
    await this.client.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_USER_LOCK})`;
    return (await this.client.user.findFirst({ select: { id: true } })) === null;
  }

  /** Lets one transaction at a time look for a free username, so that a hundred of one name don't conflict again and again. */
  async newUsername(): Promise<void> {
    await this.client.$executeRaw`SELECT pg_advisory_xact_lock(${NEW_USERNAME_LOCK})`;
  }
}
