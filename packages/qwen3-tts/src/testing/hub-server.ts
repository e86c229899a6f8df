import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly authorization: string | undefined;
}

/** How the server treats a file, beyond sending it. */
export interface Misbehaviour {
  /** Ends the connection after so many bytes, as often as `times` says; `whenTold` waits for `breakHeld` with that. */
  readonly breakAfter?: { readonly bytes: number; times: number; readonly whenTold?: boolean };
  /** Announces this size instead of the true one. */
  readonly announcedSize?: number;
  /** Announces the digest of other bytes. */
  readonly wrongDigest?: boolean;
  /** Sends these bytes instead, of the announced length. */
  readonly sends?: Buffer;
  /** Answers so many times with this status first. */
  readonly refuses?: { readonly status: number; times: number; readonly retryAfter?: string };
  /** Sends the client on to this origin for the content, as the hub does with large files. */
  readonly storedAt?: string;
  /** Ignores Range headers. */
  readonly withoutRanges?: boolean;
}

/** An HTTP server of the hub's layout: `/{owner}/{name}/resolve/{revision}/{path}`. */
export class HubServer {
  readonly seen: SeenRequest[] = [];
  readonly files = new Map<string, Buffer>();
  readonly misbehaviours = new Map<string, Misbehaviour>();
  /** Revisions that exist; any when left empty. */
  readonly revisions = new Set<string>();
  readonly #server: Server;
  readonly #held = new Set<ServerResponse>();
  /** Valid once the server listens, and still known when it is closed. */
  origin = '';

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends the connections that were sent their bytes and wait. A client tells when it has taken them. */
  breakHeld(): void {
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', this.origin);
    const { range, authorization } = request.headers;
    const [, revision, path] = /^\/[^/]+\/[^/]+\/resolve\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
    this.seen.push({ path: path ?? pathname, range, authorization });
    const content = path === undefined ? undefined : this.files.get(path);
    const exists = revision && (this.revisions.size === 0 || this.revisions.has(revision));
    if (!content || !exists || path === undefined) return void response.writeHead(404).end('Entry not found');
    const behaviour = this.misbehaviours.get(path) ?? {};
    if (behaviour.refuses && behaviour.refuses.times > 0) {
      behaviour.refuses.times--;
      const { status, retryAfter } = behaviour.refuses;
      return void response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end();
    }
    const description = describeFile(content, behaviour);
    if (behaviour.storedAt) {
      const location = `${behaviour.storedAt}${pathname}`;
      return void response.writeHead(302, { ...description, location }).end();
    }
    send(response, behaviour.sends ?? content, range, description, behaviour, this.#held);
  }
}

function describeFile(content: Buffer, { announcedSize, wrongDigest }: Misbehaviour): Record<string, string> {
  const digest = createHash('sha256').update(wrongDigest ? 'other' : content);
  return { 'x-linked-size': String(announcedSize ?? content.length), 'x-linked-etag': `"${digest.digest('hex')}"` };
}

function send(
  response: ServerResponse,
  content: Buffer,
  range: string | undefined,
  description: Record<string, string>,
  { breakAfter, withoutRanges }: Misbehaviour,
  held: Set<ServerResponse>,
): void {
  const start = withoutRanges ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  if (start > 0 && start >= content.length) return void response.writeHead(416).end();
  const rest = content.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, {
    ...description,
    'content-length': rest.length,
    ...(start > 0 ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {}),
  });
  if (breakAfter && breakAfter.times > 0 && rest.length > breakAfter.bytes) {
    breakAfter.times--;
    if (breakAfter.whenTold) {
      held.add(response);
      response.write(rest.subarray(0, breakAfter.bytes));
      return;
    }
    response.write(rest.subarray(0, breakAfter.bytes), () => response.destroy());
    return;
  }
  response.end(rest);
}
