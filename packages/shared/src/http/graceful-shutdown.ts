import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { commonError } from '../errors/api-error.js';

/** Long enough for another process to take over. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Closes the server as soon as its last response is sent. Two kinds of connections would keep it open until they time
 * out: those that become idle after closing began, and those that a browser opened in advance and never used. New
 * requests on open connections are rejected with 503.
 */
export const gracefulShutdown = fp(
  async (app: FastifyInstance) => {
    /** Open connections: never used, the request in flight, or the bytes that they had read after their last one. */
    const connections = new Map<Socket, 'unused' | IncomingMessage | number>();
    let closing = false;
    app.server.on('connection', (socket: Socket) => {
      connections.set(socket, 'unused');
      socket.once('close', () => connections.delete(socket));
    });
    // Not by hooks: an address that is rejected as no URL gets past none.
    app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      connections.set(socket, request);
      const settle = () => {
        // A response whose headers were sent before could not say so.
        if (closing) socket.destroySoon();
        else if (connections.get(socket) === request) connections.set(socket, socket.bytesRead);
      };
      // A rejection may go out before its request has arrived.
      response.once('finish', () => (closing || request.complete ? settle() : request.once('close', settle)));
    });
    app.addHook('onRequest', (_request, _reply, done) => {
      done(closing ? commonError('stopping', { headers: { 'retry-after': RETRY_AFTER_SECONDS } }) : undefined);
    });
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (closing) reply.header('connection', 'close');
      done(null, payload);
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
