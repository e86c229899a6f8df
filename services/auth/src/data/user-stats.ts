import type { UserStats } from '@ownvoice/shared/contract';
import type pg from 'pg';

/** Each number is read from an index alone. */
const COUNTS = {
  name: 'user-stats',
  text: `SELECT
    (SELECT count(*) FROM users)::int AS total,
    (SELECT count(*) FROM users WHERE role = 'admin')::int AS admins,
    (SELECT count(*) FROM users WHERE signed_in_at > now() - interval '24 hours')::int AS active_day,
    (SELECT count(*) FROM users WHERE signed_in_at > now() - interval '30 days')::int AS active_month,
    (SELECT count(*) FROM audit_events
      WHERE event = 'login' AND outcome = 'failure' AND at > now() - interval '24 hours')::int AS failed_day`,
};

/** The last thirty days in UTC begin within the last thirty times 24 hours. */
const SIGN_UPS = {
  name: 'user-sign-ups',
  text: `SELECT to_char((created_at AT TIME ZONE 'UTC')::date, 'YYYY-MM-DD') AS date, count(*)::int AS count,
      count(*) FILTER (WHERE created_at > now() - interval '24 hours')::int AS day,
      count(*) FILTER (WHERE created_at > now() - interval '7 days')::int AS week
    FROM users WHERE created_at > now() - interval '30 days'
    GROUP BY (created_at AT TIME ZONE 'UTC')::date`,
};
const DAYS = {
  name: 'last-days',
  text: `SELECT to_char(day, 'YYYY-MM-DD') AS date FROM generate_series(
    date_trunc('day', now() AT TIME ZONE 'UTC') - interval '29 days',
    date_trunc('day', now() AT TIME ZONE 'UTC'),
    interval '1 day') AS day ORDER BY day`,
};

interface Counts {
  total: number;
  admins: number;
  active_day: number;
  active_month: number;
  failed_day: number;
}

/** Counts over accounts and the audit trail; days are days in UTC. */
export async function userStats(pool: pg.Pool): Promise<UserStats> {
  const [counts, signUps, days] = await Promise.all([
    pool.query<Counts>(COUNTS),
    pool.query<{ date: string; count: number; day: number; week: number }>(SIGN_UPS),
    pool.query<{ date: string }>(DAYS),
  ]);
  const [n] = counts.rows;
  if (n === undefined) throw new Error('an aggregate always has a row');
  const sum = (field: 'count' | 'day' | 'week') => signUps.rows.reduce((total, row) => total + row[field], 0);
  const byDay = new Map(signUps.rows.map(({ date, count }) => [date, count]));
  return {
    total_users: n.total,
    by_role: { admin: n.admins, user: n.total - n.admins },
    created_last_24h: sum('day'),
    created_last_7d: sum('week'),
    created_last_30d: sum('count'),
    active_last_24h: n.active_day,
    active_last_30d: n.active_month,
    failed_logins_last_24h: n.failed_day,
    signups_by_day: days.rows.map(({ date }) => ({ date, count: byDay.get(date) ?? 0 })),
  };
}
