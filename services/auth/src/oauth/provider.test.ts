import * as openid from 'openid-client';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../testing/oauth/browser.js';
import { FAULTS, startFaultyProvider } from '../testing/oauth/faulty-provider.js';
import { enrol, type IdentityProvider, startIdentityProvider } from '../testing/oauth/identity-provider.js';
import { boundedFetch, OUTBOUND_BOUNDS } from './bounded-fetch.js';
import { type OAuthAttempt, type OAuthProvider, oauthProvider } from './provider.js';
import { OAuthProviderError } from './provider-error.js';
import type { OAuthProviderSettings } from './settings.js';

const PUBLIC_URL = 'http://voice.test';
const callbackOf = (name: string) => `${PUBLIC_URL}/api/auth/oauth/${name}/callback`;
const dispatcher = new Agent();
afterAll(() => dispatcher.close());
const attempt = (): OAuthAttempt => ({
  state: openid.randomState(),
  nonce: openid.randomNonce(),
  codeVerifier: openid.randomPKCECodeVerifier(),
});

function make(name: 'codehost' | 'modelhub', settings: OAuthProviderSettings, timeoutMs = 30_000): OAuthProvider {
  const fetch = boundedFetch(dispatcher, { ...OUTBOUND_BOUNDS, timeoutMs });
  const options = { settings, redirectUri: callbackOf(name), fetch, userAgent: 'ownvoice-test' };
  return oauthProvider(name, options);
}

/** Goes through the provider as a browser would. @returns the query the provider sends back to us */
async function consent(provider: OAuthProvider, of: OAuthAttempt): Promise<URLSearchParams> {
  const browser = openBrowser();
  const landed = await browser.follow(
    await browser.get(await provider.authorizationUrl(of)),
    (url) => url.origin === PUBLIC_URL,
  );
  if (!(landed instanceof URL))
    throw new Error(`the provider kept the browser: ${landed.status} ${landed.text.slice(0, 200)}`);
  return landed.searchParams;
}

describe('a provider client', () => {
  let idp: IdentityProvider;
  beforeAll(async () => {
    idp = await startIdentityProvider(PUBLIC_URL);
    idp.atTheBrowser = enrol(idp, { sub: 'ada', id: 1815, email: 'Ada@Example.org' });
  });
  afterAll(async () => {
    await idp[Symbol.asyncDispose]();
  });

  // ASVS 10.2.3
  test.each(['codehost', 'modelhub'] as const)(
    '%s: the address carries PKCE S256, the exact redirect address and minimal scopes',
    async (name) => {
      const of = attempt();
      const query = (await make(name, idp[name]).authorizationUrl(of)).searchParams;
      expect(Object.fromEntries(query)).toEqual({
        client_id: `${name}-client`,
        response_type: 'code',
        redirect_uri: callbackOf(name),
        scope: name === 'codehost' ? 'read:user user:email' : 'openid profile email groups',
        state: of.state,
        code_challenge: await openid.calculatePKCECodeChallenge(of.codeVerifier),
        code_challenge_method: 'S256',
        ...(name === 'modelhub' && { nonce: of.nonce }),
      });
    },
  );

  test.each([
    ['codehost', '1815'],
    ['modelhub', 'ada'],
  ] as const)('%s: a real provider says who has signed in', async (name, subject) => {
    const provider = make(name, idp[name]);
    const of = attempt();
    expect(await provider.profile(await consent(provider, of), of)).toEqual({
      provider: name,
      subject,
      login: 'ada',
      verifiedEmail: 'ada@example.org',
      groups: null,
    });
  });

  test('a model hub known by its addresses only is spoken to in plain OAuth 2.0, its ID token ignored', async () => {
    const addresses = {
      authorizeUrl: `${idp.origin}/auth`,
      tokenUrl: `${idp.origin}/token`,
      userinfoUrl: `${idp.origin}/me`,
    };
    const provider = make('modelhub', { ...idp.modelhub, issuer: undefined, ...addresses });
    const of = attempt();
    const profile = await provider.profile(await consent(provider, of), of);
    expect(profile).toMatchObject({ subject: 'ada', verifiedEmail: 'ada@example.org' });
  });

  test('a code can be redeemed once', async () => {
    const provider = make('modelhub', idp.modelhub);
    const of = attempt();
    const answer = await consent(provider, of);
    await provider.profile(answer, of);
    await expect(provider.profile(answer, of)).rejects.toMatchObject({ fault: 'rejected', message: /invalid_grant/ });
  });

  test.each(['codehost', 'modelhub'] as const)('%s: a code is worth nothing without the verifier', async (name) => {
    const provider = make(name, idp[name]);
    const of = attempt();
    const answer = await consent(provider, of);
    const stolen = { ...of, codeVerifier: attempt().codeVerifier };
    await expect(provider.profile(answer, stolen)).rejects.toMatchObject({ fault: 'rejected' });
  });

  // ASVS 10.5.1, 10.5.3
  test('an ID token with another nonce is refused', async () => {
    const provider = make('modelhub', idp.modelhub);
    const of = attempt();
    const answer = await consent(provider, of);
    await expect(provider.profile(answer, { ...of, nonce: 'another' })).rejects.toBeInstanceOf(OAuthProviderError);
  });

  test('an answer of another issuer is refused', async () => {
    const provider = make('modelhub', idp.modelhub);
    const of = attempt();
    const answer = await consent(provider, of);
    answer.set('iss', 'https://evil.example');
    await expect(provider.profile(answer, of)).rejects.toBeInstanceOf(OAuthProviderError);
  });

  test('an issuer that could not be read is read again at the next sign-in', async () => {
    await using faulty = await startFaultyProvider();
    const provider = make('modelhub', { ...idp.modelhub, issuer: faulty.origin });
    await expect(provider.authorizationUrl(attempt())).rejects.toBeInstanceOf(OAuthProviderError);
    await expect(provider.authorizationUrl(attempt())).rejects.toBeInstanceOf(OAuthProviderError);
    expect(faulty.requests).toEqual(Array(2).fill('GET /.well-known/openid-configuration'));
  });
});

