import { v7 as uuidv7 } from 'uuid';
import { canonicalEmail, usernameKeyOf } from '../domain/account-rules.js';
import type { StoredUser } from '../domain/user.js';
import type { Prisma } from '../generated/client.js';

/** `emailVerified`: whether somebody other than the owner vouches for the address. */
export type NewUser = Pick<StoredUser, 'username' | 'email' | 'emailVerified' | 'passwordHash' | 'role'>;

/** What an update changes; what is absent stays as it is. */
export type UserChanges = Partial<Pick<StoredUser, 'username' | 'email' | 'emailVerified' | 'role' | 'suspended'>>;

/**
 * Users, one at a time. A write that violates a unique index throws, see `uniqueViolation`. A write that expects a value
 * to be still there changes nothing, and returns false, when another transaction was first.
 */
export class Users {
  constructor(private readonly client: Prisma.TransactionClient) {}

  async byId(id: string): Promise<StoredUser | undefined> {
    return (await this.client.user.findUnique({ where: { id } })) ?? undefined;
  }

  async byEmail(email: string): Promise<StoredUser | undefined> {
    return (await this.client.user.findUnique({ where: { email: canonicalEmail(email) } })) ?? undefined;
  }

  /** By username or e-mail address, in any case. A username has no `@`, so there is never a doubt. */
  async byName(name: string): Promise<StoredUser | undefined> {
    if (name.includes('@')) return await this.byEmail(name);
    return (await this.client.user.findUnique({ where: { usernameKey: usernameKeyOf(name) } })) ?? undefined;
  }

  /** Which of these usernames are taken, in lower case. */
  async takenUsernames(usernames: readonly string[]): Promise<string[]> {
    const keys = usernames.map(usernameKeyOf);
    const rows = await this.client.user.findMany({
      where: { usernameKey: { in: keys } },
      select: { usernameKey: true },
    });
    return rows.map(({ usernameKey }) => usernameKey);
  }

  async insert(user: NewUser): Promise<StoredUser> {
    return await this.client.user.create({
      data: {
        id: uuidv7(),
        username: user.username,
        usernameKey: usernameKeyOf(user.username),
        email: user.email === null ? null : canonicalEmail(user.email),
        emailVerified: user.emailVerified,
        passwordHash: user.passwordHash,
        role: user.role,
      },
    });
  }

  /** @throws when there is no such user */
  async update(id: string, { username, email, ...changes }: UserChanges): Promise<StoredUser> {
    return await this.client.user.update({
      where: { id },
      data: {
        ...(username !== undefined && { username, usernameKey: usernameKeyOf(username) }),
        ...(email !== undefined && { email: email === null ? null : canonicalEmail(email) }),
        ...changes,
      },
    });
  }

  /** @throws when there is no such user */
  async delete(id: string): Promise<void> {
    await this.client.user.delete({ where: { id } });
  }

  /** @throws when there is no such user */
  async setPasswordHash(id: string, passwordHash: string): Promise<void> {
    await this.client.user.update({ where: { id }, data: { passwordHash } });
  }

  /** @param from `null` for a user without a password. @returns whether the user still had it */
  async replacePasswordHash(id: string, from: string | null, to: string): Promise<boolean> {
    const where = { id, passwordHash: from };
    return (await this.client.user.updateMany({ where, data: { passwordHash: to } })).count > 0;
  }

  /**
   * Notes a sign-in for the statistics; it is no change of the record. It holds the row until the transaction ends.
   * @returns false for a suspended user
   */
  async noteSignIn(id: string): Promise<boolean> {
    const count = await this.client.$executeRaw`
      UPDATE users SET signed_in_at = now() WHERE id = ${id}::uuid AND NOT suspended`;
    return count > 0;
  }

  /** Marks an address as proven, if the user still has it. */
  async verifyEmail(id: string, email: string): Promise<void> {
    await this.client.user.updateMany({ where: { id, email }, data: { emailVerified: true } });
  }

  /**
   * Hands an account to the proven owner of its address. It holds the row until the transaction ends.
   * @param wasVerified whether the address had been proven before; if not, whoever set the password loses it, and an
   * administrator, promoted a moment ago, is not handed over
   * @returns whether the user still had that address, proven or not as expected
   */
  async claimEmail(id: string, email: string, wasVerified: boolean): Promise<boolean> {
    const { count } = await this.client.user.updateMany({
      where: { id, email, emailVerified: wasVerified, ...(!wasVerified && { role: 'user' }) },
      data: wasVerified ? { emailVerified: true } : { emailVerified: true, passwordHash: null },
    });
    return count === 1;
  }
}
