import { ApiError } from '@ownvoice/shared';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyReply {
    /** Fires when nobody waits for the answer any more: the client has gone, or the service cannot wait any longer. */
    abandoned(): AbortSignal;
  }
}

export interface ClientGoneOptions {
  /** How long requests may still take once the service is closing, in ms. */
  closingGraceMs: number;
}

/** The status that proxies log for a client that went away; nobody receives it. */
const CLIENT_CLOSED_REQUEST = 499;

/** Lets the work on a request stop when its answer is not wanted any more. */
export const clientGone = fp(
  async (app: FastifyInstance, { closingGraceMs }: ClientGoneOptions) => {
    const closing = new AbortController();
    app.addHook('preClose', async () => {
      const reason = new ApiError(503, 'The service is stopping.', { headers: { 'retry-after': 5 } });
      setTimeout(() => closing.abort(reason), closingGraceMs).unref();
    });
    app.decorateReply('abandoned', function () {
      const gone = new AbortController();
      const { raw } = this;
      raw.once('close', () => {
        if (!raw.writableFinished) gone.abort(new ApiError(CLIENT_CLOSED_REQUEST, 'The client has gone.'));
      });
      return AbortSignal.any([gone.signal, closing.signal]);
    });
  },
  { name: 'client-gone' },
);
