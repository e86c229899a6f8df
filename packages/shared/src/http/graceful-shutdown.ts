import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.js';

/** Long enough for another process to take over. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Closes the server as soon as its last request is answered. Two kinds of connections would keep it open until they time
 * out: those that become idle after closing began, and those that a browser opened in advance and never used. New
 * requests on open connections are refused with 503.
 */
export const gracefulShutdown = fp(
  async (app: FastifyInstance) => {
    const unused = new Set<Socket>();
    let closing = false;
    app.server.on('connection', (socket: Socket) => {
      unused.add(socket);
      socket.once('close', () => unused.delete(socket));
    });
    app.addHook('onRequest', (request, _reply, done) => {
      unused.delete(request.raw.socket);
      done(
        closing
          ? new ApiError(503, 'The service is stopping.', { headers: { 'retry-after': RETRY_AFTER_SECONDS } })
          : undefined,
      );
    });
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (closing) reply.header('connection', 'close');
      done(null, payload);
    });
    // An answer whose headers were sent before could not say so.
    app.addHook('onResponse', (request, _reply, done) => {
      if (closing) request.raw.socket.destroySoon();
      done();
    });
    app.addHook('preClose', async () => {
      closing = true;
      for (const socket of unused) socket.destroy();
    });
  },
  { name: 'graceful-shutdown' },
);
