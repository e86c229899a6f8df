import { v7 as uuidv7 } from 'uuid';
import { usernameKeyOf } from '../domain/account-rules.js';
import type { UserRecord } from '../domain/user-record.js';
import type { Prisma } from '../generated/client.js';

const BATCH = 500;

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH);
}

/** Users in bulk, on their way between two stores. */
export class UserRecords {
  constructor(private readonly client: Prisma.TransactionClient) {}

  /** Every user, oldest first, read in batches. */
  async *all(): AsyncGenerator<UserRecord, void, void> {
    for (let after: string | undefined; ; ) {
      const users = await this.client.user.findMany({
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        include: { identities: { select: { provider: true, subject: true }, orderBy: { createdAt: 'asc' } } },
        take: BATCH,
        ...(after !== undefined && { cursor: { id: after }, skip: 1 }),
      });
      for (const user of users) {
        yield {
          username: user.username,
          email: user.email,
          email_verified: user.emailVerified,
          role: user.role,
          ...(user.suspended && { suspended: true }),
          password_hash: user.passwordHash,
          identities: user.identities,
          created_at: user.createdAt.getTime(),
        };
      }
      after = users.at(-1)?.id;
      if (users.length < BATCH) return;
    }
  }

  /** Which usernames and e-mail addresses are taken by other users, each as `username x` or `email x`. */
  async taken(records: readonly UserRecord[]): Promise<string[]> {
    const taken: string[] = [];
    for (const batch of batchesOf(records)) {
      const keys = new Set(batch.map(({ username }) => usernameKeyOf(username)));
      const emails = new Set(batch.flatMap(({ email }) => (email === null ? [] : [email])));
      const rows = await this.client.user.findMany({
        where: { OR: [{ usernameKey: { in: [...keys] } }, { email: { in: [...emails] } }] },
        select: { usernameKey: true, email: true },
      });
      for (const { usernameKey, email } of rows) {
        if (keys.has(usernameKey)) taken.push(`username ${usernameKey}`);
        if (email !== null && emails.has(email)) taken.push(`email ${email}`);
      }
    }
    return taken;
  }

  async insertAll(records: readonly UserRecord[]): Promise<void> {
    for (const batch of batchesOf(records)) {
      const users = batch.map((record) => ({ id: uuidv7(), record }));
      await this.client.user.createMany({
        data: users.map(({ id, record }) => ({
          id,
          username: record.username,
          usernameKey: usernameKeyOf(record.username),
          email: record.email,
          emailVerified: record.email_verified,
          passwordHash: record.password_hash,
          role: record.role,
          suspended: record.suspended ?? false,
          createdAt: new Date(record.created_at),
        })),
      });
      const identities = users.flatMap(({ id, record }) =>
        record.identities.map((identity) => ({ ...identity, userId: id })),
      );
      if (identities.length > 0) await this.client.identity.createMany({ data: identities });
    }
  }
}
