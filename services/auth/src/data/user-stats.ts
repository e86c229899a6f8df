import type { UserStats } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { prepared } from './sql.js';

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

/** Each number is read from an index alone. */
const COUNTS = prepared<Counts>(
  'user-stats',
  `SELECT
    (SELECT count(*) FROM users)::int AS total,
    (SELECT count(*) FROM users WHERE role = 'admin')::int AS admins,
    (SELECT count(*) FROM users WHERE created_at > now() - interval '24 hours')::int AS created_day,
    (SELECT count(*) FROM users WHERE created_at > now() - interval '7 days')::int AS created_week,
    (SELECT count(*) FROM users WHERE created_at > now() - interval '30 days')::int AS created_month,
    (SELECT count(*) FROM users WHERE signed_in_at > now() - interval '24 hours')::int AS active_day,
    (SELECT count(*) FROM users WHERE signed_in_at > now() - interval '30 days')::int AS active_month,
    (SELECT coalesce(sum(count), 0) FROM audit_events
      WHERE event = 'login' AND outcome = 'failure' AND at > now() - interval '24 hours')::int AS failed_day`,
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
  const [[n], signUps] = await Promise.all([COUNTS(pool), SIGN_UPS(pool)]);
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
    signups_by_day: signUps,
  };
}
