import { type BrokenRule, filled, ruleMessage } from '../contract/broken-rules.js';
import type { ErrorBody } from '../contract/error.js';

/** The errors that every route of both services can have, see `ErrorTable`. */
export const COMMON_ERRORS = {
  invalid_input: [400, 'The request is not valid.'],
  invalid_http: [400, 'The request is not valid HTTP.', 'invalid_input'],
  invalid_url: [400, 'The address is not a valid URL.', 'invalid_input'],
  no_host: [400, 'The request names no host.', 'invalid_input'],
  several_hosts: [400, 'The request names more than one host.', 'invalid_input'],
  empty_body: [400, 'The body is empty.', 'invalid_input'],
  incomplete_body: [400, 'The body ended before it was complete.', 'invalid_input'],
  wrong_length: [400, 'The body does not have the declared length.', 'invalid_input'],
  not_found: [404, 'There is nothing at {method} {path}.'],
  misspelled_path: [404, 'There is nothing at {method} {path}. Did you mean {method} {meant}?', 'not_found'],
  method_not_allowed: [405, '{method} is not allowed here. Allowed: {allow}.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  slow_body: [408, 'The body arrives too slowly: 1 KiB a second is needed.', 'request_timeout'],
  payload_too_large: [413, 'The body is larger than {limit} bytes.'],
  body_too_large: [413, 'The body is too large.', 'payload_too_large'],
  uri_too_long: [414, 'The address is too long.'],
  unsupported_media_type: [415, 'The body must be JSON, sent with the header "content-type: application/json".'],
  multipart_needed: [415, 'The body must be multipart/form-data.', 'unsupported_media_type'],
  headers_too_large: [431, 'The request headers are too large.'],
  internal_error: [500, 'Internal error.'],
  starting: [503, 'The service is starting: its database is not available yet.', 'not_ready'],
  stopping: [503, 'The service is stopping.', 'not_ready'],
} as const;

export interface ApiErrorOptions {
  /** What happened, for logs and the audit log: finer than the code where several errors share it. */
  reason?: string | undefined;
  /** One message for each broken rule, naming the field. Only for validation failures. */
  details?: string[] | undefined;
  /** Response headers, such as `retry-after` (seconds) or `allow`. */
  headers?: Record<string, string | number> | undefined;
  /** The internal cause: logged, never sent. */
  cause?: unknown;
}

/** Messages in the `details` of one response. */
const MAX_DETAILS = 100;

/**
 * The one error with an HTTP status, a code for programs and a public message. Whatever a request can be rejected for is
 * thrown as this class; any other error is a bug or an outage and becomes a 500 without internals.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  readonly code: string;
  readonly reason: string;
  readonly details: string[] | undefined;
  readonly headers: Readonly<Record<string, string | number>>;

  /** @param message the public message, sent as `error` */
  constructor(statusCode: number, code: string, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.statusCode = statusCode;
    this.code = code;
    this.reason = options.reason ?? code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }

  /** A request that breaks rules. @param rules at least one @param code where a program does something else about them */
  static invalid(rules: readonly BrokenRule[], code = 'invalid_input', options: ApiErrorOptions = {}): ApiError {
    const details = [...new Set(rules.map(ruleMessage))].slice(0, MAX_DETAILS);
    const [first = COMMON_ERRORS.invalid_input[1], ...others] = details;
    const message = others.length === 0 ? first : `${first} (and ${others.length} more)`;
    return new ApiError(400, code, message, { ...options, details });
  }

  get body(): ErrorBody {
    const { message: error, code, details } = this;
    return details && details.length > 0 ? { error, code, details } : { error, code };
  }
}

/** By the reason of an error: the status, the English message with `{parameters}`, and the code where it is another word. */
export type ErrorTable = Readonly<Record<string, readonly [status: number, message: string, code?: string]>>;

export interface TableErrorOptions extends Omit<ApiErrorOptions, 'reason' | 'details'> {
  parameters?: Readonly<Record<string, string | number>>;
}

/** The names of the `{parameters}` of a message. */
export type ParameterOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** Makes the errors of a table. */
export const errorsOf =
  <const Table extends ErrorTable>(table: Table) =>
  (reason: keyof Table & string, { parameters, ...options }: TableErrorOptions = {}): ApiError => {
    const [status, message, code = reason] = table[reason] as ErrorTable[string];
    return new ApiError(status, code, filled(message, parameters), { ...options, reason });
  };

export type CommonErrorReason = keyof typeof COMMON_ERRORS;

/** Makes the errors that both services have. */
export const commonError = errorsOf(COMMON_ERRORS);

export { filled };
