import { ApiError } from '@ownvoice/shared';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyReply {
    /** Fires when the client has gone, or when the grace period of a shutdown is over. */
    abandoned(): AbortSignal;
  }
}

export interface ClientGoneOptions {
  /** Grace period of a shutdown for requests in flight, in ms. */
  closingGraceMs: number;
  /** A client that takes nothing of its answer for so long is disconnected, in ms: answers are kept until they are sent. */
  stalledMs: number;
}

/** The status that proxies log for a client that has gone; nobody receives it. */
const CLIENT_CLOSED_REQUEST = 499;

/** Cancels the work on a request when nobody waits for its answer. */
export const clientGone = fp(
  async (app: FastifyInstance, { closingGraceMs, stalledMs }: ClientGoneOptions) => {
    const open = new Set<AbortController>();
    app.addHook('preClose', async () => {
      const reason = new ApiError(503, 'The service is stopping.', { headers: { 'retry-after': 5 } });
      setTimeout(() => {
        for (const request of open) request.abort(reason);
      }, closingGraceMs).unref();
    });
    app.addHook('onSend', (_request, reply, payload, done) => {
      reply.raw.setTimeout(stalledMs);
      done(null, payload);
    });
    app.decorateReply('abandoned', function () {
      const request = new AbortController();
      const { raw } = this;
      open.add(request);
      raw.once('close', () => {
        open.delete(request);
        if (!raw.writableFinished) request.abort(new ApiError(CLIENT_CLOSED_REQUEST, 'The client has disconnected.'));
      });
      return request.signal;
    });
  },
  { name: 'client-gone' },
);
