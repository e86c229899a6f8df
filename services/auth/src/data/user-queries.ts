import type { UserListQuery, UserSort } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { usernameKeyOf } from '../domain/account-rules.js';
import type { StoredUser } from '../domain/user.js';
import type { Prisma, PrismaClient } from '../generated/client.js';
import { defaultAdminQuery } from './default-admin.js';

const IS_EMPTY = { name: 'no-users', text: 'SELECT NOT EXISTS (SELECT FROM users) AS empty' };
const DEFAULT_ADMIN = { name: 'default-admin', text: defaultAdminQuery('$1') };
/** Reads an index that is empty unless such hashes were imported. */
const ARGON2ID_PREFIXES = {
  name: 'argon2id-prefixes',
  text: `SELECT DISTINCT substring(password_hash FROM '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+') AS prefix
    FROM users WHERE password_hash LIKE '$argon2id$%'`,
};

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

/** Escapes what `LIKE` would read as a pattern. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Questions about all users. What every sign-in asks is a prepared statement on the pool. */
export class UserQueries {
  readonly #prisma: PrismaClient;
  readonly #pool: pg.Pool;

  constructor(prisma: PrismaClient, pool: pg.Pool) {
    this.#prisma = prisma;
    this.#pool = pool;
  }

  /** Whether there is no user at all. */
  async isEmpty(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ empty: boolean }>(IS_EMPTY);
    return rows[0]?.empty === true;
  }

  /** The one user who signs in in single-user mode. @returns `undefined` when there is no administrator yet */
  async defaultAdminId(username: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ id: string }>({ ...DEFAULT_ADMIN, values: [usernameKeyOf(username)] });
    return rows[0]?.id;
  }

  /** The cost of every stored argon2id hash, each once, as the beginning of a hash: `$argon2id$v=19$m=19456,t=2,p=1`. */
  async argon2idPrefixes(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ prefix: string }>(ARGON2ID_PREFIXES);
    return rows.map(({ prefix }) => prefix);
  }

  /** A page of the users that match, and how many match in all, both of one snapshot. */
  async list(query: UserListQuery): Promise<{ users: StoredUser[]; total: number }> {
    const search = query.search === undefined || query.search === '' ? undefined : literal(query.search.toLowerCase());
    const where: Prisma.UserWhereInput = {
      ...(query.role !== undefined && { role: query.role }),
      ...(search !== undefined && { OR: [{ usernameKey: { contains: search } }, { email: { contains: search } }] }),
    };
    const page = {
      ...(query.limit !== undefined && { take: Number(query.limit) }),
      ...(query.offset !== undefined && { skip: Number(query.offset) }),
    };
    const orderBy = [SORTS[query.sort ?? 'created_at'], { id: 'asc' as const }];
    const [users, total] = await this.#prisma.$transaction(
      [this.#prisma.user.findMany({ where, orderBy, ...page }), this.#prisma.user.count({ where })],
      { isolationLevel: 'RepeatableRead' },
    );
    return { users, total };
  }
}
