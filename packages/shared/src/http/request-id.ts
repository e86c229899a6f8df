import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The request's `x-request-id` when it is a short plain token, which can't forge a log line, else a new UUID. */
export function requestIdOf(message: Pick<IncomingMessage, 'headers'>): string {
  const given = message.headers['x-request-id'];
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID();
}
