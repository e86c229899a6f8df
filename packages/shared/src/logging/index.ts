import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './log-levels.js';
import { logOptions } from './log-options.js';

/**
 * A logger in the server's format, for code that runs before the server. It writes synchronously.
 * @param stream standard output when absent
 */
export function createLogger(level: LogLevel, stream?: DestinationStream): Logger {
  return pino(logOptions(level), stream ?? pino.destination({ dest: 1, sync: true }));
}
