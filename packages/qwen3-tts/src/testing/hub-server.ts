import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ModelVariant } from '@ownvoice/shared/contract/models';
import { RELEASES } from '../download/released-files.js';
import { goldenFolder } from './golden-folders.js';

export interface SeenRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly authorization: string | undefined;
}

/** How the server mistreats a file. */
export interface Fault {
  /** Closes the connection after so many bytes, `times` times; with `onDemand` when `breakConnections` is called. */
  readonly breakAfter?: { readonly bytes: number; times: number; readonly onDemand?: boolean };
  /** Announces this size instead of the true one. */
  readonly announcedSize?: number;
  /** Announces the digest of other bytes. */
  readonly wrongDigest?: boolean;
  /** Sends these bytes instead, of the announced length. */
  readonly sends?: Buffer;
  /** First responds with this status so many times. */
  readonly refuses?: { readonly status: number; times: number; readonly retryAfter?: string };
  /** Redirects to this origin for the content, as the hub does for large files. */
  readonly storedAt?: string;
  /** Tells neither size nor digest but the length of the body, and this type. */
  readonly plain?: string;
  /** Ignores Range headers. */
  readonly withoutRanges?: boolean;
}

/** An HTTP server with the hub's URLs: `/{owner}/{name}/resolve/{revision}/{path}`. */
export class HubServer {
  readonly seen: SeenRequest[] = [];
  readonly files = new Map<string, Buffer>();
  readonly faults = new Map<string, Fault>();
  /** Existing revisions; any when empty. */
  readonly revisions = new Set<string>();
  readonly #server: Server;
  readonly #held = new Set<ServerResponse>();
  /** Set when the server listens, and kept when it is closed. */
  origin = '';

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes the connections that wait on demand, once the client has received their bytes. */
  breakConnections(): void {
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
    const fault = this.faults.get(path) ?? {};
    if (fault.refuses && fault.refuses.times > 0) {
      fault.refuses.times--;
      const { status, retryAfter } = fault.refuses;
      return void response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end();
    }
    const description = describeFile(content, fault);
    if (fault.storedAt) {
      const location = `${fault.storedAt}${pathname}`;
      return void response.writeHead(302, { ...description, location }).end();
    }
    send(response, fault.sends ?? content, range, description, fault, this.#held);
  }
}

/** A hub that offers the reduced checkpoint of a variant as the released one. */
export async function hubWith(variant: ModelVariant): Promise<HubServer> {
  const hub = new HubServer();
  await hub.listen();
  for (const { path } of RELEASES[variant].files)
    hub.files.set(path, await readFile(join(goldenFolder(variant), 'checkpoint', path)));
  return hub;
}

function describeFile(content: Buffer, { announcedSize, wrongDigest, plain }: Fault): Record<string, string> {
  if (plain) return { 'content-type': plain };
  const digest = createHash('sha256').update(wrongDigest ? 'other' : content);
  return { 'x-linked-size': String(announcedSize ?? content.length), 'x-linked-etag': `"${digest.digest('hex')}"` };
}

function send(
  response: ServerResponse,
  content: Buffer,
  range: string | undefined,
  description: Record<string, string>,
  { breakAfter, withoutRanges }: Fault,
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
    if (breakAfter.onDemand) {
      held.add(response);
      response.write(rest.subarray(0, breakAfter.bytes));
      return;
    }
    response.write(rest.subarray(0, breakAfter.bytes), () => response.destroy());
    return;
  }
  response.end(rest);
}
