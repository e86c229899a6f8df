import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { apiError } from '../errors.js';

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

/** Cancels the work on a request when nobody waits for its answer. */
export const clientGone = fp(
  async (app: FastifyInstance, { closingGraceMs, stalledMs }: ClientGoneOptions) => {
    const open = new Set<AbortController>();
    app.addHook('preClose', async () => {
      const reason = apiError('stopping', { headers: { 'retry-after': 5 } });
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
        if (!raw.writableFinished) request.abort(apiError('client_gone'));
      });
      return request.signal;
    });
  },
  { name: 'client-gone' },
);
