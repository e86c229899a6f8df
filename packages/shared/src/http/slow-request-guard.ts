import type { IncomingMessage } from 'node:http';
import { commonError } from '../errors/api-error.js';

/** Bytes that a body must bring in each window. */
const LEAST_BYTES = 10 * 1024;
/** Length of a window, in ms. */
export const BODY_WINDOW_MS = 10_000;

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