describe('a provider that fails', () => {
  const answer = (of: OAuthAttempt) => new URLSearchParams({ code: 'secret-code', state: of.state });
  const cases = (['token', 'user', 'emails'] as const).flatMap((endpoint) =>
    Object.entries(FAULTS).map(([name, { listener, fault }]) => ({ endpoint, name, listener, fault })),
  );

  test.each(cases)(
    'is a provider error, without a word of what it sent: $endpoint $name',
    async ({ endpoint, listener, fault }) => {
      await using faulty = await startFaultyProvider();
      faulty.behaviour[endpoint] = listener;
      const of = attempt();
      // Only who never answers is not waited for: on a busy machine the others might be late, too.
      const thrown = await make('codehost', faulty.settings, fault === 'timeout' ? 300 : 30_000)
        .profile(answer(of), of)
        .catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(OAuthProviderError);
      expect(thrown).toHaveProperty('fault', fault);
      expect(String(thrown)).not.toMatch(/secret|provider-access-token/);
      expect(thrown).not.toHaveProperty('cause');
    },
  );

  test('is not followed to where it redirects', async () => {
    await using faulty = await startFaultyProvider();
    faulty.behaviour.user = (_request, response) =>
      void response.writeHead(307, { location: `${faulty.origin}/trap` }).end();
    const of = attempt();
    await expect(make('codehost', faulty.settings).profile(answer(of), of)).rejects.toMatchObject({
      fault: 'redirect',
    });
    expect(faulty.requests).toEqual(['POST /token', 'GET /user']);
  });

  test('is waited for 10 seconds and read for 1 MiB, no more', () => {
    expect(OUTBOUND_BOUNDS).toEqual({ timeoutMs: 10_000, maxBytes: 1_048_576 });
  });

  // ASVS 10.5.1, 10.5.3
  test('is not believed when its metadata names another issuer', async () => {
    await using faulty = await startFaultyProvider();
    const metadata = { issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example/auth' };
    faulty.behaviour['.well-known/openid-configuration'] = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
    const provider = make('modelhub', { ...faulty.settings, authorizeUrl: undefined, issuer: faulty.origin });
    await expect(provider.authorizationUrl(attempt())).rejects.toBeInstanceOf(OAuthProviderError);
  });
});
