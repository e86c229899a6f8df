import type { ErrorBody } from '@ownvoice/shared/contract';

/** Why a request failed, in the server's own words where it answered. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';

  /**
   * @param status HTTP status; 0 when no answer came.
   * @param details One sentence for each broken rule.
   * @param retryAfterSeconds From `Retry-After`, where the server sent it.
   */
  constructor(
    message: string,
    readonly status: number,
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

/** Says, in the page's language, what the server could not say itself. */
export interface FailureWords {
  unreachable: string;
  unreadable(status: number): string;
}

/**
 * Sends one request to the page's own origin.
 * @throws RequestFailed for every answer that is not 2xx and when no answer came; an `AbortError` when aborted.
 */
export async function request(path: string, options: RequestOptions, words: FailureWords): Promise<Response> {
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
    throw new RequestFailed(words.unreachable, 0);
  }
  if (response.ok) return response;
  throw await failureOf(response, words);
}

async function failureOf(response: Response, words: FailureWords): Promise<RequestFailed> {
  const body: unknown = await response.json().catch(() => undefined);
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  const seconds = Number.isNaN(retryAfter) ? undefined : retryAfter;
  if (!isErrorBody(body)) return new RequestFailed(words.unreadable(response.status), response.status, [], seconds);
  return new RequestFailed(body.error, response.status, body.details ?? [], seconds);
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

/** The server no longer takes the token that was sent; whoever holds it has been told and asks to sign in again. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
}

/** Whether a request ended because the page itself gave it up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Whether a failure is for the one who asked: what was given up, or is asked elsewhere, is not. */
export function isToBeTold(error: unknown): boolean {
  return !isAbort(error) && !(error instanceof SessionEnded);
}
