import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import {
  type AttemptDecision,
  type AttemptKeys,
  type AttemptOutcome,
  type FailureStore,
  MAX_FAILURES,
  MAX_FAILURES_BY_NAME,
  WINDOW_MS,
} from '../domain/failure-store.js';
import { prepared } from './sql.js';

/** A pending attempt of a replica that has died stops counting after this long; a living one renews it. */
const LEASE_MS = 10_000;
const RENEWAL_MS = 3_000;
/** Every so many attempts, rows that have expired are removed. */
const SWEEP_INTERVAL = 100;

const milliseconds = (ms: number) => `interval '${ms} milliseconds'`;
/**
 * A window ends at its end. One that ends later than any that begins now was opened before the clock was set back, and
 * would lock its client out for as long as that; the extra minute is for statements whose `now()` is a little older.
 */
const WINDOW_OVER = `(f.window_ends_at <= now()
  OR f.window_ends_at > now() + ${milliseconds(WINDOW_MS)} + interval '1 minute')`;
/** The same of a lease. */
const IS_PENDING = `a.expires_at BETWEEN now() AND now() + interval '1 minute'`;

interface Counted {
  by: keyof AttemptKeys;
  locked: boolean;
  /** Until the window ends. */
  ms: number | null;
  admitted: boolean;
}

/** Lets one attempt of a client begin at a time, on all replicas. The first number tells it from other locks. */
const LOCK = prepared<never, [client: string]>(
  'login-attempt-lock',
  'SELECT pg_advisory_xact_lock(72707372, hashtext($1))',
);
const BEGIN = prepared<Counted, [client: string, name: string, id: string]>(
  'login-attempt-begin',
  `WITH counted AS (
      SELECT k.by, k.max, coalesce(f.failures, 0) AS failures,
        (extract(epoch FROM f.window_ends_at - now()) * 1000)::float8 AS ms,
        (SELECT count(*) FROM login_attempts a
          WHERE a.client = $1 AND (k.by = 'client' OR a.name = k.key) AND ${IS_PENDING})::int AS pending
      FROM (VALUES ('client', $1, ${MAX_FAILURES}), ('name', $2, ${MAX_FAILURES_BY_NAME})) k(by, key, max)
      LEFT JOIN login_failures f ON f.client = k.key AND NOT ${WINDOW_OVER}
    ), admitted AS (
      INSERT INTO login_attempts (id, client, name, expires_at)
      SELECT $3::uuid, $1, $2, now() + ${milliseconds(LEASE_MS)}
      WHERE NOT EXISTS (SELECT FROM counted WHERE failures + pending >= max)
      RETURNING id
    )
    SELECT by, failures >= max AS locked, ms, EXISTS (SELECT FROM admitted) AS admitted FROM counted ORDER BY by`,
);
const RENEW = prepared<never, [ids: string[]]>(
  'login-attempt-renew',
  `UPDATE login_attempts SET expires_at = now() + ${milliseconds(LEASE_MS)} WHERE id = ANY($1::uuid[])`,
);
const END_TEXT = 'DELETE FROM login_attempts WHERE id = $1';
const END = prepared<never, [id: string]>('login-attempt-end', END_TEXT);
/** The client's row comes first, here and when it is written, so that no two wait for each other. */
const FORGET = prepared<never, [id: string, client: string, name: string]>(
  'login-failure-forget',
  `WITH ended AS (${END_TEXT}), locked AS (
      SELECT client FROM login_failures WHERE client IN ($2, $3) ORDER BY client = $2 DESC FOR UPDATE
    )
    DELETE FROM login_failures WHERE client IN (SELECT client FROM locked)`,
);
const FAIL = prepared<never, [id: string, client: string, name: string]>(
  'login-failure-add',
  `WITH ended AS (${END_TEXT})
    INSERT INTO login_failures AS f (client, failures, window_ends_at)
    VALUES ($2, 1, now() + ${milliseconds(WINDOW_MS)}), ($3, 1, now() + ${milliseconds(WINDOW_MS)})
    ON CONFLICT (client) DO UPDATE SET
      failures = CASE WHEN ${WINDOW_OVER} THEN 1 ELSE f.failures + 1 END,
      window_ends_at = CASE WHEN ${WINDOW_OVER} THEN excluded.window_ends_at ELSE f.window_ends_at END`,
);
const SWEEP = `DELETE FROM login_failures WHERE client IN
    (SELECT client FROM login_failures WHERE window_ends_at <= now() FOR UPDATE SKIP LOCKED);
  DELETE FROM login_attempts WHERE expires_at <= now()`;

/**
 * Failed sign-ins and pending attempts in the database, so that all replicas count together. An attempt ends and counts
 * in one statement, so that at any time it is either pending or a failure.
 */
export class LoginFailures implements FailureStore {
  /** The attempts of this process that are pending. */
  readonly #pending = new Set<string>();
  #renewal: NodeJS.Timeout | undefined;
  #begun = 0;

  constructor(private readonly pool: pg.Pool) {}

  async begin(keys: AttemptKeys): Promise<AttemptDecision> {
    if (++this.#begun % SWEEP_INTERVAL === 0) await this.pool.query(SWEEP);
    const id = uuidv7();
    const counted = await this.#count(keys, id);
    if (counted.some(({ admitted }) => admitted)) {
      this.#keep(id);
      return { kind: 'admitted', id };
    }
    const locked = counted.find((one) => one.locked);
    if (locked === undefined) return { kind: 'wait' };
    return { kind: 'locked-out', by: locked.by, retryAfterMs: Math.min(WINDOW_MS, Math.max(1, locked.ms ?? 1)) };
  }

  async end(id: string, { client, name }: AttemptKeys, outcome: AttemptOutcome): Promise<void> {
    this.#pending.delete(id);
    if (outcome === 'inconclusive') await END(this.pool, id);
    else await (outcome === 'success' ? FORGET : FAIL)(this.pool, id, client, name);
  }

  async #count({ client, name }: AttemptKeys, id: string): Promise<Counted[]> {
    const connection = await this.pool.connect();
    try {
      await connection.query('BEGIN');
      await LOCK(connection, client);
      const rows = await BEGIN(connection, client, name, id);
      await connection.query('COMMIT');
      return rows;
    } catch (error) {
      await connection.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      connection.release();
    }
  }

  #keep(id: string): void {
    this.#pending.add(id);
    this.#renewal ??= setInterval(() => this.#renew(), RENEWAL_MS).unref();
  }

  #renew(): void {
    if (this.#pending.size === 0) {
      clearInterval(this.#renewal);
      this.#renewal = undefined;
      return;
    }
    // Where the database can't be reached, nobody is admitted either.
    RENEW(this.pool, [...this.#pending]).catch(() => undefined);
  }
}
