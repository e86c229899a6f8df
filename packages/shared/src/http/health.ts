import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type TProperties, Type } from 'typebox';
import { errorResponses } from '../contract/error.js';
import { ApiError, commonError } from '../errors/api-error.js';

/** Whether a request would be served now; `retryAfter` in seconds. */
export type Readiness = { ready: true } | { ready: false; reason: string; retryAfter?: number };

export interface HealthOptions {
  /** Content of `/health`; it must be cheap and must not wait for anything. */
  health?: (() => { status: string } & Record<string, unknown>) | undefined;
  /** Schemas of its fields besides `status`. */
  healthFields?: TProperties | undefined;
  /** Until it resolves every route but `/health` is a 503; absent where nothing is waited for. */
  opened?: Promise<unknown> | undefined;
  ready: () => Readiness | Promise<Readiness>;
}

const RETRY_AFTER_SECONDS = 2;

/** `/health` is the liveness probe, `/ready` the readiness probe. */
export const health = fp(
  async (app: FastifyInstance, options: HealthOptions) => {
    let isOpen = options.opened === undefined;
    const open = () => {
      isOpen = true;
    };
    options.opened?.then(open, () => undefined);
    app.addHook('onRequest', (request, _reply, done) => {
      const isAnswered = isOpen || request.routeOptions.url === '/health';
      done(isAnswered ? undefined : commonError('starting', { headers: { 'retry-after': RETRY_AFTER_SECONDS } }));
    });
    const Health = Type.Object({ status: Type.String(), ...options.healthFields }, { additionalProperties: true });
    app.get('/health', {
      logLevel: 'warn',
      schema: {
        tags: ['operations'],
        summary: 'Liveness: whether the process runs',
        security: [],
        response: { 200: Health },
      },
      handler: async () => options.health?.() ?? { status: 'healthy' },
    });
    app.get('/ready', {
      logLevel: 'warn',
      schema: {
        tags: ['operations'],
        summary: 'Readiness: whether a request would be served now',
        security: [],
        response: { 200: Type.Object({ status: Type.Literal('ready') }), ...errorResponses(503) },
      },
      handler: async () => {
        const readiness = await options.ready();
        if (readiness.ready) return { status: 'ready' as const };
        throw new ApiError(503, 'not_ready', readiness.reason, {
          headers: { 'retry-after': readiness.retryAfter ?? 1 },
        });
      },
    });
  },
  { name: 'health' },
);
