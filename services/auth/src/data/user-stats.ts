import type { UserStats } from '@ownvoice/shared/contract';
import type pg from 'pg';

/** The events that issue a token. */
const SIGN_IN_EVENTS = `'login', 'register', 'setup', 'oauth_login', 'oauth_create', 'oauth_link'`;

const COUNTS = {
  name: 'user-stats',
  text: `SELECT
    count(*)::int AS total,
    count(*) FILTER (WHERE role = 'admin')::int AS admins,
    count(*) FILTER (WHERE created_at > now() - interval '24 hours')::int AS day,
    count(*) FILTER (WHERE created_at > now() - interval '7 days')::int AS week,
    count(*) FILTER (WHERE created_at > now() - interval '30 days')::int AS month,
    (SELECT count(DISTINCT e.user_id) FROM audit_events e JOIN users u ON u.id = e.user_id
      WHERE e.event IN (${SIGN_IN_EVENTS}) AND e.outcome = 'success' AND e.at > now() - interval '24 hours')::int AS active_day,
    (SELECT count(DISTINCT e.user_id) FROM audit_events e JOIN users u ON u.id = e.user_id
      WHERE e.event IN (${SIGN_IN_EVENTS}) AND e.outcome = 'success' AND e.at > now() - interval '30 days')::int AS active_month,
    (SELECT count(*) FROM audit_events
      WHERE event = 'login' AND outcome = 'failure' AND at > now() - interval '24 hours')::int AS failed_day
    FROM users`,
};

const SIGN_UPS_BY_DAY = {
  name: 'user-sign-ups-by-day',
  text: `SELECT to_char(day, 'YYYY-MM-DD') AS date, count(u.id)::int AS count
    FROM generate_series(
      date_trunc('day', now() AT TIME ZONE 'UTC') - interval '29 days',
      date_trunc('day', now() AT TIME ZONE 'UTC'),
      interval '1 day') AS day
    LEFT JOIN users u
      ON u.created_at >= day AT TIME ZONE 'UTC' AND u.created_at < (day + interval '1 day') AT TIME ZONE 'UTC'
    GROUP BY day ORDER BY day`,
};

interface Counts {
  total: number;
  admins: number;
  day: number;
  week: number;
  month: number;
  active_day: number;
  active_month: number;
  failed_day: number;
}

/** Counts over accounts and the audit trail; days are days in UTC. */
export async function userStats(pool: pg.Pool): Promise<UserStats> {
  const [counts, byDay] = await Promise.all([
    pool.query<Counts>(COUNTS),
    pool.query<{ date: string; count: number }>(SIGN_UPS_BY_DAY),
  ]);
  const [n] = counts.rows;
  if (n === undefined) throw new Error('an aggregate always has a row');
  return {
    total_users: n.total,
    by_role: { admin: n.admins, user: n.total - n.admins },
    created_last_24h: n.day,
    created_last_7d: n.week,
    created_last_30d: n.month,
    active_last_24h: n.active_day,
    active_last_30d: n.active_month,
    failed_logins_last_24h: n.failed_day,
    signups_by_day: byDay.rows,
  };
}
