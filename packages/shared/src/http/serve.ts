import type { AddressInfo } from 'node:net';
import closeWithGrace from 'close-with-grace';
import type { App } from './create-app.js';
import { onStopSignals } from './stop-signals.js';

export interface ServeOptions {
  host: string;
  port: number;
  /** Until when after a signal the process has ended, in milliseconds. */
  graceMs: number;
  /** Whether npm started this process. */
  underNpm: boolean;
}

/** At the end of the grace period, for closing what the requests used. */
const CLOSING_MS = 2_000;

/**
 * Listens until a signal, then rejects new requests, lets those in flight finish, and exits 0. Connections of clients
 * that do not finish their request or do not read its response are closed before the grace period ends. A second signal
 * ends the process at once.
 * @returns the address for clients, `http://host:port`
 * @throws {Error} with one message when it cannot listen
 */
export async function serve(app: App, options: ServeOptions): Promise<string> {
  const skip = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const { close } = closeWithGrace({ delay: options.graceMs, logger: app.log, skip: [...skip] }, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'closing after an unexpected error');
    setTimeout(() => {
      app.log.warn('unfinished requests ended');
      app.server.closeAllConnections();
    }, options.graceMs - CLOSING_MS).unref();
    await app.close();
  });
  onStopSignals({
    underNpm: options.underNpm,
    stop: (reason) => {
      app.log.info({ reason }, 'closing');
      void close();
    },
    endAtOnce: (signal) => {
      app.log.warn({ signal }, 'second signal, ending at once');
      process.exit(1);
    },
  });
  try {
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await app.close().catch(() => undefined);
    throw new Error(listenErrorMessage(error as NodeJS.ErrnoException, options), { cause: error });
  }
  const { port } = app.server.address() as AddressInfo;
  const host = options.host === '0.0.0.0' || options.host === '::' ? 'localhost' : options.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What a listen error means, instead of a stack. */
export function listenErrorMessage(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program; choose another port.`;
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this user; choose one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine.`;
  if (error.code === 'ENOTFOUND') return `${host} is neither an address nor a known name.`;
  return `Cannot listen on ${host}:${port}: ${error.message}`;
}
