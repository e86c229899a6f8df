import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface ParserError extends Error {
  code?: string;
}

const RESPONSES: Readonly<Record<string, [status: string, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};

/** Responds to input that is not valid HTTP with the one error body; without a request object it is written by hand. */
export function handleClientError(this: FastifyInstance, error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, sentence] = RESPONSES[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  const id = randomUUID();
  const body = JSON.stringify({ error: sentence });
  this.log.debug({ code: error.code, request_id: id }, 'client error');
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${id}\r\ncache-control: no-store\r\n` +
      `x-content-type-options: nosniff\r\n\r\n${body}`,
  );
}
