/** A download that came to nothing; the message is one sentence. */
export class DownloadError extends Error {
  override readonly name: string = 'DownloadError';

  constructor(
    message: string,
    /** Whether trying again may help. */
    readonly retryable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The server asked for patience. */
export class BusyError extends DownloadError {
  override readonly name = 'BusyError';

  constructor(
    message: string,
    /** In milliseconds, where the server says it. */
    readonly retryAfter: number | undefined,
  ) {
    super(message, true);
  }
}

/** The server has nothing from the offset on that was asked for. */
export class RangeRefusedError extends DownloadError {
  override readonly name = 'RangeRefusedError';
}
