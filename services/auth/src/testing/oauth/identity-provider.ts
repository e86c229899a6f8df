import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { OAuthProviderSettings } from '../../oauth/settings.js';

/** A person with an account at the provider. The provider uses changed fields from then on. */
export interface Person {
  /** Subject at the OpenID Connect flavour. */
  sub: string;
  /** Numeric id at the code host's flavour. */
  id: number;
  login: string;
  email: unknown;
  emailVerified: unknown;
  /** Of the claim `groups`; none where absent. */
  groups?: readonly string[];
}

export interface IdentityProvider extends AsyncDisposable {
  readonly origin: string;
  /** Everybody with an account, by subject. */
  readonly people: Map<string, Person>;
  /** The person in the provider's own session, who consents; `undefined` declines. */
  atTheBrowser: Person | undefined;
  /** Requests to the token endpoint so far. */
  tokenRequests: number;
  /** Settings for this provider in each flavour. */
  readonly codehost: OAuthProviderSettings;
  readonly modelhub: OAuthProviderSettings;
}

/** What tells one host from another. */
interface IdentityProviderQuirks {
  /** All claims are in the ID token, and there is no other place for them. */
  withoutUserinfo?: boolean;
  emailOnlyInIdToken?: boolean;
  /** The token endpoint takes the client's secret in the body only. */
  secretInBody?: boolean;
}

/**
 * A real OpenID Connect provider on loopback, with two more routes that make it a code host like GitHub. The person at
 * the browser is signed in without interaction.
 * @param publicUrl of the service, for its callbacks
 */
export async function startIdentityProvider(
  publicUrl: string,
  { withoutUserinfo = false, emailOnlyInIdToken = false, secretInBody = false }: IdentityProviderQuirks = {},
): Promise<IdentityProvider> {
  const people = new Map<string, Person>();
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (name: string) => ({
    client_id: `${name}-client`,
    client_secret: `${name}-secret`,
    redirect_uris: [`${publicUrl}/api/auth/oauth/${name}/callback`],
    token_endpoint_auth_method: name === 'codehost' || secretInBody ? 'client_secret_post' : 'client_secret_basic',
  });
  const settings = (name: string) => ({ clientId: `${name}-client`, clientSecret: `${name}-secret` });

  const provider = new Provider(origin, {
    clients: [client('codehost'), client('modelhub')],
    scopes: ['openid', 'profile', 'email', 'groups', 'read:user', 'user:email'],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    ...(secretInBody && { clientAuthMethods: ['client_secret_post'] }),
    conformIdTokenClaims: !(withoutUserinfo || emailOnlyInIdToken),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: !withoutUserinfo } },
    cookies: { keys: ['a key for tests'] },
    interactions: { url: (_ctx: unknown, interaction: { uid: string }) => `/sign-in/${interaction.uid}` },
    findAccount: (_ctx: unknown, sub: string) => {
      const person = people.get(sub);
      const { login, email, emailVerified, groups } = person ?? {};
      const claims = (use: string) => ({
        sub,
        preferred_username: login,
        groups,
        ...(!(emailOnlyInIdToken && use === 'userinfo') && { email, email_verified: emailVerified }),
      });
      return person && { accountId: sub, claims };
    },
    async loadExistingGrant(ctx: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
      const grant = new provider.Grant({ accountId: ctx.oidc.session.accountId, clientId: ctx.oidc.client.clientId });
      grant.addOIDCScope('openid profile email groups read:user user:email');
      await grant.save();
      return grant;
    },
  });

  const personOf = async (request: IncomingMessage) => {
    const token = request.headers.authorization?.replace(/^bearer /i, '') ?? '';
    const accountId = (await provider.AccessToken.find(token))?.accountId;
    return accountId === undefined ? undefined : people.get(accountId);
  };
  const answer = (response: ServerResponse, body: unknown) =>
    response
      .writeHead(body === undefined ? 401 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));

  const self: IdentityProvider = {
    origin,
    people,
    atTheBrowser: undefined,
    tokenRequests: 0,
    codehost: {
      ...settings('codehost'),
      authorizeUrl: `${origin}/auth`,
      tokenUrl: `${origin}/token`,
      userinfoUrl: `${origin}/user`,
      emailsUrl: `${origin}/user/emails`,
    },
    modelhub: { ...settings('modelhub'), issuer: origin },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  const oidc = provider.callback();
  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    if (pathname === '/token') self.tokenRequests += 1;
    if (pathname === '/user') {
      const person = await personOf(request);
      return answer(response, person && { id: person.id, login: person.login, email: null });
    }
    if (pathname === '/user/emails') {
      const person = await personOf(request);
      return answer(response, person && [{ email: person.email, primary: true, verified: person.emailVerified }]);
    }
    if (pathname.startsWith('/sign-in/')) {
      const person = self.atTheBrowser;
      const refusal = { error: 'access_denied', error_description: 'consent was refused' };
      return provider.interactionFinished(request, response, person ? { login: { accountId: person.sub } } : refusal);
    }
    return oidc(request, response);
  });
  return self;
}

/** Gives a person an account at the provider, by default with a verified e-mail. */
export function enrol(provider: IdentityProvider, person: Partial<Person> & { sub: string; id: number }): Person {
  const login = person.login ?? person.sub;
  const enrolled = { login, email: `${login}@example.org`, emailVerified: true, ...person };
  provider.people.set(enrolled.sub, enrolled);
  return enrolled;
}
