import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Shown when a service ends by itself. */
const LAST_LINES = 20;

/** Log lines for people; in a production install, which has no pino-pretty, they stay JSON. */
const pretty = await import('pino-pretty').then(
  ({ prettyFactory }) =>
    prettyFactory({
      colorize: process.stdout.isTTY === true,
      translateTime: 'SYS:HH:MM:ss',
      ignore: 'pid,hostname,service,version',
      singleLine: true,
    }),
  () => (line) => line,
);

const readable = (name, line) => `${name.padEnd(4)} | ${line.startsWith('{"level":') ? pretty(line).trimEnd() : line}`;

/** Prints the log of both services. */
export const consoleLog = () => ({
  write: (name, line) => console.log(readable(name, line)),
  lastLines: () => [],
});

/** Keeps the log of both services in a file of the data folder, and that of the start before in another. */
export function fileLog(folder) {
  const file = join(folder, 'ownvoice.log');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(file)) renameSync(file, `${file}.1`);
  const stream = createWriteStream(file, { mode: 0o600 });
  // A full disk ends the log, not the services.
  stream.on('error', ({ message }) => console.error(`ownvoice: the log goes on here, its file fails: ${message}`));
  const last = [];
  return {
    file,
    write: (name, line) => {
      if (stream.destroyed) return consoleLog().write(name, line);
      stream.write(`${line}\n`);
      last.push(readable(name, line));
      if (last.length > LAST_LINES) last.shift();
    },
    lastLines: () => last,
  };
}
