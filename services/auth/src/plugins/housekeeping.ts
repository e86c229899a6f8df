import fp from 'fastify-plugin';
import { Gauge } from 'prom-client';
import { forgetEventsBefore } from '../data/audit-events.js';
import { forgetExpiredTokens } from '../data/live-tokens.js';
import type { Services } from '../services.js';

const INTERVAL_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** In one round; what is left is for the next. */
const MOST_AUDIT_BATCHES = 100;
/** Of the nine seconds that a stopping service has, so many are for sign-ins that wait for a thread. */
const STOP_GRACE_MS = 5_000;

/** Removes rows that no longer count. @returns how many audit rows were removed */
async function tidy({ config, db }: Services, stop: AbortSignal): Promise<number> {
  const now = Date.now();
  await forgetExpiredTokens(db.prisma, new Date(now));
  if (config.auditRetentionDays === undefined) return 0;
  const before = new Date(now - config.auditRetentionDays * DAY_MS);
  let sum = 0;
  for (let batch = 0; batch < MOST_AUDIT_BATCHES && !stop.aborted; batch++) {
    const { removed, more } = await forgetEventsBefore(db.pool, before);
    sum += removed;
    if (!more) break;
  }
  return sum;
}

/** What is done beside the requests: rows that no longer count are removed, and the hashing queue can be watched. */
export const housekeeping = fp(
  async (app) => {
    const { services } = app;
    const { passwords } = services;
    new Gauge({
      name: 'auth_password_queue_length',
      help: 'Password hashes and comparisons that wait for a thread.',
      registers: [app.metrics],
      collect() {
        this.set(passwords.waiting);
      },
    });
    const stop = new AbortController();
    let round = Promise.resolve();
    const begin = () => {
      round = tidy(services, stop.signal).then(
        (removed) => void (removed > 0 && app.log.info({ removed }, 'audit rows past their time were removed')),
        (error: unknown) => app.log.warn({ err: error }, 'rows that no longer count could not be removed'),
      );
    };
    // At start as well, for a service that is never up for a whole interval.
    app.addHook('onListen', async () => begin());
    const timer = setInterval(begin, INTERVAL_MS);
    timer.unref();
    app.addHook('preClose', async () => {
      clearInterval(timer);
      stop.abort();
      passwords.stopSoon(STOP_GRACE_MS);
      await round;
    });
  },
  { name: 'housekeeping', dependencies: ['services', 'metrics'] },
);
