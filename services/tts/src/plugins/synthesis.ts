import { sentStatus } from '@ownvoice/shared';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Supervisor } from '../engines/supervisor.js';
import { speechMetrics } from '../metrics/speech-metrics.js';
import { Admission, admissionLimits } from '../synthesis/admit.js';
import { WorkerPool } from '../synthesis/prepare.js';
import { Synthesizer } from '../synthesis/synthesizer.js';
import type { Pronunciation } from '../text/index.js';
import type { SpeechKind } from '../voices/voices.js';

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission;
    engines: Supervisor;
    synthesizer: Synthesizer;
  }
  interface FastifyContextConfig {
    /** The kind of speech that a route answers with; its requests are counted. */
    speech?: SpeechKind;
  }
}

export interface SynthesisOptions {
  engines: Supervisor;
  lexicon: readonly Pronunciation[];
  /** Who makes the worker pools, which end with the service. */
  createPool?: ((...settings: ConstructorParameters<typeof WorkerPool>) => WorkerPool) | undefined;
  queue: number;
  chunkTimeoutMs: number;
  restartTimeoutMs: number;
}

export const synthesis = fp(
  async (app: FastifyInstance, options: SynthesisOptions) => {
    const { createPool = (...settings) => new WorkerPool(...settings) } = options;
    const workerPool = createPool(options.lexicon);
    const admission = new Admission(admissionLimits(options.queue));
    const metrics = speechMetrics(app.metrics);
    const backgroundPool = createPool(options.lexicon, 1);
    const synthesizer = new Synthesizer({ ...options, admission, workerPool, backgroundPool, metrics });
    metrics.watch(options.engines, synthesizer);
    app.decorate('admission', admission);
    app.decorate('engines', options.engines);
    app.decorate('synthesizer', synthesizer);
    app.addHook('onReady', async () => options.engines.start());
    app.addHook('onRequest', async (request, reply) => {
      const { speech } = request.routeOptions.config;
      if (speech) reply.raw.once('close', () => metrics.requestCompleted(speech, sentStatus(reply)));
    });
    app.addHook('preClose', async () => synthesizer.finishInOrder());
    app.addHook('onClose', async () => {
      await options.engines.stop();
      await Promise.all([workerPool.close(), backgroundPool.close()]);
    });
  },
  { name: 'synthesis', dependencies: ['metrics'] },
);
