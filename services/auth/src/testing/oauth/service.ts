import { type HttpRequest, send as sendRequest } from '@ownvoice/shared/testing';
import type { OAuthProviderSettings } from '../../oauth/settings.js';
import { startTestService } from '../test-service.js';
import { anAddress } from '../world.js';
import { type Browser, openBrowser } from './browser.js';

/** The service's public URL in these tests; nothing listens there, see `openBrowser`. */
export const PUBLIC_URL = 'http://voice.test';

/** Settings of the environment for a provider, as an operator would write them. */
export function providerEnvironment(prefix: string, settings: OAuthProviderSettings): Record<string, string> {
  const entries: [string, string | undefined][] = [
    ['CLIENT_ID', settings.clientId],
    ['CLIENT_SECRET', settings.clientSecret],
    ['ISSUER_URL', settings.issuer],
    ['AUTHORIZE_URL', settings.authorizeUrl],
    ['TOKEN_URL', settings.tokenUrl],
    ['USERINFO_URL', settings.userinfoUrl],
    ['EMAILS_URL', settings.emailsUrl],
  ];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[`${prefix}_${name}`, value]])),
  );
}

export type OAuthService = Awaited<ReturnType<typeof startOAuthService>>;

/** A test service with a public URL; every request that it gets comes from another client address. */
export async function startOAuthService(environment: Record<string, string> = {}) {
  const service = await startTestService({ PUBLIC_URL: PUBLIC_URL, LOG_LEVEL: 'debug', ...environment });

  async function send(method: string, path: string, body?: unknown, token?: string) {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'x-forwarded-for': anAddress(), ...authorization };
    const { status, json } = await sendRequest(service.base, { method, path, headers, body });
    return { status, json: json as Answered };
  }

  return {
    send,
    db: service.app.services.db,
    ask: (request: HttpRequest) => sendRequest(service.base, request),
    query: service.query,
    /** How many rows there are. @param from what follows `FROM` */
    count: async (from: string, values?: readonly unknown[]): Promise<number> =>
      (await service.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, values))[0]?.n ?? 0,
    log: service.logged,
    browser: () => openBrowser((url) => url.href.replace(PUBLIC_URL, service.base)),
    close: () => service.close(),
  };
}

/** Goes through the authorization up to the callback's URL, which is not requested. */
export async function toCallback(browser: Browser, name: string, returnTo?: string): Promise<URL> {
  const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
  const authorization = await browser.get(`${PUBLIC_URL}/api/auth/oauth/${name}${query}`);
  if (authorization.status !== 302) throw new Error(`no authorization: ${authorization.status} ${authorization.text}`);
  const landed = await browser.follow(authorization, (url) => url.origin === PUBLIC_URL);
  if (!(landed instanceof URL)) throw new Error(`no callback: ${landed.status} ${landed.text}`);
  return landed;
}

/** The fields that these tests read from answers; no answer has all of them. */
interface Answered {
  readonly token: string;
  readonly user: { readonly id: string; readonly username: string };
  readonly error: string;
  readonly oauth_providers: readonly string[];
}
