import type { OAuthProvider as OAuthProviderName } from '@ownvoice/shared/contract';
import { Agent } from 'undici';
import type { Config } from '../config.js';
import { boundedFetch } from './bounded-fetch.js';
import { codehostProvider, modelhubProvider, type OAuthProvider } from './provider.js';

/** The providers that have credentials, and the connections to them. */
export interface OAuthProviders {
  readonly named: ReadonlyMap<string, OAuthProvider>;
  close(): Promise<void>;
}

/** Makes a client for each configured provider. Nothing is asked of them before somebody signs in. */
export function oauthProviders(config: Pick<Config, 'oauth' | 'publicUrl' | 'version'>): OAuthProviders {
  const dispatcher = new Agent();
  const fetch = boundedFetch(dispatcher);
  const named = new Map<OAuthProviderName, OAuthProvider>();
  const add = (name: OAuthProviderName, make: typeof codehostProvider) => {
    const settings = config.oauth[name];
    const redirectUri = `${config.publicUrl}/api/auth/oauth/${name}/callback`;
    if (settings) named.set(name, make({ settings, redirectUri, fetch, userAgent: `ownvoice/${config.version}` }));
  };
  add('codehost', codehostProvider);
  add('modelhub', modelhubProvider);
  return { named, close: () => dispatcher.destroy() };
}
