import type { IncomingHttpHeaders } from 'node:http';
import type { SecurityOptions } from './security.js';

/**
 * Whether a browser sent this request for a page of another site than the service's own or one of `CORS_ORIGIN`.
 *
 * CORS does not keep such a page from sending a form, and the service asks nobody for credentials. Scripts cannot set
 * `Sec-Fetch-Site`, which browsers send to loopback and by HTTPS; elsewhere the names in `Origin` and `Host` decide.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
export function isCrossSite(headers: IncomingHttpHeaders, allowed: SecurityOptions['corsOrigins']): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && allowed !== true && allowed.includes(origin)) return false;
  if (site !== undefined) return site === 'cross-site';
  return origin !== undefined && nameOf(origin) !== nameOf(`http://${host}`);
}

function nameOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname : undefined;
}
