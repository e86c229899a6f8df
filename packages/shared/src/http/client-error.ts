import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type ApiError, type CommonErrorReason, commonError } from '../errors/api-error.js';
import { requestIdOf } from '../logging/request-log.js';
import type { RouteTable } from './route-table.js';

interface ParserError extends Error {
  code?: string;
  /** The bytes that had been received. */
  rawPacket?: unknown;
}

const REASONS: Readonly<Record<string, CommonErrorReason>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The request line of a method that Node's parser does not know. @see https://www.rfc-editor.org/rfc/rfc9112#section-3 */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) (\/\S{0,2000}) HTTP\/1\.[01]\r?\n/;

function rejectionOf({ code = '', rawPacket }: ParserError, routes: RouteTable): ApiError {
  const [, method, url] = code === 'HPE_INVALID_METHOD' ? (REQUEST_LINE.exec(String(rawPacket)) ?? []) : [];
  if (method !== undefined && url !== undefined) return routes.rejection(method, url);
  return commonError(REASONS[code] ?? 'invalid_http');
}

/**
 * Responds to what Node's parser rejects with the one error body; without a request object it is written by hand. A method
 * that the parser does not know gets the 405 or 404 of its path.
 */
export const clientErrorHandler = (routes: RouteTable) =>
  function handleClientError(this: FastifyInstance, error: ParserError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const id = randomUUID();
    this.log.debug({ code: error.code, request_id: id }, 'client error');
    writeRejection(socket, rejectionOf(error, routes), id);
  };

/** Responds to CONNECT, which Node hands out as a bare connection: there is no tunnel here, so it is a 405 or a 404. */
export function rejectTunnels(app: FastifyInstance, routes: RouteTable): void {
  app.server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    writeRejection(socket, routes.rejection('CONNECT', request.url ?? ''), requestIdOf(request));
  });
}

function writeRejection(socket: Duplex, { statusCode, headers, body }: ApiError, id: string): void {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-request-id': id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join('')}\r\n${text}`);
}

/**
 * Two kinds of requests that Node's server would reject itself, with an empty body and without an id. One without a `Host`
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
      if (hosts > 1) done(commonError('several_hosts'));
      else done(hosts === 0 && httpVersion === '1.1' ? commonError('no_host') : undefined);
    });
  },
  { name: 'host-and-expect' },
);
