import type { ErrorBody } from '@ownvoice/shared/contract';

/** A failed request. The message is the server's own, for errors whose code the page does not know. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  /**
   * @param status HTTP status; 0 without a response.
   * @param code The cause; '' without a response, or when it is not the service's.
   * @param details One message for each violated rule.
   * @param retryAfterSeconds The `Retry-After` header, if present.
   */
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly details: readonly string[] = [],
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, or as multipart/form-data when it is a `FormData`. */
  body?: unknown;
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request to the page's origin.
 * @throws {RequestError} for every response that is not 2xx, and without a response
 * @throws {DOMException} `AbortError` when aborted
 */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { body, method = 'GET', signal, token } = options;
  const headers = new Headers({ accept: 'application/json, audio/wav' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');

  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      signal: signal ?? null,
      cache: 'no-store',
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new RequestError('', 0, '');
  }
  if (response.ok) return response;
  throw await toRequestError(response, signal);
}

async function toRequestError(response: Response, signal: AbortSignal | undefined): Promise<RequestError> {
  const body: unknown = await response.json().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    return undefined;
  });
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  const seconds = Number.isNaN(retryAfter) ? undefined : retryAfter;
  const { error, code, details } = Object(body) as AnyErrorBody;
  const cause = error instanceof Object ? error : { message: error, code };
  return new RequestError(cause.message ?? '', response.status, cause.code ?? '', details, seconds);
}

/** The body of an error, with and without `--error-shape object`; or of something else, such as a proxy. */
interface AnyErrorBody extends Partial<Omit<ErrorBody, 'error'>> {
  error?: string | { message: string; code: string };
}

/** The server rejected the token of the request. The page shows a sign-in dialog instead of an error. */
export class SessionExpiredError extends Error {
  override readonly name = 'SessionExpiredError';
}

/** Whether the page itself aborted the request. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Whether to show an error to the user: not for aborted requests, and not for an expired session. */
export function isReportable(error: unknown): boolean {
  return !isAbort(error) && !(error instanceof SessionExpiredError);
}
