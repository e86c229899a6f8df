import type { UsageReport } from '@ownvoice/shared/contract';
import type pg from 'pg';
import { prepared, REMOVAL_BATCH } from './sql.js';

const TODAY = "(now() AT TIME ZONE 'UTC')::date";

/** In the order of the ids, so that the reports of several replicas can't deadlock; deleted users are left out. */
const ADD = prepared<never, [userIds: readonly string[], seconds: readonly number[]]>(
  'usage-add',
  `WITH known AS MATERIALIZED (SELECT id FROM users WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE)
  INSERT INTO speech_usage AS kept (user_id, day, seconds)
    SELECT id, ${TODAY}, sum(spoken) FROM known JOIN unnest($1::uuid[], $2::float8[]) AS told(user_id, spoken) ON user_id = id
    GROUP BY id ORDER BY id
  ON CONFLICT (user_id, day) DO UPDATE SET seconds = kept.seconds + excluded.seconds`,
);
/** One text instead of a row for each, which would keep the event loop. */
const LIST = prepared<{ list: string }, [days: number]>(
  'usage-list',
  `SELECT coalesce(json_agg(json_build_object('user_id', user_id, 'day', day, 'seconds', seconds)
      ORDER BY day DESC, user_id), '[]')::text AS list
    FROM speech_usage WHERE day > ${TODAY} - $1::int`,
);
const REMOVE = prepared<{ removed: number }, [before: Date]>(
  'usage-remove',
  `WITH removed AS (DELETE FROM speech_usage WHERE (user_id, day) IN
      (SELECT user_id, day FROM speech_usage WHERE day < $1::date LIMIT ${REMOVAL_BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1)
    SELECT count(*)::int AS removed FROM removed`,
);

/** Seconds that the user of the table `u` had spoken in the last thirty days, read by the primary key; null for none. */
export const SPOKEN_LAST_30_DAYS = `(SELECT sum(s.seconds) FROM speech_usage s
    WHERE s.user_id = u.id AND s.day > ${TODAY} - 30)`;

/** How long speech spoke for each user, by days in UTC. */
export class SpeechUsage {
  constructor(private readonly pool: pg.Pool) {}

  /** Adds to the usage of today. */
  async add(usage: UsageReport['usage']): Promise<void> {
    await ADD(
      this.pool,
      usage.map(({ user_id }) => user_id),
      usage.map(({ seconds }) => seconds),
    );
  }

  /** The JSON of `UsageList['usage']` of the last days. */
  async list(days: number): Promise<string> {
    return (await LIST(this.pool, days))[0]?.list ?? '[]';
  }

  /** Removes a batch of what is older. @returns how many; fewer than a batch were the last */
  async removeBefore(day: Date): Promise<number> {
    return (await REMOVE(this.pool, day))[0]?.removed ?? 0;
  }
}
