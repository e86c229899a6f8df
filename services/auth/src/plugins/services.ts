import { clientAddress } from '@ownvoice/shared/client-address';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { SetupGate } from '../accounts/set-up.js';
import type { Caller } from '../audit-log.js';
import type { Services } from '../services.js';

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    setupGate: SetupGate;
  }
}

export interface ServicesOptions {
  readonly services: Services;
  readonly setupGate: SetupGate;
}

/** Hands the services to the routes. Whoever made them closes them. */
export const servicesPlugin = fp<ServicesOptions>(
  async (app, { services, setupGate }) => {
    app.decorate('services', services);
    app.decorate('setupGate', setupGate);
  },
  { name: 'services' },
);

/** Who sends a request, for the audit log. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    origin: {
      ip: clientAddress(request.ip, request.socket.remoteAddress),
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    },
    actorId: request.user?.id,
    log: request.log,
    count: (entry) => request.server.accountEvents.inc(entry),
  };
}
