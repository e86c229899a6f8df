import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * Lets the server end as soon as its last request is answered. Two kinds of connection would keep it open until they
 * time out: those that fall idle after closing began, and those that a browser opened ahead and never used.
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
      done();
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
