import type { ListedUser, UserList, UserListQuery, UserSort } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { SPOKEN_LAST_30_DAYS } from './speech-usage.js';
import { prepared, USER_COLUMNS } from './sql.js';

/** What an index sorts a column by. */
const SORT_KEYS: Readonly<Record<string, string>> = { username: 'username_key' };

/** As `-email` asks: descending. Accounts without an address come last either way. */
function orderOf(sort: UserSort): string {
  const column = sort.replace('-', '');
  const key = `u.${SORT_KEYS[column] ?? column}${sort.startsWith('-') ? ' DESC' : ''}`;
  return `ORDER BY ${key}${column === 'email' ? ' NULLS LAST' : ''}, u.id`;
}

/** Rows that are read and written at once: about a millisecond of the event loop. */
const BATCH = 500;

/** `suspended` and `spoken_last_30d` are null for others, and then left out of the response. */
const COLUMNS = `${USER_COLUMNS}, NULLIF(u.suspended, false) AS suspended`;
const DETAILS = `${COLUMNS}, (extract(epoch FROM u.signed_in_at) * 1000)::float8 AS last_sign_in_at,
    u.has_second_factor AS second_factor,
    (SELECT count(*) FROM passkeys p WHERE p.user_id = u.id)::int AS passkeys,
    ARRAY(SELECT DISTINCT i.provider FROM identities i WHERE i.user_id = u.id ORDER BY i.provider) AS providers,
    ${SPOKEN_LAST_30_DAYS} AS spoken_last_30d`;
type UserRow = Omit<ListedUser, 'suspended' | 'spoken_last_30d'> & {
  readonly suspended?: boolean | null;
  readonly spoken_last_30d?: number | null;
};

const userOf = ({ suspended, spoken_last_30d, ...user }: UserRow): ListedUser => ({
  ...user,
  ...(suspended && { suspended }),
  ...(spoken_last_30d && { spoken_last_30d }),
});

const byIds = (name: string, columns: string) =>
  prepared<UserRow, [ids: readonly string[]]>(
    name,
    `SELECT ${columns} FROM unnest($1::uuid[]) WITH ORDINALITY AS k(id, n) JOIN users u ON u.id = k.id ORDER BY k.n`,
  );
const BY_IDS = byIds('users-by-ids', COLUMNS);
const DETAILS_BY_IDS = byIds('user-details-by-ids', DETAILS);

/** Escapes what `LIKE` would read as a pattern. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The condition and the order of a list, and the values of its parameters. */
function selection({ search, role, sort = 'created_at' }: UserListQuery) {
  const values: string[] = [];
  const parameter = (value: string) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (role !== undefined) conditions.push(`u.role = ${parameter(role)}::user_role`);
  if (search !== undefined && search !== '') {
    const pattern = parameter(`%${literal(search.toLowerCase())}%`);
    conditions.push(`(u.username_key LIKE ${pattern} OR u.email LIKE ${pattern})`);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return { where, order: orderOf(sort), values };
}

export class UserLists {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * A page of the users that match, and how many match in all, both of one snapshot. The rows that are skipped are read
   * from an index alone.
   */
  async page(query: UserListQuery & { limit: string }): Promise<UserList> {
    const { where, order, values } = selection(query);
    const { rows } = await this.pool.query<UserRow & { total: number }>({
      text: `SELECT t.total, ${query.details === 'true' ? DETAILS : COLUMNS} FROM (SELECT count(*)::int AS total FROM users u ${where}) t
        LEFT JOIN (SELECT u.id FROM users u ${where} ${order} LIMIT ${Number(query.limit)} OFFSET ${Number(query.offset ?? 0)}) p
          ON true
        LEFT JOIN users u ON u.id = p.id ${order}`,
      values,
    });
    const users = rows.flatMap(({ total: _, ...user }) => (user.id === null ? [] : [userOf(user)]));
    return { users, total: rows[0]?.total ?? 0 };
  }

  /** The ids of all users that match, in order. */
  async ids(query: Pick<UserListQuery, 'search' | 'role' | 'sort'>): Promise<string[]> {
    const { where, order, values } = selection(query);
    // One text instead of a row for each, which would keep the event loop for a tenth of a second.
    const { rows } = await this.pool.query<{ ids: string | null }>({
      text: `SELECT string_agg(p.id::text, ' ' ORDER BY p.n) AS ids FROM
        (SELECT u.id, row_number() OVER (${order}) AS n FROM users u ${where}) p`,
      values,
    });
    return rows[0]?.ids?.split(' ') ?? [];
  }

  /** The users with these ids, in this order, in batches; those that were deleted meanwhile are left out. */
  async *byIds(ids: readonly string[], details = false): AsyncGenerator<ListedUser[], void, void> {
    const batch = details ? DETAILS_BY_IDS : BY_IDS;
    for (let from = 0; from < ids.length; from += BATCH) {
      yield (await batch(this.pool, ids.slice(from, from + BATCH))).map(userOf);
    }
  }
}
