import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import { clientKey } from '@ownvoice/shared/client-address';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { apiError } from '../errors.js';
import { signedIn } from './access.js';

/** By address: generous to an office, too slow to fill the database, to keep the CPUs busy or to learn who is here. */
export const NEW_NAMES = { max: 100, timeWindow: 15 * 60 * 1000 };

/** By account, from however many addresses: for what a user may do again and again to their own, with a row each time. */
export const OWN_CHANGES: RateLimitOptions = {
  ...NEW_NAMES,
  hook: 'preHandler',
  keyGenerator: (request) => signedIn(request).id,
  allowList: (request) => signedIn(request).role === 'admin',
};

const NO_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

/** A rate limit by address for the routes that set `config.rateLimit`. For failed sign-ins see `LoginLimit`. */
export const rateLimits = fp(
  async (app) => {
    await app.register(rateLimit, {
      global: false,
      cache: 10_000,
      keyGenerator: (request: FastifyRequest) => clientKey(request.ip, request.socket.remoteAddress),
      addHeaders: NO_HEADERS,
      addHeadersOnExceeding: NO_HEADERS,
      errorResponseBuilder: (_request, { ttl }) =>
        apiError('rate_limited', {
          headers: { 'retry-after': Math.max(1, Math.ceil(ttl / 1000)) },
        }),
    });
  },
  { name: 'rate-limits' },
);
