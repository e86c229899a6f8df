import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isUnavailable, reasonOf } from './database-errors.js';

const RETRY_MS = 1_000;
const LOG_INTERVAL_MS = 60_000;

/**
 * Tries until the database can be used: a service that starts during a failover waits for its end. What waiting can't mend,
 * such as a wrong password, is thrown at once.
 * @param stop ends the waiting
 * @throws what the last attempt threw
 */
export async function awaitDatabase<T>(
  use: () => Promise<T>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  stop: AbortSignal | undefined,
): Promise<T> {
  let nextLine = 0;
  for (;;) {
    try {
      return await use();
    } catch (error) {
      if (!isUnavailable(error) || stop?.aborted) throw error;
      if (performance.now() >= nextLine) {
        log.warn({ reason: reasonOf(error) }, 'waiting for the database');
        nextLine = performance.now() + LOG_INTERVAL_MS;
      }
      await delay(RETRY_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}
