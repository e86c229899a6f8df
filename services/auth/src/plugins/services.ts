import { clientAddress } from '@ownvoice/shared/client-address';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
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
