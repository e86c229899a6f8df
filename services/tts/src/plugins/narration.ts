import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Gauge } from 'prom-client';
import { folderQueue } from '../jobs/job-queue.js';
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
  /** Of the queue of several services; absent: the folder is the queue of this one. */
  readonly databaseUrl: string | undefined;
}

const STATUSES = ['queued', 'running', 'paused', 'done', 'failed'] as const;

/** PostgreSQL is loaded only where it is used. */
async function start(databaseUrl: string | undefined, options: NarratorOptions): Promise<Narrator> {
  if (databaseUrl === undefined) return new Narrator(folderQueue(options.store), options);
  const { SharedQueue } = await import('../jobs/shared-queue.js');
  return new Narrator(new SharedQueue(databaseUrl, options), options);
}

export const narration = fp(
  async (app: FastifyInstance, { store, databaseUrl, ...options }: NarrationOptions) => {
    const { synthesizer, engines, log: logger } = app;
    const parts = store && { ...options, store, onSpoken: app.countSpoken, synthesizer, engines, logger };
    const narrator = parts && (await start(databaseUrl, parts));
    app.decorate('narrator', narrator);
    if (!narrator) return;
    new Gauge({
      name: 'tts_jobs',
      help: 'Narrations by status: queued, running, paused, done or failed.',
      labelNames: ['status'],
      registers: [app.metrics],
      async collect() {
        const counts = await narrator.counts().catch(() => undefined);
        // A scrape says what is known without the queue.
        for (const status of STATUSES) this.set({ status }, counts ? (counts.get(status) ?? 0) : Number.NaN);
      },
    });
    app.addHook('preClose', async () => narrator.stop());
    app.addHook('onClose', async () => {
      await narrator.close();
      await store.close();
    });
  },
  { name: 'narration', dependencies: ['synthesis', 'users'] },
);
