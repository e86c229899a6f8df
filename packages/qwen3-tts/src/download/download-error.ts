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
