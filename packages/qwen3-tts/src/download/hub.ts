import { EnvHttpProxyAgent, request } from 'undici';
import { BusyError, DownloadError, RangeNotSatisfiableError, UnreachableError } from './retry.js';

/** The token is sent to this host only, never to mirrors or to where it redirects. */
const OFFICIAL_HUB = 'https://huggingface.co';

const MAX_REDIRECTS = 5;
/** Without a network a name or an address may just never answer. */
const CONNECT_TIMEOUT_MS = 5_000;
const HEADERS_TIMEOUT_MS = 30_000;
/** A connection without data for this long is closed and the download resumed. */
const IDLE_TIMEOUT_MS = 60_000;

export interface HubOptions {
  /** Origin of the hub or of a mirror of it (`HF_ENDPOINT`); the official hub when left out. */
  readonly endpoint?: string | undefined;
  /** Access token (`HF_TOKEN`). */
  readonly token?: string | undefined;
  /** The only origin that gets the token; tests set it. */
  readonly tokenOrigin?: string;
}

/** The hub's description of a file. */
export interface RemoteFile {
  readonly size: number | undefined;
  /** In hex: SHA-256 of a large file, Git's SHA-1 of a small one; undefined when the server sends neither. */
  readonly digest: string | undefined;
}

export interface FileBody {
  /** Offset of the body in the file: 0 when the server ignored the range. */
  readonly start: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Closes the connection; must be called in any case. */
  discard(): void;
}

interface HubResponse extends FileBody {
  readonly status: number;
  readonly remote: RemoteFile;
  readonly headers: Headers;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Downloads files of repositories from `{endpoint}/{repository}/resolve/{revision}/{path}`. */
export class Hub {
  readonly endpoint: string;
  readonly official: boolean;
  readonly #token: string | undefined;
  readonly #tokenOrigin: string;
  /** Honours HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  readonly #connections = new EnvHttpProxyAgent({ connect: { timeout: CONNECT_TIMEOUT_MS } });

  /** @throws DownloadError when the endpoint is no http(s) address */
  constructor({ endpoint, token, tokenOrigin = OFFICIAL_HUB }: HubOptions = {}) {
    this.endpoint = (endpoint || OFFICIAL_HUB).replace(/\/+$/, '');
    if (!URL.canParse(this.endpoint) || !/^https?:$/.test(new URL(this.endpoint).protocol)) {
      throw new DownloadError(`${JSON.stringify(endpoint)} is not the address of a hub.`, false);
    }
    this.official = this.endpoint === OFFICIAL_HUB;
    this.#token = token;
    this.#tokenOrigin = tokenOrigin;
  }

  /** Size and digest of a file. @throws DownloadError */
  async describe(repository: string, revision: string, path: string, signal?: AbortSignal): Promise<RemoteFile> {
    const response = await this.open(repository, revision, path, 0, signal);
    response.discard();
    return response.remote;
  }

  /** The file from `offset` on, or from its start when the server ignores ranges. @throws DownloadError */
  async open(
    repository: string,
    revision: string,
    path: string,
    offset: number,
    signal?: AbortSignal,
  ): Promise<HubResponse> {
    const encoded = path.split('/').map(encodeURIComponent).join('/');
    let url = new URL(`${this.endpoint}/${repository}/resolve/${encodeURIComponent(revision)}/${encoded}`);
    let first: Headers | undefined;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const response = await this.#fetch(url, offset, signal);
      first ??= response.headers;
      if (/^text\/html/i.test(header(response.headers, 'content-type') ?? '') && response.status < 300) {
        response.discard();
        throw new DownloadError(
          `${url.host} answers with a web page instead of ${path}; it is no mirror of the hub.`,
          false,
        );
      }
      if (response.status === 200 || response.status === 206)
        return { ...response, remote: describeRemote(first, response) };
      response.discard();
      const location = header(response.headers, 'location');
      if (response.status < 300 || response.status > 399 || !location) throw rejection(response, url);
      url = redirected(url, location);
    }
    throw new DownloadError(`${this.endpoint} redirects ${path} too often.`, false);
  }

  async #fetch(url: URL, offset: number, signal: AbortSignal | undefined): Promise<HubResponse> {
    const response = await request(url, {
      headers: {
        'user-agent': 'ownvoice',
        'accept-encoding': 'identity',
        ...(offset > 0 ? { range: `bytes=${offset}-` } : {}),
        ...(this.#token && url.origin === this.#tokenOrigin ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      headersTimeout: HEADERS_TIMEOUT_MS,
      bodyTimeout: IDLE_TIMEOUT_MS,
      dispatcher: this.#connections,
      ...(signal ? { signal } : {}),
    }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new UnreachableError(
        `${url.host} cannot be reached. Is there a network? HTTPS_PROXY names a proxy, HF_ENDPOINT a mirror.`,
        true,
        { cause },
      );
    });
    const { statusCode: status, headers, body } = response;
    // A discarded body emits an error, which is of no interest.
    body.on('error', () => {});
    const start = status === 206 ? rangeStart(headers, offset, url) : 0;
    return { status, headers, start, chunks: body, discard: () => body.destroy(), remote: NO_DESCRIPTION };
  }
}

const NO_DESCRIPTION: RemoteFile = { size: undefined, digest: undefined };

function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The hub describes large files when it redirects to their storage; small ones are described by the response itself. */
function describeRemote(first: Headers, { headers, status, start }: HubResponse): RemoteFile {
  const tag = header(first, 'x-linked-etag') ?? header(first, 'etag') ?? header(headers, 'etag');
  const digest = /^(?:W\/)?"?([0-9a-f]{64}|[0-9a-f]{40})"?$/.exec(tag ?? '')?.[1];
  const linked = header(first, 'x-linked-size');
  const total = status === 206 ? header(headers, 'content-range')?.split('/')[1] : header(headers, 'content-length');
  const size = Number(linked ?? total ?? Number.NaN);
  return { digest, size: Number.isSafeInteger(size) && size >= start ? size : undefined };
}

function rangeStart(headers: Headers, offset: number, url: URL): number {
  const start = Number(/^bytes (\d+)-/.exec(header(headers, 'content-range') ?? '')?.[1] ?? Number.NaN);
  if (start === offset) return start;
  throw new DownloadError(`${url.host} sent another range than the one asked for.`, true);
}

function redirected(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!to || !/^https?:$/.test(to.protocol) || (from.protocol === 'https:' && to.protocol === 'http:')) {
    throw new DownloadError(`${from.host} redirects to an address that is not safe to follow.`, false);
  }
  return to;
}

function rejection({ status, headers }: HubResponse, url: URL): DownloadError {
  const file = url.pathname;
  if (status === 429 || status === 503) {
    return new BusyError(`${url.host} is busy (${status}).`, retryAfter(header(headers, 'retry-after')));
  }
  if (status === 401 || status === 403) {
    return new DownloadError(`${url.host} refuses access to ${file} (${status}).`, false);
  }
  if (status === 416) return new RangeNotSatisfiableError(`${url.host} has less of ${file} than it announced.`, true);
  if (status === 404) return new DownloadError(`${url.host} does not have ${file}.`, false);
  return new DownloadError(`${url.host} answered ${status} for ${file}.`, status >= 500 || status === 408);
}

function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
