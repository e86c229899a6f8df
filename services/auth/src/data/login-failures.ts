import type pg from 'pg';
import { type FailureStore, MAX_FAILURES, type Point, WINDOW_MS } from '../domain/failure-store.js';

/**
 * A window ends at its end. One that ends later than any that begins now was opened before the clock was set back, and
 * would lock its client out for as long as that; the extra minute is for statements whose `now()` is a little older.
 */
const WINDOW_OVER = `(f.window_ends_at <= now()
  OR f.window_ends_at > now() + $2::float8 * interval '1 millisecond' + interval '1 minute')`;
const TAKE = {
  name: 'login-failure-take',
  text: `INSERT INTO login_failures AS f (client, failures, window_ends_at)
    VALUES ($1, 1, now() + $2::float8 * interval '1 millisecond')
    ON CONFLICT (client) DO UPDATE SET
      failures = CASE WHEN ${WINDOW_OVER} THEN 1 ELSE f.failures + 1 END,
      window_ends_at = CASE WHEN ${WINDOW_OVER} THEN excluded.window_ends_at ELSE f.window_ends_at END
    WHERE ${WINDOW_OVER} OR f.failures < $3
    RETURNING failures`,
};
const TIME_LEFT = {
  name: 'login-failure-time-left',
  text: `SELECT (extract(epoch FROM window_ends_at - now()) * 1000)::float8 AS ms FROM login_failures WHERE client = $1`,
};
const GIVE_BACK = {
  name: 'login-failure-give-back',
  text: 'UPDATE login_failures SET failures = failures - 1 WHERE client = $1 AND failures > 0',
};
const RESET = {
  name: 'login-failure-reset',
  text: 'UPDATE login_failures SET failures = LEAST(failures, $2) WHERE client = $1',
};
const SWEEP = { name: 'login-failure-sweep', text: 'DELETE FROM login_failures WHERE window_ends_at <= now()' };

/** Every so many takes, windows that have ended are removed. */
const SWEEP_INTERVAL = 100;

/** Failed sign-ins in the database, so that all replicas count together. Each point is taken by one statement. */
export class LoginFailures implements FailureStore {
  readonly #pool: pg.Pool;
  #takes = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async take(client: string): Promise<Point> {
    if (++this.#takes % SWEEP_INTERVAL === 0) await this.#pool.query(SWEEP);
    const { rowCount } = await this.#pool.query({ ...TAKE, values: [client, WINDOW_MS, MAX_FAILURES] });
    if (rowCount === 1) return { kind: 'taken' };
    const { rows } = await this.#pool.query<{ ms: number }>({ ...TIME_LEFT, values: [client] });
    return { kind: 'none-left', retryAfterMs: Math.min(WINDOW_MS, Math.max(1, rows[0]?.ms ?? 1)) };
  }

  async giveBack(client: string): Promise<void> {
    await this.#pool.query({ ...GIVE_BACK, values: [client] });
  }

  async reset(client: string, pending: number): Promise<void> {
    await this.#pool.query({ ...RESET, values: [client, pending] });
  }
}
