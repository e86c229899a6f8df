import { send as sendRequest } from '@ownvoice/shared/testing';
import type { OAuthProviderSettings } from '../../oauth/settings.js';
import { startTestService } from '../test-service.js';
import { anAddress } from '../world.js';
import { type Browser, openBrowser } from './browser.js';

/** Where browsers find the service of these tests; nothing listens there, see `openBrowser`. */
export const publicUrl = 'http://voice.test';

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

/** A test service that browsers know by its public address, and whose every request comes from an address of its own. */
export async function startOAuthService(environment: Record<string, string> = {}) {
  const service = await startTestService({ PUBLIC_URL: publicUrl, LOG_LEVEL: 'debug', ...environment });

  async function send(method: string, path: string, body?: unknown, token?: string) {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'x-forwarded-for': anAddress(), ...authorization };
    const { status, json } = await sendRequest(service.base, { method, path, headers, body });
    return { status, json: json as Answered };
  }

  return {
    send,
    prisma: service.services.db.prisma,
    databaseUrl: service.databaseUrl,
    log: service.logged,
    browser: () => openBrowser((url) => url.href.replace(publicUrl, service.base)),
    close: () => service.close(),
  };
}

/** Leaves for the provider and comes back as far as the callback's address, which is not asked yet. */
export async function toCallback(browser: Browser, name: string, returnTo?: string): Promise<URL> {
  const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
  const departure = await browser.get(`${publicUrl}/api/auth/oauth/${name}${query}`);
  if (departure.status !== 302) throw new Error(`no way to the provider: ${departure.status} ${departure.text}`);
  const landed = await browser.follow(departure, (url) => url.origin === publicUrl);
  if (!(landed instanceof URL)) throw new Error(`the provider kept the browser: ${landed.status} ${landed.text}`);
  return landed;
}

/** The fields of answers that these tests look at; an answer has the ones it has. */
interface Answered {
  readonly token: string;
  readonly user: { readonly id: string; readonly username: string };
  readonly error: string;
  readonly oauth_providers: readonly string[];
}
