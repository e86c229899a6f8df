import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Gauge } from 'prom-client';
import type { JobStore } from '../jobs/job-store.js';
import { Narrator, type NarratorOptions } from '../jobs/narrator.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined without a folder of narrations. */
    narrator: Narrator | undefined;
  }
}

export interface NarrationOptions extends Pick<NarratorOptions, 'keepMs' | 'maxBytes' | 'requestOf'> {
  readonly store: JobStore | undefined;
}

const STATUSES = ['queued', 'running', 'paused', 'done', 'failed'] as const;

/** Narrations in the background, and their metric. */
export const narration = fp(
  async (app: FastifyInstance, { store, ...options }: NarrationOptions) => {
    const { synthesizer, engines, log: logger } = app;
    const narrator =
      store && new Narrator({ ...options, store, onSpoken: app.countSpoken, synthesizer, engines, logger });
    app.decorate('narrator', narrator);
    if (!narrator) return;
    new Gauge({
      name: 'tts_jobs',
      help: 'Narrations by status: queued, running, paused, done or failed.',
      labelNames: ['status'],
      registers: [app.metrics],
      collect() {
        for (const status of STATUSES) this.set({ status }, narrator.countOf(status));
      },
    });
    app.addHook('preClose', async () => narrator.close());
    app.addHook('onClose', async () => store.close());
  },
  { name: 'narration', dependencies: ['synthesis', 'users'] },
);
