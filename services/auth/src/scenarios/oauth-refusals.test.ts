import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS, type FaultyProvider, startFaultyProvider } from '../testing/oauth/faulty-provider.js';
import { type OAuthService, PUBLIC_URL, providerEnvironment, startOAuthService } from '../testing/oauth/service.js';
import { ADMIN } from '../testing/test-service.js';

let provider: FaultyProvider;
const services: OAuthService[] = [];

async function startWith(environment: Record<string, string>): Promise<OAuthService> {
  const settings = providerEnvironment('CODEHOST', provider.settings);
  const service = await startOAuthService({ ...settings, ...environment });
  services.push(service);
  return service;
}

beforeAll(async () => {
  provider = await startFaultyProvider();
});
afterEach(() => {
  for (const endpoint of ['token', 'user', 'emails'] as const) delete provider.behaviour[endpoint];
});
afterAll(async () => {
  for (const service of services) await service.close();
  await provider[Symbol.asyncDispose]();
});

/** A sign-in as far as it goes; the provider's page is skipped, since any code will do here. */
async function signIn(service: OAuthService) {
  const browser = service.browser();
  const departure = await browser.get(`${PUBLIC_URL}/api/auth/oauth/codehost`);
  const state = new URL(departure.headers.get('location') ?? '').searchParams.get('state');
  return browser.get(`${PUBLIC_URL}/api/auth/oauth/codehost/callback?code=any-code&state=${state}`, {
    accept: 'application/json',
  });
}

describe('a provider that fails', () => {
  let service: OAuthService;
  beforeAll(async () => {
    service = await startWith({});
  });
  // The two that never end are tried on the client itself, with a shorter wait.
  const endless = /never/;
  const cases = (['token', 'user', 'emails'] as const).flatMap((endpoint) =>
    Object.entries(FAULTS)
      .filter(([fault]) => !endless.test(fault))
      .map(([fault, { listener }]) => ({ endpoint, fault, listener })),
  );

  // ASVS 16.5.2, 16.5.3
  test.each(cases)('is a 502 with nothing made: $endpoint $fault', async ({ endpoint, listener }) => {
    provider.behaviour[endpoint] = listener;
    const counts = async () => [await service.count('users'), await service.count('identities')];
    const before = await counts();
    const landing = await signIn(service);
    expect(landing.status, landing.text).toBe(502);
    expect(JSON.parse(landing.text)).toEqual({
      error: expect.not.stringMatching(/token|code|127\.0\.0\.1/),
      code: 'provider_failed',
    });
    expect(await counts()).toEqual(before);
  });

  test('is recorded with what went wrong, and the next sign-in works', async () => {
    provider.behaviour.user = (_request, response) => void response.writeHead(302, { location: '/' }).end();
    await signIn(service);
    expect(await service.query('SELECT * FROM audit_events ORDER BY id DESC LIMIT 1')).toMatchObject([
      {
        event: 'oauth_login',
        outcome: 'failure',
        user_id: null,
        reason: expect.stringMatching(/^provider_failed codehost .*redirect/),
      },
    ]);
    delete provider.behaviour.user;
    expect((await signIn(service)).status).toBe(200);
  });
});

describe('the providers', () => {
  test('are called as the settings call them', async () => {
    const service = await startWith({
      CODEHOST_NAME: 'Forge & Söhne',
      MODELHUB_CLIENT_ID: '',
      MODELHUB_CLIENT_SECRET: '',
    });
    expect((await service.send('GET', '/api/auth/providers')).json).toEqual({
      providers: [
        { provider: 'codehost', name: 'Forge & Söhne', enabled: true },
        { provider: 'modelhub', name: 'Hugging Face', enabled: false },
      ],
    });
  });
});

describe('where sign-in by a provider is not for everybody', () => {
  test('in single-user mode both routes are a 403 with the reason, whatever the provider', async () => {
    const service = await startWith({ SINGLE_USER_MODE: 'true' });
    for (const path of ['codehost', 'modelhub', 'codehost/callback?code=a&state=b']) {
      const landing = await service.browser().get(`${PUBLIC_URL}/api/auth/oauth/${path}`);
      expect(landing.status).toBe(403);
      expect(JSON.parse(landing.text).code).toBe('single_user_mode');
    }
    expect((await service.send('GET', '/api/auth/system-info')).json.oauth_providers).toEqual([]);
    expect((await service.send('GET', '/api/auth/providers')).json).toMatchObject({
      providers: [{ enabled: false }, { enabled: false }],
    });
  });

  test('where registration is disabled, strangers are a 403 and members get in', async () => {
    const service = await startWith({ ALLOW_REGISTRATION: 'false' });
    provider.behaviour.user = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":99,"login":"stranger"}');
    provider.behaviour.emails = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('[{"email":"stranger@example.org","primary":true,"verified":true}]');
    expect((await signIn(service)).status).toBe(403);
    expect(await service.count('users WHERE email = $1', ['stranger@example.org'])).toBe(0);
    const admin = await service.send('POST', '/api/auth/login', ADMIN);
    const member = { username: 'member', email: 'stranger@example.org', password: 'Genuine-1' };
    await service.send('POST', '/api/users/', member, admin.json.token);
    expect(JSON.parse((await signIn(service)).text).user.username).toBe('member');
  });

  test('the name of the default administrator is given to nobody', async () => {
    const service = await startWith({ DEFAULT_ADMIN_USERNAME: 'captain' });
    provider.behaviour.user = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":100,"login":"Captain"}');
    provider.behaviour.emails = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('[{"email":"captain@example.org","primary":true,"verified":true}]');
    expect(JSON.parse((await signIn(service)).text).user).toMatchObject({ username: 'Captain-2', role: 'user' });
  });
});
