import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './log-levels.js';
import { logOptions } from './log-options.js';

/**
 * A logger that writes what the server's own logger writes, for what runs before there is a server. Each line is out
 * before the next statement.
 * @param stream where the lines go; standard output when absent
 */
export function createLogger(level: LogLevel, stream?: DestinationStream): Logger {
  return pino(logOptions(level), stream ?? pino.destination({ dest: 1, sync: true }));
}
