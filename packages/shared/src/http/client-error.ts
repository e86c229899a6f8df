import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { requestIdOf } from './request-id.js';
import type { RouteTable } from './route-table.js';

interface ParserError extends Error {
  code?: string;
  /** The bytes that had been received. */
  rawPacket?: unknown;
}

const RESPONSES: Readonly<Record<string, [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/** The request line of a method that Node's parser does not know. @see https://www.rfc-editor.org/rfc/rfc9112#section-3 */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) (\/\S{0,2000}) HTTP\/1\.[01]\r?\n/;

function refusalOf({ code = '', rawPacket }: ParserError, routes: RouteTable): ApiError {
  const [, method, url] = code === 'HPE_INVALID_METHOD' ? (REQUEST_LINE.exec(String(rawPacket)) ?? []) : [];
  if (method !== undefined && url !== undefined) return routes.refusal(method, url);
  return new ApiError(...(RESPONSES[code] ?? [400, 'The request is not valid HTTP.']));
}

/**
 * Responds to what Node's parser refuses with the one error body; without a request object it is written by hand. A method
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
    writeRefusal(socket, refusalOf(error, routes), id);
  };

/** Responds to CONNECT, which Node hands out as a bare connection: there is no tunnel here, so it is a 405 or a 404. */
export function refuseTunnels(app: FastifyInstance, routes: RouteTable): void {
  app.server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    writeRefusal(socket, routes.refusal('CONNECT', request.url ?? ''), requestIdOf(request));
  });
}

function writeRefusal(socket: Duplex, { statusCode, headers, body }: ApiError, id: string): void {
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
