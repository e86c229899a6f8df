import type { OAuthProvider as OAuthProviderName } from '@ownvoice/shared/contract';
import { Agent } from 'undici';
import type { Config } from '../config.js';
import { boundedFetch } from './bounded-fetch.js';
import { codehostProvider, modelhubProvider, type OAuthProvider } from './provider.js';

/** The configured providers, and the connections to them. */
export interface OAuthProviders {
  readonly byName: ReadonlyMap<string, OAuthProvider>;
  close(): Promise<void>;
}

/** Makes a client for each configured provider. None is contacted before somebody signs in. */
export function oauthProviders(config: Pick<Config, 'oauth' | 'publicUrl' | 'version'>): OAuthProviders {
  const dispatcher = new Agent();
  const fetch = boundedFetch(dispatcher);
  const byName = new Map<OAuthProviderName, OAuthProvider>();
  const add = (name: OAuthProviderName, make: typeof codehostProvider) => {
    const settings = config.oauth[name];
    const redirectUri = `${config.publicUrl}/api/auth/oauth/${name}/callback`;
    if (settings) byName.set(name, make({ settings, redirectUri, fetch, userAgent: `ownvoice/${config.version}` }));
  };
  add('codehost', codehostProvider);
  add('modelhub', modelhubProvider);
  return { byName, close: () => dispatcher.destroy() };
}
