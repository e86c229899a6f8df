import type { CustomFetch } from 'openid-client';
import { type Dispatcher, request } from 'undici';
import { OAuthProviderError } from './provider-error.js';

export interface FetchBounds {
  /** From the request to the last byte of the response, in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes of the response's body. */
  readonly maxBytes: number;
}

export const OUTBOUND_BOUNDS: FetchBounds = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

/**
 * A fetch for calls to a provider: one deadline for the whole exchange, no redirects, a bounded body, and no
 * compression, so that the bytes counted are the bytes kept.
 * @throws {OAuthProviderError} of kind `timeout`, `too-large`, `redirect` or `unreachable`
 */
export function boundedFetch(dispatcher: Dispatcher, bounds: FetchBounds = OUTBOUND_BOUNDS): CustomFetch {
  return async (url, { method, headers, body }) => {
    const where = new URL(url).host;
    const signal = AbortSignal.timeout(bounds.timeoutMs);
    try {
      const response = await request(url, {
        dispatcher,
        signal,
        method: method === 'POST' ? 'POST' : 'GET',
        headers: { ...headers, 'accept-encoding': 'identity' },
        body: body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : null,
      });
      // Destroying a body emits an error event, and one without a listener ends the process.
      response.body.on('error', () => undefined);
      if (response.statusCode >= 300 && response.statusCode < 400) {
        response.body.destroy();
        throw new OAuthProviderError('redirect', `${where} responded with a redirect, which is not followed`);
      }
      const bytes = await readAtMost(response.body, bounds.maxBytes, where);
      return new Response(bytes.length === 0 ? null : bytes, {
        status: response.statusCode,
        headers: Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [value].flat().map((one) => [name, one]),
        ),
      });
    } catch (error) {
      if (error instanceof OAuthProviderError) throw error;
      if (signal.aborted)
        throw new OAuthProviderError('timeout', `${where} did not respond within ${bounds.timeoutMs} ms`);
      throw new OAuthProviderError('unreachable', `${where} could not be reached (${codeOf(error)})`);
    }
  };
}

async function readAtMost(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  where: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes)
      throw new OAuthProviderError('too-large', `${where} responded with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown reason';
}
