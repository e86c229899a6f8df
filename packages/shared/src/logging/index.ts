import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

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

/** Longer than any path that there is; the rest says nothing, and headers may have 128 KiB. */
const MAX_CHARACTERS = 1_024;

/**
 * The path for a log line, cut where it is too long. Without the query string, which may hold an authorization code or a
 * token that no log may have.
 */
export const pathOf = (url: string): string => (url.split('?', 1)[0] ?? '').slice(0, MAX_CHARACTERS);

/**
 * A logger in the server's format, for code that runs before the server. It writes synchronously.
 * @param stream standard output when absent
 */
export function createLogger(service: ServiceIdentity, level: LogLevel, stream?: DestinationStream): Logger {
  return pino(logOptions(service, level), stream ?? pino.destination({ dest: 1, sync: true }));
}
