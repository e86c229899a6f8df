import fp from 'fastify-plugin';
import { Counter, Gauge } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts the entries of the audit log. */
    accountEvents: Counter<'event' | 'outcome'>;
  }
}

/** Metrics of the audit log, so that an alert can notice a wave of failed sign-ins, of the hashing queue and the database. */
export const accountMetrics = fp(
  async (app) => {
    const accountEvents = new Counter({
      name: 'auth_events_total',
      help: 'Account events by kind and outcome, as in the audit log.',
      labelNames: ['event', 'outcome'] as const,
      registers: [app.metrics],
    });
    app.decorate('accountEvents', accountEvents);
    const { db, passwords } = app.services;
    new Gauge({
      name: 'auth_password_queue_length',
      help: 'Password hashes and comparisons that wait for a thread.',
      registers: [app.metrics],
      collect() {
        this.set(passwords.waiting);
      },
    });
    new Gauge({
      name: 'auth_database_connections',
      help: 'Connections to the database by state, busy or idle; state waiting: queries that wait for one.',
      labelNames: ['state'] as const,
      registers: [app.metrics],
      collect() {
        for (const [state, count] of Object.entries(db.connections())) this.set({ state }, count);
      },
    });
  },
  { name: 'account-metrics', dependencies: ['metrics', 'services'] },
);
