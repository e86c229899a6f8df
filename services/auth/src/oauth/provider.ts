import { OAUTH_PROVIDERS, type OAuthProvider as OAuthProviderName } from '@ownvoice/shared/contract';
import * as openid from 'openid-client';
import { Agent } from 'undici';
import {
  claimsSayVerified,
  codehostProfile,
  mergedClaims,
  openIdProfile,
  type ProviderProfile,
} from '../domain/oauth-profile.js';
import { type Json, parsed } from '../domain/user-record.js';
import { boundedFetch } from './bounded-fetch.js';
import { asProviderError, OAuthProviderError, protocolErrorOf } from './provider-error.js';
import { flavourOf, type OAuthProviderSettings, speaksPlainHttp } from './settings.js';

/** How long a person may take at the provider. */
export const ATTEMPT_LIFETIME_MS = 10 * 60 * 1000;

/** The secrets of one authorization under way; of these only `state` is shown to the browser. */
export interface OAuthAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** One configured provider, ready to sign people in. */
export type OAuthProvider = ReturnType<typeof oauthProvider>;

export interface OAuthProviderOptions {
  readonly settings: OAuthProviderSettings;
  /** The redirect URI: our callback address, exactly as registered with the provider. */
  readonly redirectUri: string;
  readonly fetch: openid.CustomFetch;
  /** Sent as `user-agent`; GitHub rejects requests without one. */
  readonly userAgent: string;
}

/** What a kind of host is asked for, and how its responses are read. */
interface HostKind {
  readonly scopes: string;
  /** Whether the list of e-mails must be asked for besides the user record. */
  readonly needsEmails: (user: unknown) => boolean;
  readonly read: (user: unknown, emails: unknown, trusted: boolean) => ProviderProfile | undefined;
}

/** A host like GitHub: OAuth 2.0, with the person's e-mails in a list of their own. */
const CODEHOST: HostKind = { scopes: 'read:user user:email', needsEmails: () => true, read: codehostProfile };
/** A host like Hugging Face: OpenID Connect. */
const openIdHost = (name: OAuthProviderName): HostKind => ({
  scopes: 'openid profile email',
  needsEmails: (claims) => !claimsSayVerified(claims),
  read: (claims, emails, trusted) => openIdProfile(name, claims, emails, trusted),
});

/** A client for each way to authenticate to the token endpoint, in the order in which they are tried. */
interface Connection {
  readonly clients: readonly [openid.Configuration, ...openid.Configuration[]];
  readonly emailsUrl: string | undefined;
}

export function oauthProvider(
  name: OAuthProviderName,
  { settings, redirectUri, fetch, userAgent }: OAuthProviderOptions,
) {
  const flavour = flavourOf(name, settings);
  const kind = name === 'codehost' && flavour.kind === 'oauth' ? CODEHOST : openIdHost(name);
  const configured = (metadata: openid.ServerMetadata, auth: openid.ClientAuth) => {
    const client = new openid.Configuration(metadata, settings.clientId, undefined, auth);
    client[openid.customFetch] = flavour.kind === 'oauth' ? withoutIdToken(fetch) : fetch;
    if (speaksPlainHttp(flavour)) openid.allowInsecureRequests(client);
    if (flavour.kind === 'oidc') openid.enableNonRepudiationChecks(client);
    return client;
  };
  const basic = openid.ClientSecretBasic(settings.clientSecret);
  const post = openid.ClientSecretPost(settings.clientSecret);

  const open = async (): Promise<Connection> => {
    if (flavour.kind === 'oauth') {
      const { authorizeUrl, tokenUrl, userinfoUrl, emailsUrl } = flavour.endpoints;
      const metadata = {
        issuer: new URL(authorizeUrl).origin,
        authorization_endpoint: authorizeUrl,
        token_endpoint: tokenUrl,
        userinfo_endpoint: userinfoUrl,
      };
      return { clients: [configured(metadata, post), configured(metadata, basic)], emailsUrl };
    }
    const { authorizeUrl, tokenUrl, userinfoUrl, emailsUrl } = flavour.overrides;
    const discovered = await openid.discovery(new URL(flavour.issuer), settings.clientId, undefined, basic, {
      [openid.customFetch]: fetch,
      execute: speaksPlainHttp(flavour) ? [openid.allowInsecureRequests] : [],
    });
    const published: Readonly<openid.ServerMetadata> = discovered.serverMetadata();
    const metadata: openid.ServerMetadata = {
      ...published,
      ...(authorizeUrl !== undefined && { authorization_endpoint: authorizeUrl }),
      ...(tokenUrl !== undefined && { token_endpoint: tokenUrl }),
      ...(userinfoUrl !== undefined && { userinfo_endpoint: userinfoUrl }),
    };
    // Some hosts burn the code of a request that they reject, so a way that the metadata names is the only one.
    const { token_endpoint_auth_methods_supported: methods } = published;
    const wantsPost = methods?.includes('client_secret_post') === true && !methods.includes('client_secret_basic');
    const client = configured(metadata, wantsPost ? post : basic);
    return { clients: methods === undefined ? [client, configured(metadata, post)] : [client], emailsUrl };
  };

  // A failure is not kept, so that the next sign-in tries again.
  let connection: Promise<Connection> | undefined;
  const connected = () => {
    connection ??= open().catch((error: unknown) => {
      connection = undefined;
      throw asProviderError(error, 'metadata');
    });
    return connection;
  };

  return {
    name,
    /** The issuer that an operator named. */
    issuer: settings.issuer,
    /** Reads the issuer's metadata. @throws {OAuthProviderError} when it can't be read */
    check: connected,
    /** Where the browser goes. @throws {OAuthProviderError} when the provider's metadata can't be read */
    async authorizationUrl({ state, nonce, codeVerifier }: OAuthAttempt): Promise<URL> {
      const [client] = (await connected()).clients;
      const hasGroups = client.serverMetadata().scopes_supported?.includes('groups');
      return openid.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: hasGroups ? `${kind.scopes} groups` : kind.scopes,
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(flavour.kind === 'oidc' && { nonce }),
      });
    },
    /**
     * Redeems the code of a callback and asks who has signed in.
     * @param query of the callback: `code`, `state`, and whatever else the provider sent
     * @throws {OAuthProviderError} for everything that goes wrong at the provider
     */
    async profile(query: URLSearchParams, attempt: OAuthAttempt): Promise<ProviderProfile> {
      const { clients, emailsUrl } = await connected();
      const callback = new URL(redirectUri);
      // The issuer of a plain OAuth 2.0 host is not known, so an `iss` that it sends can't be compared with anything.
      const { searchParams } = callback;
      for (const [key, value] of query) if (flavour.kind === 'oidc' || key !== 'iss') searchParams.append(key, value);
      const { client, tokens } = await redeem(clients, callback, {
        expectedState: attempt.state,
        pkceCodeVerifier: attempt.codeVerifier,
        ...(flavour.kind === 'oidc' && { expectedNonce: attempt.nonce, idTokenExpected: true }),
      });
      const ask = (url: string, what: string) => askFor(client, tokens.access_token, url, what, userAgent);
      const { userinfo_endpoint: userinfoUrl } = client.serverMetadata();
      const claims = tokens.claims();
      const userinfo = async (subject: string): Promise<Json> =>
        userinfoUrl === undefined
          ? {}
          : await openid.fetchUserInfo(client, tokens.access_token, subject).catch((error: unknown) => {
              throw asProviderError(error, 'userinfo');
            });
      const user =
        claims === undefined
          ? await ask(userinfoUrl ?? '', 'userinfo')
          : mergedClaims(claims, await userinfo(claims.sub));
      const emails = emailsUrl !== undefined && kind.needsEmails(user) ? await ask(emailsUrl, 'e-mails') : undefined;
      // As an error body is.
      if (emails && !Array.isArray(emails))
        throw new OAuthProviderError('bad-response', 'e-mails: the response is no list');
      const profile = kind.read(user, emails, settings.trustEmail === true);
      if (profile === undefined) throw new OAuthProviderError('bad-response', 'userinfo: the response has no subject');
      return profile;
    },
  };
}

