import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './log-levels.js';
import { logOptions, type ServiceIdentity } from './log-options.js';

export type { ServiceIdentity };

/**
 * A logger in the server's format, for code that runs before the server. It writes synchronously.
 * @param stream standard output when absent
 */
export function createLogger(service: ServiceIdentity, level: LogLevel, stream?: DestinationStream): Logger {
  return pino(logOptions(service, level), stream ?? pino.destination({ dest: 1, sync: true }));
}
