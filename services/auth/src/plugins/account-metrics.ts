import fp from 'fastify-plugin';
import { Counter } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** What happened to accounts, counted as it is written to the audit trail. */
    accountEvents: Counter<'event' | 'outcome'>;
  }
}

/** The audit trail as figures, so that a wave of failed sign-ins is seen without reading it. */
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
