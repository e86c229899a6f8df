import fp from 'fastify-plugin';
import { Counter } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the entries of the audit trail. */
    accountEvents: Counter<'event' | 'outcome'>;
  }
}

/** Metrics of the audit trail, so that an alert can notice a wave of failed sign-ins. */
export const accountMetrics = fp(
  async (app) => {
    const accountEvents = new Counter({
      name: 'auth_events_total',
      help: 'Account events by kind and outcome, as in the audit trail.',
      labelNames: ['event', 'outcome'] as const,
      registers: [app.metrics],
    });
    app.decorate('accountEvents', accountEvents);
  },
  { name: 'account-metrics', dependencies: ['metrics'] },
);
