import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { commonError } from '../errors/api-error.js';

/** Limits of reading the rest of a rejected upload. */
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;
const MAX_DRAIN_MS = 3_000;

/**
 * Sends a rejection before the body has arrived, and discards the rest of it: closing a socket with unread data resets the
 * connection, and the client would lose the response.
 */
export const earlyRejections = fp(
  async (app: FastifyInstance) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      const { headers, raw } = request;
      const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
      if (reply.statusCode < 400 || !hasBody || raw.complete) return done(null, payload);
      const drained = drain(raw);
      const closes = !reply.raw.shouldKeepAlive || reply.getHeader('connection') === 'close';
      // Node closes such a connection with the response, which therefore is whole at once and ends later.
      if (closes && typeof payload === 'string') {
        reply.header('content-length', Buffer.byteLength(payload));
        return done(null, Readable.from(endingAfter(payload, drained)));
      }
      void drained.then(() => raw.complete || raw.destroy());
      done(null, payload);
    });
  },
  { name: 'early-rejections' },
);

async function* endingAfter(payload: string, end: Promise<void>) {
  yield payload;
  await end;
}

async function drain(message: IncomingMessage): Promise<void> {
  if (message.complete || message.destroyed || message.readableEnded) return;
  await new Promise<void>((resolve) => {
    let left = MAX_DRAIN_BYTES;
    const timer = setTimeout(done, MAX_DRAIN_MS);
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left <= 0) done();
    };
    function done() {
      clearTimeout(timer);
      message.off('data', onData).off('end', done).off('close', done).off('error', done);
      resolve();
    }
    message.on('data', onData).once('end', done).once('close', done).once('error', done);
    message.resume();
  });
}

/**
 * Reads a whole body of at most `limit` bytes.
 * @throws {ApiError} 413 as soon as more than `limit` bytes are declared or received; 408 when it arrives too slowly
 */
export function readBody(message: IncomingMessage, limit: number, windowMs?: number): Promise<Buffer> {
  return withSlowRequestGuard(message, () => collect(message, limit), windowMs);
}

async function collect(message: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => commonError('payload_too_large', { parameters: { limit } });
  if (Number(message.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  return await new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      message.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      settle();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) finish(() => reject(tooLarge()));
      else chunks.push(chunk);
    };
    const onEnd = () => finish(() => resolve(Buffer.concat(chunks, size)));
    const onClose = () => finish(() => reject(commonError('incomplete_body')));
    message.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose);
  });
}

/** Bytes that a body must bring in each window. */
const LEAST_BYTES = 10 * 1024;
const BODY_WINDOW_MS = 10_000;

/**
 * Reads a body that must arrive at 1 KiB a second at least: a client that drips or stalls holds memory and a place.
 *
 * @param read takes the body from the message
 * @throws ApiError 408 after a window that brought too little; what `read` throws
 */
export async function withSlowRequestGuard<T>(
  message: IncomingMessage,
  read: () => Promise<T>,
  windowMs = BODY_WINDOW_MS,
): Promise<T> {
  const { socket } = message;
  let received = socket.bytesRead;
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const bytes = socket.bytesRead - received;
      received = socket.bytesRead;
      if (bytes >= LEAST_BYTES) return;
      reject(commonError('slow_body', { headers: { connection: 'close' } }));
    }, windowMs);
  });
  try {
    return await Promise.race([read(), tooSlow]);
  } finally {
    clearInterval(timer);
  }
}
