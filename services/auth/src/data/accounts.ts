import type { Role, UserListQuery, UserSort } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { canonicalEmail, usernameKeyOf } from '../domain/account-rules.js';
import type { Prisma, PrismaClient, User } from '../generated/client.js';

type Store = Pick<PrismaClient, 'user'>;

/** The account with this username or e-mail address, in any case. A username has no `@`, so there is never a doubt. */
export async function accountNamed(db: Store, name: string): Promise<User | null> {
  return name.includes('@')
    ? await db.user.findUnique({ where: { email: canonicalEmail(name) } })
    : await db.user.findUnique({ where: { usernameKey: usernameKeyOf(name) } });
}

export interface NewAccount {
  readonly username: string;
  readonly email: string | null;
  /** Whether somebody other than the owner vouches for the address. */
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  readonly role: Role;
}

/** Adds an account. Running into a unique index is the caller's to tell apart, see `violatedIndex`. */
export async function insertAccount(db: Store, account: NewAccount): Promise<User> {
  return await db.user.create({
    data: {
      id: uuidv7(),
      username: account.username,
      usernameKey: usernameKeyOf(account.username),
      email: account.email === null ? null : canonicalEmail(account.email),
      emailVerified: account.emailVerified,
      passwordHash: account.passwordHash,
      role: account.role,
    },
  });
}

/**
 * Locks every administrator until the transaction ends, so that what is decided on their number holds.
 * @returns their ids
 */
export async function lockAdmins(tx: Prisma.TransactionClient): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text AS id FROM users WHERE role = 'admin' ORDER BY id FOR UPDATE`;
  return new Set(rows.map(({ id }) => id));
}

/** Locks an account until the transaction ends. @returns it, or `null` when there is none */
export async function lockAccount(tx: Prisma.TransactionClient, id: string): Promise<User | null> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return await tx.user.findUnique({ where: { id } });
}

/** Lets one transaction at a time decide on whether there is any account. */
export async function lockEmptyStore(tx: Prisma.TransactionClient): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(72707370)`;
  return (await tx.user.findFirst({ select: { id: true } })) === null;
}

/** Whether there is no account at all. */
export async function isEmpty(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>({
    name: 'store-is-empty',
    text: 'SELECT NOT EXISTS (SELECT FROM users) AS empty',
  });
  return rows[0]?.empty === true;
}

const SORTS: Readonly<Record<UserSort, Prisma.UserOrderByWithRelationInput>> = {
  username: { usernameKey: 'asc' },
  '-username': { usernameKey: 'desc' },
  email: { email: { sort: 'asc', nulls: 'last' } },
  '-email': { email: { sort: 'desc', nulls: 'last' } },
  role: { role: 'asc' },
  '-role': { role: 'desc' },
  created_at: { createdAt: 'asc' },
  '-created_at': { createdAt: 'desc' },
  updated_at: { updatedAt: 'asc' },
  '-updated_at': { updatedAt: 'desc' },
};

/** Without this `%` and `_` would match anything. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The accounts that match, a page of them, and how many match altogether, all seen at one moment. */
export async function listAccounts(db: PrismaClient, query: UserListQuery): Promise<{ users: User[]; total: number }> {
  const search = query.search === undefined || query.search === '' ? undefined : literally(query.search.toLowerCase());
  const where: Prisma.UserWhereInput = {
    ...(query.role !== undefined && { role: query.role }),
    ...(search !== undefined && { OR: [{ usernameKey: { contains: search } }, { email: { contains: search } }] }),
  };
  const page = {
    ...(query.limit !== undefined && { take: Number(query.limit) }),
    ...(query.offset !== undefined && { skip: Number(query.offset) }),
  };
  const orderBy = [SORTS[query.sort ?? 'created_at'], { id: 'asc' as const }];
  const [users, total] = await db.$transaction(
    [db.user.findMany({ where, orderBy, ...page }), db.user.count({ where })],
    { isolationLevel: 'RepeatableRead' },
  );
  return { users, total };
}
