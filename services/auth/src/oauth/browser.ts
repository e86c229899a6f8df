import type { CookieSerializeOptions } from '@fastify/cookie';
import { ATTEMPT_LIFETIME_MS } from './provider.js';

/**
 * The cookie that binds one attempt to its browser. Each attempt has its own, so that two tabs don't disturb each other.
 * @param state of the attempt, or the code of a sign-in that is exchanged for a session
 * @param https whether browsers reach the service by HTTPS; then the name keeps neighbouring hosts from setting it
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-the-__host-prefix
 */
export function browserCookie(state: string, https: boolean, lifetimeMs = ATTEMPT_LIFETIME_MS) {
  const label = state.slice(0, 12).replace(/[^A-Za-z0-9_-]/g, '');
  return {
    name: `${https ? '__Host-' : ''}ownvoice_oauth_${label}`,
    // Lax, not Strict: the provider sends the browser back from another site, and the cookie must come with it.
    options: { path: '/', httpOnly: true, secure: https, sameSite: 'lax', maxAge: lifetimeMs / 1000 },
  } satisfies { name: string; options: CookieSerializeOptions };
}

/** The weights of JSON and of a page in an `Accept` header. @see https://www.rfc-editor.org/rfc/rfc9110#name-accept */
function weightsOf(accept = ''): { json: number; page: number } {
  const weights = new Map(
    accept.split(',').map((range): [string, number] => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const q = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return [type, q === undefined ? 1 : Number(q)];
    }),
  );
  return { json: weights.get('application/json') ?? 0, page: weights.get('text/html') ?? 0 };
}

/**
 * Whether a client prefers JSON to a redirect. A browser that follows a link accepts `text/html`, and a client without
 * a preference is treated like one.
 */
export function wantsJson(accept: string | undefined): boolean {
  const { json, page } = weightsOf(accept);
  return json > 0 && json >= page;
}

/** Whether a client is a browser that follows a link, so that a person sees what it shows. */
export function wantsPage(accept: string | undefined): boolean {
  const { json, page } = weightsOf(accept);
  return page > json;
}
