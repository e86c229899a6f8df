import type { UserStats } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { usernameKeyOf } from '../domain/account-rules.js';
import { defaultAdminQuery, prepared } from './sql.js';

const IS_EMPTY = prepared<{ empty: boolean }>('no-users', 'SELECT NOT EXISTS (SELECT FROM users) AS empty');
const DEFAULT_ADMIN = prepared<{ id: string; username: string }, [usernameKey: string]>(
  'default-admin',
  `SELECT id, username FROM users WHERE id = (${defaultAdminQuery('$1')})`,
);
/** Reads an index that is empty unless such hashes were imported. */
const ARGON2ID_PREFIXES = prepared<{ prefix: string }>(
  'argon2id-prefixes',
  `SELECT DISTINCT substring(password_hash FROM '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+') AS prefix
    FROM users WHERE password_hash LIKE '$argon2id$%'`,
);

/** Questions about all users, which every sign-in asks. */
export class UserQueries {
  /** @param onlyAdmin the default administrator's username in single-user mode */
  constructor(
    private readonly pool: pg.Pool,
    private readonly onlyAdmin?: string,
  ) {}

  /** Whether a user may sign in: in single-user mode the default administrator alone. */
  async maySignIn(userId: string): Promise<boolean> {
    return this.onlyAdmin === undefined || (await this.defaultAdmin(this.onlyAdmin))?.id === userId;
  }

  /** Whether there is no user at all. */
  async isEmpty(): Promise<boolean> {
    return (await IS_EMPTY(this.pool))[0]?.empty === true;
  }

  /**
   * The one user who signs in in single-user mode, with the name that this user has now: the configured one may be that of
   * nobody. @returns `undefined` when there is no administrator yet
   */
  async defaultAdmin(username: string): Promise<{ readonly id: string; readonly username: string } | undefined> {
    return (await DEFAULT_ADMIN(this.pool, usernameKeyOf(username)))[0];
  }

  /** The cost of every stored argon2id hash, each once, as the beginning of a hash: `$argon2id$v=19$m=19456,t=2,p=1`. */
  async argon2idPrefixes(): Promise<string[]> {
    return (await ARGON2ID_PREFIXES(this.pool)).map(({ prefix }) => prefix);
  }
}

/** Each number is read from an index alone. */
const COUNTS = prepared<Omit<UserStats, 'by_role' | 'signups_by_day'> & { admins: number }>(
  'user-stats',
  `SELECT
    (SELECT count(*) FROM users)::int AS total_users,
    (SELECT count(*) FROM users WHERE role = 'admin')::int AS admins,
    (SELECT count(*) FROM users WHERE created_at > now() - interval '24 hours')::int AS created_last_24h,
    (SELECT count(*) FROM users WHERE created_at > now() - interval '7 days')::int AS created_last_7d,
    (SELECT count(*) FROM users WHERE created_at > now() - interval '30 days')::int AS created_last_30d,
    (SELECT count(*) FROM users WHERE signed_in_at > now() - interval '24 hours')::int AS active_last_24h,
    (SELECT count(*) FROM users WHERE signed_in_at > now() - interval '30 days')::int AS active_last_30d,
    (SELECT coalesce(sum(count), 0) FROM audit_events
      WHERE event = 'login' AND outcome = 'failure' AND at > now() - interval '24 hours')::int AS failed_logins_last_24h`,
);

/** A range of the index for each of the last thirty days in UTC, so that no row is converted to its day. */
const SIGN_UPS = prepared<{ date: string; count: number }>(
  'user-sign-ups',
  `SELECT to_char(day, 'YYYY-MM-DD') AS date,
      (SELECT count(*) FROM users
        WHERE created_at >= day AT TIME ZONE 'UTC'
          AND created_at < (day + interval '1 day') AT TIME ZONE 'UTC')::int AS count
    FROM generate_series(
      date_trunc('day', now() AT TIME ZONE 'UTC') - interval '29 days',
      date_trunc('day', now() AT TIME ZONE 'UTC'),
      interval '1 day') AS day ORDER BY day`,
);

/** Counts over accounts and the audit log; days are days in UTC. */
export async function userStats(pool: pg.Pool): Promise<UserStats> {
  const [[counts], signUps] = await Promise.all([COUNTS(pool), SIGN_UPS(pool)]);
  if (counts === undefined) throw new Error('an aggregate always has a row');
  const { admins, ...stats } = counts;
  return { ...stats, by_role: { admin: admins, user: stats.total_users - admins }, signups_by_day: signUps };
}
