import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type TProperties, Type } from 'typebox';
import { ErrorBody } from '../contract/error.js';
import { ApiError } from '../errors/api-error.js';

/** Whether a request would be served now; when not, why, and after how many seconds to ask again. */
export type Readiness = { ready: true } | { ready: false; reason: string; retryAfter?: number };

export interface HealthOptions {
  /** What `/health` says beside the status; it must be cheap and must not touch anything that can hang. */
  health?: (() => { status: string } & Record<string, unknown>) | undefined;
  /** The schema of those further fields, for the OpenAPI document. */
  healthFields?: TProperties | undefined;
  ready: () => Readiness | Promise<Readiness>;
}

/** `/health` says that the process lives, `/ready` that it would serve a request now. */
export const health = fp(
  async (app: FastifyInstance, options: HealthOptions) => {
    const Health = Type.Object({ status: Type.String(), ...options.healthFields }, { additionalProperties: true });
    app.get(
      '/health',
      {
        logLevel: 'warn',
        schema: { tags: ['operations'], summary: 'Whether the process lives', security: [], response: { 200: Health } },
      },
      async () => options.health?.() ?? { status: 'healthy' },
    );
    app.get(
      '/ready',
      {
        logLevel: 'warn',
        schema: {
          tags: ['operations'],
          summary: 'Whether a request would be served now',
          security: [],
          response: { 200: Type.Object({ status: Type.Literal('ready') }), 503: ErrorBody },
        },
      },
      async () => {
        const readiness = await options.ready();
        if (readiness.ready) return { status: 'ready' as const };
        throw new ApiError(503, readiness.reason, { headers: { 'retry-after': readiness.retryAfter ?? 1 } });
      },
    );
  },
  { name: 'health' },
);
