import type { UserStats } from '@ownvoice/shared/contract';
import type pg from 'pg';

/** Each number is read from an index alone. */
const COUNTS = {
  name: 'user-stats',
  text: `SELECT
    (SELECT count(*) FROM users)::int AS total,
    (SELECT count(*) FROM users WHERE role = 'admin')::int AS admins,
    (SELECT count(*) FROM users WHERE created_at > now() - interval '24 hours')::int AS created_day,
    (SELECT count(*) FROM users WHERE created_at > now() - interval '7 days')::int AS created_week,
    (SELECT count(*) FROM users WHERE created_at > now() - interval '30 days')::int AS created_month,
    (SELECT count(*) FROM users WHERE signed_in_at > now() - interval '24 hours')::int AS active_day,
    (SELECT count(*) FROM users WHERE signed_in_at > now() - interval '30 days')::int AS active_month,
    (SELECT count(*) FROM audit_events
      WHERE event = 'login' AND outcome = 'failure' AND at > now() - interval '24 hours')::int AS failed_day`,
};

/** A range of the index for each of the last thirty days in UTC, so that no row is converted to its day. */
const SIGN_UPS = {
  name: 'user-sign-ups',
  text: `SELECT to_char(day, 'YYYY-MM-DD') AS date,
      (SELECT count(*) FROM users
        WHERE created_at >= day AT TIME ZONE 'UTC'
          AND created_at < (day + interval '1 day') AT TIME ZONE 'UTC')::int AS count
    FROM generate_series(
      date_trunc('day', now() AT TIME ZONE 'UTC') - interval '29 days',
      date_trunc('day', now() AT TIME ZONE 'UTC'),
      interval '1 day') AS day ORDER BY day`,
};

interface Counts {
  total: number;
  admins: number;
  created_day: number;
  created_week: number;
  created_month: number;
  active_day: number;
  active_month: number;
  failed_day: number;
}

/** Counts over accounts and the audit trail; days are days in UTC. */
async function countUsers(pool: pg.Pool): Promise<UserStats> {
  const [counts, signUps] = await Promise.all([
    pool.query<Counts>(COUNTS),
    pool.query<{ date: string; count: number }>(SIGN_UPS),
  ]);
  const [n] = counts.rows;
  if (n === undefined) throw new Error('an aggregate always has a row');
  return {
    total_users: n.total,
    by_role: { admin: n.admins, user: n.total - n.admins },
    created_last_24h: n.created_day,
    created_last_7d: n.created_week,
    created_last_30d: n.created_month,
    active_last_24h: n.active_day,
    active_last_30d: n.active_month,
    failed_logins_last_24h: n.failed_day,
    signups_by_day: signUps.rows.map(({ date, count }) => ({ date, count })),
  };
}

/** How long other replicas' changes may be missing. */
const MAX_AGE_MS = 3_000;

/** The statistics, kept for seconds; requests at once share one count. What this process changes shows at once. */
export class CachedUserStats {
  readonly #pool: pg.Pool;
  #latest: { readonly stats: Promise<UserStats>; readonly until: number } | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async read(): Promise<UserStats> {
    const now = performance.now();
    if (this.#latest !== undefined && now < this.#latest.until) return await this.#latest.stats;
    const latest = { stats: countUsers(this.#pool), until: now + MAX_AGE_MS };
    this.#latest = latest;
    try {
      return await latest.stats;
    } catch (error) {
      if (this.#latest === latest) this.#latest = undefined;
      throw error;
    }
  }

  /** To be called after each change that the statistics count. */
  forget(): void {
    this.#latest = undefined;
  }
}
