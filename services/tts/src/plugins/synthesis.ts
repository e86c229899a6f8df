import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Engines } from '../engines/selection.js';
import { SpeechMetrics } from '../metrics/speech-metrics.js';
import type { AdmissionLimits } from '../synthesis/admission.js';
import { Background } from '../synthesis/background.js';
import { Synthesizer } from '../synthesis/synthesizer.js';
import type { SpeechKind } from '../voices/models.js';

declare module 'fastify' {
  interface FastifyInstance {
    engines: Engines;
    synthesizer: Synthesizer;
    background: Background;
  }
  interface FastifyContextConfig {
    /** The kind of speech that a route answers with; its requests are counted. */
    speech?: SpeechKind;
  }
}

export interface SynthesisOptions {
  engines: Engines;
  limits: AdmissionLimits;
  chunkTimeoutMs: number;
  restartPatienceMs: number;
}

/** From text to audio, with its queue, its worker threads and its metrics. */
export const synthesis = fp(
  async (app: FastifyInstance, options: SynthesisOptions) => {
    const background = new Background();
    const metrics = new SpeechMetrics(app.metrics);
    const synthesizer = new Synthesizer({ ...options, background, metrics });
    metrics.watch(options.engines, () => synthesizer.queue);
    app.decorate('engines', options.engines);
    app.decorate('background', background);
    app.decorate('synthesizer', synthesizer);
    app.addHook('onReady', async () => options.engines.start());
    app.addHook('onResponse', async (request, reply) => {
      const { speech } = request.routeOptions.config;
      if (speech) metrics.answered(speech, reply.statusCode);
    });
    app.addHook('preClose', async () => synthesizer.finishInOrder());
    app.addHook('onClose', async () => {
      await options.engines.stop();
      await background.close();
    });
  },
  { name: 'synthesis', dependencies: ['metrics'] },
);
