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
  /** Each such time, in ms, a client must take 10 kB a second of its answer: answers are kept until they are sent. */
  stalledMs: number;
}

const LEAST_BYTES_PER_MS = 10;

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
      const { raw } = reply;
      // Nobody is left to close the connection again.
      if (raw.destroyed) return done(null, payload);
      let written = raw.socket?.bytesWritten ?? 0;
      const timer = setInterval(() => {
        const before = written;
        written = raw.socket?.bytesWritten ?? 0;
        if (written - before < LEAST_BYTES_PER_MS * stalledMs) raw.destroy();
      }, stalledMs);
      raw.once('close', () => clearInterval(timer));
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
