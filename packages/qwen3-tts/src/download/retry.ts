import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Delay before the second attempt, in ms; it doubles up to a minute. */
  readonly initialDelay?: number | undefined;
  /** Called before each delay with the reason and the delay: all of them together take more than a minute. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Bytes that are there; an attempt that adds some resets the count of attempts. */
  readonly position?: () => Promise<number>;
}

/** Consecutive attempts without progress. */
const MAX_ATTEMPTS = 6;
const INITIAL_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
const MAX_RETRY_AFTER_MS = 15 * 60_000;

/**
 * Retries an attempt that fails for a temporary reason, with exponential back-off or after the delay that the server asks
 * for.
 * @throws the last DownloadError; the signal's reason once it has fired
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, initialDelay = INITIAL_DELAY_MS, position = async () => 0, onWarning } = options;
  let failures = 0;
  for (;;) {
    const before = await position();
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof DownloadError) || !error.retryable) throw error;
      failures = (await position()) > before ? 0 : failures + 1;
      if (failures >= MAX_ATTEMPTS) throw error;
      const retryAfter = error instanceof BusyError ? error.retryAfter : undefined;
      const backOff = Math.min(MAX_DELAY_MS, initialDelay * 2 ** failures);
      const delay = Math.min(MAX_RETRY_AFTER_MS, retryAfter ?? backOff);
      onWarning?.(`${error.message} Retrying in ${Math.ceil(delay / 1000)} s.`);
      await sleep(delay, undefined, signal ? { signal } : {});
    }
  }
}

/** A failed download; the message is one sentence. */
export class DownloadError extends Error {
  override readonly name: string = 'DownloadError';

  constructor(
    message: string,
    /** Whether the failure may be temporary. */
    readonly retryable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** There is no connection to the server: no network, or a proxy that is not known here. */
export class UnreachableError extends DownloadError {
  override readonly name = 'UnreachableError';
}

/** The server is overloaded or limits the rate of requests. */
export class BusyError extends DownloadError {
  override readonly name = 'BusyError';

  constructor(
    message: string,
    /** In milliseconds, when the server says. */
    readonly retryAfter: number | undefined,
  ) {
    super(message, true);
  }
}

/** The server's file ends before the requested offset. */
export class RangeNotSatisfiableError extends DownloadError {
  override readonly name = 'RangeNotSatisfiableError';
}
