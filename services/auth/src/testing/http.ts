import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; `undefined` when it is none. */
  readonly json: unknown;
}

export interface Asked {
  readonly method?: string;
  readonly path: string;
  /** A list is sent as that many headers of the name. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Buffer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a request as it is written, path and headers included, which `fetch` would tidy up. */
export function ask(base: string, { method = 'GET', path, headers = {}, body, raw }: Asked): Promise<Answer> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
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
        ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, typeof v === 'string' ? v : [...v]])),
      },
    });
    sent.once('error', reject).once('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('error', reject)
        .once('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
        });
    });
    sent.end(payload);
  });
}
