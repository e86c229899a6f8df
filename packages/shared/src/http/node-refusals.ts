import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.js';

/**
 * Two kinds of request that Node's server would refuse by itself, with an empty body and without an id: those that name
 * no host, which are a 400 here as well, and those that expect something unheard of, which are served, as they may be.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-expect
 */
export const nodeRefusals = fp(
  async (app: FastifyInstance) => {
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      app.server.emit('request', request, response),
    );
    app.addHook('onRequest', (request, _reply, done) => {
      const nameless = request.raw.httpVersion === '1.1' && request.headers.host === undefined;
      done(nameless ? new ApiError(400, 'The request names no host.') : undefined);
    });
  },
  { name: 'node-refusals' },
);
