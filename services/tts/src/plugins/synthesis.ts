import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Engines } from '../engines/selection.js';
import { SpeechMetrics } from '../metrics/speech-metrics.js';
import type { ChunkContext } from '../options.js';
import type { AdmissionLimits } from '../synthesis/admission.js';
import { Synthesizer } from '../synthesis/synthesizer.js';
import { WorkerPool } from '../synthesis/worker-pool.js';
import type { Pronunciation } from '../text/index.js';
import type { SpeechKind } from '../voices/models.js';

declare module 'fastify' {
  interface FastifyInstance {
    engines: Engines;
    synthesizer: Synthesizer;
  }
  interface FastifyContextConfig {
    /** The kind of speech that a route answers with; its requests are counted. */
    speech?: SpeechKind;
  }
}

export interface SynthesisOptions {
  engines: Engines;
  lexicon: readonly Pronunciation[];
  limits: AdmissionLimits;
  chunkTimeoutMs: number;
  restartTimeoutMs: number;
  chunkContext: ChunkContext;
}

/** An option that changes nothing must not look as if it did. */
function warnWithoutEffect(app: FastifyInstance, { engines, chunkContext }: SynthesisOptions): void {
  if (chunkContext === 'off') return;
  for (const engine of engines.all) {
    engine.onState(({ kind }) => {
      if (kind === 'ready' && !engine.capabilities.clone)
        app.log.warn({ engine: engine.name }, 'chunk context has no effect: only base models clone voices');
    });
  }
}

/** The synthesizer with its worker pool and metrics. */
export const synthesis = fp(
  async (app: FastifyInstance, options: SynthesisOptions) => {
    const workerPool = new WorkerPool(options.lexicon);
    const metrics = new SpeechMetrics(app.metrics);
    const synthesizer = new Synthesizer({ ...options, workerPool, metrics });
    warnWithoutEffect(app, options);
    metrics.watch(options.engines, () => synthesizer.queue);
    app.decorate('engines', options.engines);
    app.decorate('synthesizer', synthesizer);
    app.addHook('onReady', async () => options.engines.start());
    app.addHook('onResponse', async (request, reply) => {
      const { speech } = request.routeOptions.config;
      if (speech) metrics.requestCompleted(speech, reply.statusCode);
    });
    app.addHook('preClose', async () => synthesizer.finishInOrder());
    app.addHook('onClose', async () => {
      await options.engines.stop();
      await workerPool.close();
    });
  },
  { name: 'synthesis', dependencies: ['metrics'] },
);
