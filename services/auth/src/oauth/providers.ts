import { Agent } from 'undici';
import { boundedFetch } from './bounded-fetch.js';
import { codehostProvider, modelhubProvider, type OAuthProvider } from './provider.js';
import type { OAuthProviderSettings } from './settings.js';

interface ProvidersConfig {
  readonly oauth: Readonly<Record<'codehost' | 'modelhub', OAuthProviderSettings | undefined>>;
  readonly publicUrl: string;
  readonly version: string;
}

/** A client for each configured provider, and the connections to them. None is contacted before somebody signs in. */
export function oauthProviders({ oauth, publicUrl, version }: ProvidersConfig) {
  const dispatcher = new Agent();
  const fetch = boundedFetch(dispatcher);
  const byName = new Map<string, OAuthProvider>();
  const add = (name: 'codehost' | 'modelhub', make: typeof codehostProvider) => {
    const settings = oauth[name];
    const redirectUri = `${publicUrl}/api/auth/oauth/${name}/callback`;
    if (settings) byName.set(name, make({ settings, redirectUri, fetch, userAgent: `ownvoice/${version}` }));
  };
  add('codehost', codehostProvider);
  add('modelhub', modelhubProvider);
  return { byName, close: () => dispatcher.destroy() };
}
