import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.js';

/** Long enough for another process to take over. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Closes the server as soon as its last response is sent. Two kinds of connections would keep it open until they time
 * out: those that become idle after closing began, and those that a browser opened in advance and never used. New
 * requests on open connections are refused with 503.
 */
export const gracefulShutdown = fp(
  async (app: FastifyInstance) => {
    /** Open connections: never used, with a request in flight, or the bytes that they had read after their last one. */
    const connections = new Map<Socket, 'unused' | 'busy' | number>();
    let closing = false;
    const enter = (socket: Socket, state: 'busy' | number) => {
      // Requests of tests come without a connection.
      if (connections.has(socket)) connections.set(socket, state);
    };
    app.server.on('connection', (socket: Socket) => {
      connections.set(socket, 'unused');
      socket.once('close', () => connections.delete(socket));
    });
    app.addHook('onRequest', (request, _reply, done) => {
      enter(request.raw.socket, 'busy');
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
    app.addHook('onResponse', (request, _reply, done) => {
      const { socket } = request.raw;
      // A response whose headers were sent before could not say so.
      if (closing) socket.destroySoon();
      else enter(socket, socket.bytesRead);
      done();
    });
    // Node calls this when it closes. Its own closes connections whose response is complete in memory but not yet sent.
    app.server.closeIdleConnections = () => {
      for (const [socket, state] of connections) if (state === socket.bytesRead) socket.destroy();
    };
    app.addHook('preClose', async () => {
      closing = true;
      for (const [socket, state] of connections) if (state === 'unused') socket.destroy();
    });
  },
  { name: 'graceful-shutdown' },
);
