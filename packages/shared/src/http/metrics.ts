import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Type } from 'typebox';
import type { ServiceIdentity } from '../logging/index.js';
import { sentStatus } from '../logging/request-log.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The metrics served at `/metrics`. */
    metrics: Registry;
  }
}

/**
 * Request durations by method, route pattern and status, the service's version, and Node's default metrics, in the Prometheus text format.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export const metrics = fp(
  async (app: FastifyInstance, service: ServiceIdentity) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    new Gauge({
      name: 'ownvoice_build_info',
      help: 'Always 1; the labels say which service of which version runs on which Node.',
      labelNames: ['service', 'version', 'node'] as const,
      registers: [registry],
    }).set({ service: service.name, version: service.version, node: process.versions.node }, 1);
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its response, in seconds.',
      labelNames: ['method', 'route', 'status_code'] as const,
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
      registers: [registry],
    });
    app.decorate('metrics', registry);
    app.addHook('onRequest', (request, reply, done) => {
      reply.raw.once('close', () => {
        const route = request.routeOptions.url ?? 'unknown';
        durations.labels(request.method, route, String(sentStatus(reply))).observe(reply.elapsedTime / 1000);
      });
      done();
    });
    app.get('/metrics', {
      logLevel: 'warn',
      schema: {
        tags: ['operations'],
        summary: 'Metrics',
        security: [],
        response: {
          200: { description: 'The Prometheus text format.', content: { 'text/plain': { schema: Type.String() } } },
        },
      },
      handler: async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
    });
  },
  { name: 'metrics' },
);
