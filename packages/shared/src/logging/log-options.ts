import type { FastifyRequest } from 'fastify';
import type { DestinationStream, LoggerOptions } from 'pino';
import type { LogLevel } from './log-levels.js';
import { pathOf } from './path-of.js';

/**
 * pino's options for a service: one JSON line per event, secrets redacted, requests without their query string.
 * @param stream standard output when absent
 */
export function logOptions(
  level: LogLevel,
  stream?: DestinationStream,
): LoggerOptions & { stream?: DestinationStream } {
  return {
    level,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password', 'token', '*.token'],
      censor: '[redacted]',
    },
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request.url), ip: request.ip }),
    },
    ...(stream && { stream }),
  };
}
