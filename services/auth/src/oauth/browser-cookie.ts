import type { CookieSerializeOptions } from '@fastify/cookie';
import { ATTEMPT_LIFETIME_MS } from './provider.js';

/** The cookie that binds one attempt to its browser. Each attempt has its own, so that two tabs don't disturb each other. */
export interface BrowserCookie {
  readonly name: string;
  readonly options: CookieSerializeOptions;
}

/**
 * @param state of the attempt
 * @param https whether browsers reach the service by HTTPS; then the name keeps neighbouring hosts from setting it
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix
 */
export function browserCookie(state: string, https: boolean): BrowserCookie {
  const label = state.slice(0, 12).replace(/[^A-Za-z0-9_-]/g, '');
  return {
    name: `${https ? '__Host-' : ''}ownvoice_oauth_${label}`,
    // Lax, not Strict: the provider sends the browser back from another site, and the cookie must come with it.
    options: { path: '/', httpOnly: true, secure: https, sameSite: 'lax', maxAge: ATTEMPT_LIFETIME_MS / 1000 },
  };
}
