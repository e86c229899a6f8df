import { ApiError } from '@ownvoice/shared';
import { clientAddress } from '@ownvoice/shared/client-address';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isUnavailable } from '../data/database-errors.js';
import { apiError } from '../errors.js';
import type { Caller, RequestContext, Services } from '../services.js';

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
  }
}

/** Hands the services to the routes. Whoever made them closes them. */
export const servicesPlugin = fp<{ readonly services: Services }>(
  async (app, { services }) => {
    app.decorate('services', services);
  },
  { name: 'services' },
);

/** What a use case works with on behalf of a request. */
export function contextOf(request: FastifyRequest): RequestContext {
  const caller: Caller = {
    origin: {
      ip: clientAddress(request.ip, request.socket.remoteAddress),
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    },
    actorId: request.user?.id,
    log: request.log,
    count: (entry) => request.server.accountEvents.inc(entry),
  };
  return { ...request.server.services, caller };
}

/** In seconds. */
const RETRY_AFTER = 2;

/** Responds with 503 with `retry-after` when the database can't be reached; passes every other error on. */
export const databaseErrors = fp(
  async (app) => {
    const respond = app.errorHandler;
    app.setErrorHandler((error, request, reply) => {
      const unavailable = !(error instanceof ApiError) && isUnavailable(error);
      // The log of the outage has the cause, once a minute instead of once a request.
      if (unavailable) app.services.db.failed(error);
      const headers = { 'retry-after': RETRY_AFTER };
      const thrown = unavailable ? apiError('database_unavailable', { headers }) : error;
      return respond.call(app, thrown as typeof error, request, reply);
    });
  },
  { name: 'database-errors', dependencies: ['services'] },
);
