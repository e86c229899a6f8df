import { v7 as uuidv7 } from 'uuid';
import { usernameKeyOf } from '../domain/account-rules.js';
import type { UserRecord } from '../domain/user-record.js';
import type { Prisma, PrismaClient } from '../generated/client.js';

const batch = 500;

/** Every account as a record, oldest first, read in batches. */
export async function* exportUsers(db: PrismaClient): AsyncGenerator<UserRecord, void, void> {
  for (let after: string | undefined; ; ) {
    const users = await db.user.findMany({
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      include: { identities: { select: { provider: true, subject: true }, orderBy: { createdAt: 'asc' } } },
      take: batch,
      ...(after !== undefined && { cursor: { id: after }, skip: 1 }),
    });
    for (const user of users) {
      yield {
        username: user.username,
        email: user.email,
        email_verified: user.emailVerified,
        role: user.role,
        password_hash: user.passwordHash,
        identities: user.identities,
        created_at: user.createdAt.getTime(),
      };
    }
    after = users.at(-1)?.id;
    if (users.length < batch) return;
  }
}

/** Which usernames and e-mail addresses of some records belong to accounts already, each as `username x` or `email x`. */
export async function takenNames(db: Pick<PrismaClient, 'user'>, records: readonly UserRecord[]): Promise<string[]> {
  const taken: string[] = [];
  for (let from = 0; from < records.length; from += batch) {
    const part = records.slice(from, from + batch);
    const keys = part.map(({ username }) => usernameKeyOf(username));
    const emails = part.flatMap(({ email }) => (email === null ? [] : [email]));
    const rows = await db.user.findMany({
      where: { OR: [{ usernameKey: { in: keys } }, { email: { in: emails } }] },
      select: { usernameKey: true, email: true },
    });
    const wanted = { keys: new Set(keys), emails: new Set(emails) };
    for (const row of rows) {
      if (wanted.keys.has(row.usernameKey)) taken.push(`username ${row.usernameKey}`);
      if (row.email !== null && wanted.emails.has(row.email)) taken.push(`email ${row.email}`);
    }
  }
  return taken;
}

/** Adds an account for each record. Within a transaction it is all of them or none. */
export async function importUsers(tx: Prisma.TransactionClient, records: readonly UserRecord[]): Promise<void> {
  for (let from = 0; from < records.length; from += batch) {
    const part = records.slice(from, from + batch).map((record) => ({ id: uuidv7(), record }));
    await tx.user.createMany({
      data: part.map(({ id, record }) => ({
        id,
        username: record.username,
        usernameKey: usernameKeyOf(record.username),
        email: record.email,
        emailVerified: record.email_verified,
        passwordHash: record.password_hash,
        role: record.role,
        createdAt: new Date(record.created_at),
      })),
    });
    const identities = part.flatMap(({ id, record }) =>
      record.identities.map((identity) => ({ ...identity, userId: id })),
    );
    if (identities.length > 0) await tx.identity.createMany({ data: identities });
  }
}
