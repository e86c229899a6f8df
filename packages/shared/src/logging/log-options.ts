import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import type { DestinationStream, LoggerOptions } from 'pino';
import type { LogLevel } from './log-levels.js';
import { pathOf } from './path-of.js';

/** What a log line, a metric and a span say about their origin. */
export interface ServiceIdentity {
  /** `ownvoice-auth` or `ownvoice-tts`. */
  readonly name: string;
  readonly version: string;
}

/**
 * pino's options for a service: one JSON line per event with the service's name and version, secrets redacted, requests
 * without their query string.
 * @param stream standard output when absent
 */
export function logOptions(
  service: ServiceIdentity,
  level: LogLevel,
  stream?: DestinationStream,
): LoggerOptions & { stream?: DestinationStream } {
  return {
    level,
    base: { service: service.name, version: service.version, pid: process.pid, hostname: hostname() },
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
