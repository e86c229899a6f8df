import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.js';

/** Seconds after which another process will have taken over. */
const RETRY_AFTER = 5;

/**
 * Lets the server end as soon as its last request is answered. Two kinds of connection would keep it open until they
 * time out: those that fall idle after closing began, and those that a browser opened ahead and never used. What still
 * comes by a connection that is in use is refused.
 */
export const closing = fp(
  async (app: FastifyInstance) => {
    const unused = new Set<Socket>();
    let begun = false;
    app.server.on('connection', (socket: Socket) => {
      unused.add(socket);
      socket.once('close', () => unused.delete(socket));
    });
    app.addHook('onRequest', (request, _reply, done) => {
      unused.delete(request.raw.socket);
      done(
        begun ? new ApiError(503, 'The service is stopping.', { headers: { 'retry-after': RETRY_AFTER } }) : undefined,
      );
    });
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (begun) reply.header('connection', 'close');
      done(null, payload);
    });
    app.addHook('preClose', async () => {
      begun = true;
      for (const socket of unused) socket.destroy();
    });
  },
  { name: 'closing' },
);
