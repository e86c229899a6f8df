import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** A request as it goes over the wire. */
export interface HttpRequest {
  /** Default GET. */
  readonly method?: string;
  readonly path: string;
  /** A list is sent as that many headers of the name. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Text, bytes and forms go as they are, anything else as JSON. */
  readonly body?: unknown;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; `undefined` when it is not JSON. */
  readonly json: unknown;
}

interface Payload {
  readonly bytes: Buffer;
  /** What the body itself says that it is; text and bytes say nothing. */
  readonly type?: string | null;
}

async function payloadOf(body: unknown): Promise<Payload | undefined> {
  if (body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return { bytes: Buffer.from(body) };
  if (body instanceof FormData || body instanceof URLSearchParams) {
    const encoded = new Response(body);
    return { bytes: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') };
  }
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Sends a request on a connection of its own and reads the response. Path and headers go out as they are written, which
 * `fetch` would tidy up; redirects are not followed.
 *
 * @param base `http://host:port`, no slash at the end
 */
export async function send(
  base: string,
  { method = 'GET', path, headers = {}, body }: HttpRequest,
): Promise<HttpResponse> {
  const payload = await payloadOf(body);
  const { hostname, port, protocol } = new URL(base);
  const request = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      method,
      path,
      agent: false,
      headers: {
        ...(payload && { 'content-length': payload.bytes.length }),
        ...(payload?.type && { 'content-type': payload.type }),
        ...Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, typeof v === 'string' ? v : [...v]])),
      },
    });
    sent.once('error', reject).once('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('error', reject)
        .once('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: parsed(text) });
        });
    });
    sent.end(payload?.bytes);
  });
}