/**
 * Redeems a code. Hosts differ in how a client authenticates to the token endpoint, and respond with `invalid_client` before
 * they look at the code, so the next way is tried after that response, and after no other.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
async function redeem(
  clients: readonly openid.Configuration[],
  callback: URL,
  checks: openid.AuthorizationCodeGrantChecks,
) {
  let rejection: unknown;
  for (const client of clients) {
    try {
      return { client, tokens: await openid.authorizationCodeGrant(client, new URL(callback), { ...checks }) };
    } catch (error) {
      rejection = error;
      if (!isInvalidClient(error)) break;
    }
  }
  throw asProviderError(rejection, 'token');
}

function isInvalidClient(error: unknown): boolean {
  return (
    protocolErrorOf(error) === 'invalid_client' ||
    (error instanceof openid.WWWAuthenticateChallengeError && error.status === 401)
  );
}

async function askFor(
  client: openid.Configuration,
  accessToken: string,
  url: string,
  what: string,
  userAgent: string,
): Promise<unknown> {
  try {
    const headers = new Headers({ accept: 'application/json', 'user-agent': userAgent });
    const response = await openid.fetchProtectedResource(client, accessToken, new URL(url), 'GET', undefined, headers);
    if (response.status !== 200) throw new OAuthProviderError('bad-response', `${what}: status ${response.status}`);
    return JSON.parse(await response.text());
  } catch (error) {
    if (error instanceof SyntaxError) throw new OAuthProviderError('bad-response', `${what}: the response is not JSON`);
    throw asProviderError(error, what);
  }
}

/** Drops an ID token that can't be verified: it must neither be trusted nor make an otherwise good response fail. */
function withoutIdToken(fetch: openid.CustomFetch): openid.CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, options);
    if (options.method !== 'POST' || !response.headers.get('content-type')?.includes('json')) return response;
    const text = await response.text();
    const body: unknown = parsed(text);
    if (typeof body === 'object' && body !== null && 'id_token' in body) delete body.id_token;
    return new Response(body === undefined ? text : JSON.stringify(body), {
      status: response.status,
      headers: response.headers,
    });
  };
}

interface ProvidersConfig {
  readonly oauth: Readonly<Record<OAuthProviderName, OAuthProviderSettings | undefined>>;
  readonly publicUrl: string;
  readonly version: string;
}

/** A client for each configured provider, and the connections to them. None is contacted before somebody signs in. */
export function oauthProviders({ oauth, publicUrl, version }: ProvidersConfig) {
  const dispatcher = new Agent();
  const fetch = boundedFetch(dispatcher);
  const byName = new Map<string, OAuthProvider>();
  for (const name of OAUTH_PROVIDERS) {
    const settings = oauth[name];
    const redirectUri = `${publicUrl}/api/auth/oauth/${name}/callback`;
    const userAgent = `ownvoice/${version}`;
    if (settings) byName.set(name, oauthProvider(name, { settings, redirectUri, fetch, userAgent }));
  }
  return { byName, close: () => dispatcher.destroy() };
}
