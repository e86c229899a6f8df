import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isUnavailable, reasonOf } from './database-errors.js';

const INTERVAL_MS = 60_000;

/** One line a minute and cause while the database is down, whatever the number of requests, and one when it is back. */
export class OutageLog {
  /** Failures since the last line, and when it was written, by cause. */
  readonly #causes = new Map<string, { since: number; failures: number }>();

  /** @param now milliseconds of a clock that nobody sets */
  constructor(
    private readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A request or a connection failed. */
  failed(error: unknown): void {
    const reason = reasonOf(error);
    const cause = this.#causes.get(reason);
    if (cause !== undefined && this.now() - cause.since < INTERVAL_MS) {
      cause.failures += 1;
      return;
    }
    this.#causes.set(reason, { since: this.now(), failures: 0 });
    this.log.error({ reason, failures: (cause?.failures ?? 0) + 1 }, 'database not available');
  }

  /** The database responded. */
  responded(): void {
    if (this.#causes.size === 0) return;
    this.#causes.clear();
    this.log.info({}, 'database available again');
  }
}

const RETRY_MS = 1_000;
const LOG_INTERVAL_MS = 60_000;

/**
 * Tries until the database can be used: a service that starts during a failover waits for its end. What waiting can't mend,
 * such as a wrong password, is thrown at once.
 * @param stop ends the waiting
 * @param isPassing which errors are waited for
 * @throws what the last attempt threw
 */
export async function awaitDatabase<T>(
  use: () => Promise<T>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  stop: AbortSignal | undefined,
  isPassing: (error: unknown) => boolean = isUnavailable,
): Promise<T> {
  let nextLine = 0;
  for (;;) {
    try {
      return await use();
    } catch (error) {
      if (!isPassing(error) || stop?.aborted) throw error;
      if (performance.now() >= nextLine) {
        log.warn({ reason: reasonOf(error) }, 'waiting for the database');
        nextLine = performance.now() + LOG_INTERVAL_MS;
      }
      await delay(RETRY_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}
