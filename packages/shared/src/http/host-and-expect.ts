import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.js';

/**
 * Two kinds of requests that Node's server would refuse itself, with an empty body and without an id. One without a `Host`
 * header gets a 400 with the one error body, like one with two, of which Node ignores the second; one with an unknown
 * `Expect` header is served, as the standard allows.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-expect
 */
export const hostAndExpect = fp(
  async (app: FastifyInstance) => {
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
      app.server.emit('request', request, response),
    );
    app.addHook('onRequest', (request, _reply, done) => {
      const { httpVersion, rawHeaders } = request.raw;
      const hosts = rawHeaders.filter(
        (name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
      ).length;
      if (hosts > 1) done(new ApiError(400, 'The request names more than one host.'));
      else done(hosts === 0 && httpVersion === '1.1' ? new ApiError(400, 'The request names no host.') : undefined);
    });
  },
  { name: 'host-and-expect' },
);
