import fp from 'fastify-plugin';
import { reasonOf } from '../data/database-errors.js';
import { REMOVAL_BATCH } from '../data/sql.js';
import type { Services } from '../services.js';

const INTERVAL_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of one kind in one round; the next round removes the rest. */
const MAX_BATCHES = 100;
/** For sign-ins that wait for a thread; a second later connections are closed, another two later the process ends. */
const STOP_GRACE_MS = 7_000;

/** Removes batch after batch. @returns how many rows */
async function inBatches(removeBatch: () => Promise<number>, stop: AbortSignal): Promise<number> {
  let sum = 0;
  for (let batch = 0; batch < MAX_BATCHES && !stop.aborted; batch++) {
    const removed = await removeBatch();
    sum += removed;
    if (removed < REMOVAL_BATCH) break;
  }
  return sum;
}

/** Removes expired tokens, audit entries and usage. @returns how many of each */
async function removeExpired({ config, db }: Services, stop: AbortSignal) {
  const now = Date.now();
  const tokens = await inBatches(() => db.tokens.removeExpired(new Date(now)), stop);
  if (config.auditRetentionDays === undefined) return { tokens, auditEntries: 0, usage: 0 };
  const before = new Date(now - config.auditRetentionDays * DAY_MS);
  const auditEntries = await inBatches(() => db.auditEntries.removeBefore(before), stop);
  return { tokens, auditEntries, usage: await inBatches(() => db.speechUsage.removeBefore(before), stop) };
}

/** Removes expired rows at start and every quarter of an hour. */
export const housekeeping = fp(
  async (app) => {
    const { services } = app;
    const stop = new AbortController();
    let round = Promise.resolve();
    const begin = () => {
      round = removeExpired(services, stop.signal).then(
        (removed) =>
          void (Object.values(removed).some((count) => count > 0) && app.log.info(removed, 'expired rows removed')),
        (error: unknown) => app.log.warn({ reason: reasonOf(error) }, 'removal of expired rows failed'),
      );
    };
    // At start as well, for a service that never runs for a whole interval.
    services.opened.then(begin, () => undefined);
    const timer = setInterval(begin, INTERVAL_MS);
    timer.unref();
    app.addHook('preClose', async () => {
      clearInterval(timer);
      stop.abort();
      services.passwords.stopSoon(STOP_GRACE_MS);
      await round;
    });
  },
  { name: 'housekeeping', dependencies: ['services'] },
);
