import fp from 'fastify-plugin';
import { Gauge } from 'prom-client';
import { forgetExpiredTokens } from '../data/live-tokens.js';

const INTERVAL_MS = 15 * 60 * 1000;
/** Of the nine seconds that a stopping service has, so many are for sign-ins that wait for a thread. */
const STOP_GRACE_MS = 5_000;

/** What is done beside the requests: rows that no longer count are removed, and the hashing queue can be watched. */
export const housekeeping = fp(
  async (app) => {
    const { db, passwords } = app.services;
    new Gauge({
      name: 'auth_password_queue_length',
      help: 'Password hashes and comparisons that wait for a thread.',
      registers: [app.metrics],
      collect() {
        this.set(passwords.waiting);
      },
    });
    const timer = setInterval(() => {
      forgetExpiredTokens(db.prisma, new Date()).catch((error: unknown) =>
        app.log.warn({ err: error }, 'expired tokens could not be removed'),
      );
    }, INTERVAL_MS);
    timer.unref();
    app.addHook('preClose', async () => passwords.stopSoon(STOP_GRACE_MS));
    app.addHook('onClose', async () => clearInterval(timer));
  },
  { name: 'housekeeping', dependencies: ['services', 'metrics'] },
);
