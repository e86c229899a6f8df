import { type BrokenRule, filled, ruleMessage } from '../contract/broken-rules.js';
import { codeOfStatus, type ErrorBody } from '../contract/error.js';
import { COMMON_ERRORS } from './common-errors.js';

export interface ApiErrorOptions {
  /** For programs; that of the status when absent. */
  code?: string | undefined;
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
  constructor(statusCode: number, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.statusCode = statusCode;
    this.code = options.code ?? codeOfStatus(statusCode);
    this.reason = options.reason ?? this.code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }

  /** A request that breaks rules. @param rules at least one; a text is a message that is written already */
  static invalid(rules: readonly (BrokenRule | string)[], options: ApiErrorOptions = {}): ApiError {
    const messages = rules.map((rule) => (typeof rule === 'string' ? rule : ruleMessage(rule)));
    const details = [...new Set(messages)].slice(0, MAX_DETAILS);
    const [first = 'The request is not valid.', ...others] = details;
    const message = others.length === 0 ? first : `${first} (and ${others.length} more)`;
    return new ApiError(400, message, { ...options, details });
  }

  get body(): ErrorBody {
    const { message: error, code, details } = this;
    return details && details.length > 0 ? { error, code, details } : { error, code };
  }
}

/** By the reason of an error: the status, the English message with `{parameters}`, and the code where it is another word. */
export type ErrorTable = Readonly<Record<string, readonly [status: number, message: string, code?: string]>>;

export interface TableErrorOptions extends Omit<ApiErrorOptions, 'code' | 'reason' | 'details'> {
  parameters?: Readonly<Record<string, string | number>>;
}

/** Makes the errors of a table. */
export const errorsOf =
  <const Table extends ErrorTable>(table: Table) =>
  (reason: keyof Table & string, { parameters, ...options }: TableErrorOptions = {}): ApiError => {
    const [status, message, code = reason] = table[reason] as ErrorTable[string];
    return new ApiError(status, filled(message, parameters), { ...options, code, reason });
  };

export type CommonErrorReason = keyof typeof COMMON_ERRORS;

/** Makes the errors that both services have. */
export const commonError = errorsOf(COMMON_ERRORS);
