import type { OAuthProvider as OAuthProviderName } from '@ownvoice/shared/contract';
import { Agent } from 'undici';
import { boundedFetch } from './bounded-fetch.js';
import { codehostProvider, modelhubProvider, type OAuthProvider } from './provider.js';
import type { OAuthSettings } from './settings.js';

/** The configured providers, and the connections to them. */
export interface OAuthProviders {
  readonly byName: ReadonlyMap<string, OAuthProvider>;
  close(): Promise<void>;
}

interface OAuthProvidersOptions {
  readonly oauth: OAuthSettings;
  readonly publicUrl: string;
  /** Of this service, for the user agent. */
  readonly version: string;
}

/** Makes a client for each configured provider. None is contacted before somebody signs in. */
export function oauthProviders({ oauth, publicUrl, version }: OAuthProvidersOptions): OAuthProviders {
  const dispatcher = new Agent();
  const fetch = boundedFetch(dispatcher);
  const byName = new Map<OAuthProviderName, OAuthProvider>();
  const add = (name: OAuthProviderName, make: typeof codehostProvider) => {
    const settings = oauth[name];
    const redirectUri = `${publicUrl}/api/auth/oauth/${name}/callback`;
    if (settings) byName.set(name, make({ settings, redirectUri, fetch, userAgent: `ownvoice/${version}` }));
  };
  add('codehost', codehostProvider);
  add('modelhub', modelhubProvider);
  return { byName, close: () => dispatcher.destroy() };
}
