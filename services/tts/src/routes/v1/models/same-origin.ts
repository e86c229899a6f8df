import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '@ownvoice/shared/client-address';

/** What is known of a request before its body is read. */
export interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  /** The other end of the connection. */
  readonly peer: string | undefined;
  /** The own end of the connection. */
  readonly local: { readonly address: string | undefined; readonly port: number | undefined };
  /** The addresses on which the service listens. */
  readonly listening: readonly string[];
}

/** Headers by which a proxy says that it passes a request on. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|fastly-client-ip|cf-.*|x-original-.*|x-envoy-.*)$/;

/** The values of `Host` for an end of a connection on loopback; browsers leave port 80 out. */
function ownHosts({ address = '', port }: RequestOrigin['local']): string[] {
  const plain = address.replace(/^::ffff:/i, '');
  const names = ['localhost', plain.includes(':') ? `[${plain}]` : plain];
  return names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** Whether a request comes from this machine, straight to a service that nobody else can reach, by its own address. */
function isLocal({ headers, peer, local, listening }: RequestOrigin): boolean {
  const ends = [peer, local.address, ...listening];
  if (listening.length === 0 || !ends.every((end) => end !== undefined && isLoopback(end))) return false;
  if (Object.keys(headers).some((name) => FORWARDING.test(name))) return false;
  return ownHosts(local).includes((headers.host ?? '').toLowerCase());
}

/**
 * Whether a request to change something comes from the service's own page in a browser on this machine.
 *
 * The own `Host` keeps out DNS rebinding, the own `Origin`, which scripts cannot set, keeps out
 * the pages of others. Proxies on this machine are kept out by what they add or by the origin that they cannot have.
 */
export function isSameOrigin(request: RequestOrigin): boolean {
  const origins = ownHosts(request.local).map((host) => `http://${host}`);
  const { origin = '', 'sec-fetch-site': site } = request.headers;
  return isLocal(request) && origins.includes(origin.toLowerCase()) && site !== 'cross-site';
}

/** The same for a request that only reads: browsers send no `Origin` with those of the own page. */
export const mayBeSameOrigin = (request: RequestOrigin): boolean =>
  request.headers.origin === undefined ? isLocal(request) : isSameOrigin(request);
