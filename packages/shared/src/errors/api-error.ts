import type { ErrorBody } from '../contract/error.js';

export interface ApiErrorOptions {
  /** One sentence for each broken rule, naming the field. Only for validation failures. */
  details?: string[] | undefined;
  /** Response headers, such as `retry-after` (seconds) or `allow`. */
  headers?: Record<string, string | number> | undefined;
  /** The internal cause: logged, never sent. */
  cause?: unknown;
}

/**
 * The one error with an HTTP status and a public sentence. Whatever a request can be refused for is thrown as this class;
 * any other error is a bug or an outage and becomes a 500 without internals.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  readonly details: string[] | undefined;
  readonly headers: Readonly<Record<string, string | number>>;

  /** @param message the public sentence, sent as `error` */
  constructor(statusCode: number, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.statusCode = statusCode;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }

  /** A request that breaks rules. @param details one sentence for each, at least one */
  static invalid(details: readonly string[], options: ApiErrorOptions = {}): ApiError {
    const [first = 'The request is not valid.', ...others] = details;
    const message = others.length === 0 ? first : `${first} (and ${others.length} more)`;
    return new ApiError(400, message, { ...options, details: [...details] });
  }

  get body(): ErrorBody {
    return this.details && this.details.length > 0
      ? { error: this.message, details: this.details }
      : { error: this.message };
  }
}
