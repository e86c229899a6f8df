import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../testing/oauth/browser.js';
import {
  enrol,
  type IdentityProvider,
  type Person,
  startIdentityProvider,
} from '../testing/oauth/identity-provider.js';
import {
  type OAuthService,
  PUBLIC_URL,
  providerEnvironment,
  startOAuthService,
  toCallback,
} from '../testing/oauth/service.js';

/** As Chromium goes to an address over HTTPS or on loopback. */
const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
};

let idp: IdentityProvider;
let service: OAuthService;
beforeAll(async () => {
  idp = await startIdentityProvider(PUBLIC_URL);
  service = await startOAuthService(providerEnvironment('CODEHOST', idp.codehost));
});
afterAll(async () => {
  await service.close();
  await idp[Symbol.asyncDispose]();
});

/** Comes back from the provider as somebody with a verified e-mail, or as who else is at the browser. */
async function callback(browser: Browser, person: Partial<Person> | 'declines' = {}): Promise<URL> {
  idp.atTheBrowser = person === 'declines' ? undefined : enrol(idp, { sub: 'ada', id: 1815, ...person });
  return toCallback(browser, 'codehost');
}

const path = (rest: string) => new URL(`${PUBLIC_URL}/api/auth/oauth/${rest}`);

/** Each leads to an address that is refused. */
const refused: [why: string, status: number, code: string, lead: (browser: Browser) => Promise<URL>][] = [
  ['the state is missing', 400, 'invalid_state', async () => path('codehost/callback?code=any')],
  [
    'the state was made up',
    400,
    'invalid_state',
    async () => path('codehost/callback?code=any&state="><script>alert(1)</script>'),
  ],
  [
    'the state was used before',
    400,
    'invalid_state',
    async (browser) => {
      const url = await callback(browser);
      const cookies = new Map(browser.cookies(PUBLIC_URL));
      expect((await browser.get(url)).status).toBe(303);
      for (const [name, value] of cookies) browser.cookies(PUBLIC_URL).set(name, value);
      return url;
    },
  ],
  [
    'the state has expired',
    400,
    'invalid_state',
    async (browser) => {
      const url = await callback(browser);
      await service.query("UPDATE oauth_attempts SET expires_at = now() - interval '1 millisecond'");
      return url;
    },
  ],
  [
    'the e-mail of a stranger is not verified',
    400,
    'email_not_verified',
    (browser) => callback(browser, { sub: 'stranger', id: 1816, emailVerified: false }),
  ],
  ['the person declined', 403, 'sign_in_declined', (browser) => callback(browser, 'declines')],
  [
    'the provider failed',
    502,
    'provider_failed',
    async (browser) => {
      const url = await callback(browser);
      url.searchParams.set('code', 'made-up');
      return url;
    },
  ],
  ['there is no such provider', 404, 'not_found', async () => path('elsewhere')],
];

describe.each(refused)('when %s', (_, status, code, lead) => {
  test('a browser goes back to the page with the code, and nothing that it sent', async () => {
    const browser = service.browser();
    const url = await lead(browser);
    const logged = service.log().length;
    const landing = await browser.get(url, NAVIGATION);
    expect(landing.status, landing.text).toBe(303);
    expect(landing.headers.get('location')).toBe(`/#error=${code}`);
    const completed = () =>
      service
        .log()
        .slice(logged)
        .split('\n')
        .find((line) => line.includes('request completed'));
    await expect.poll(completed).toContain('"status":303');
    expect(service.log().slice(logged)).not.toMatch(/already sent|code=/);
    expect(landing.text).toBe('');
    expect(landing.headers.get('cache-control')).toBe('no-store');
    expect(landing.headers.get('x-request-id')).toBeTruthy();
  });

  test.each(['*/*', 'application/json'])('a program that takes %s has the one error body', async (accept) => {
    const browser = service.browser();
    const landing = await browser.get(await lead(browser), { accept });
    expect(landing.status, landing.text).toBe(status);
    expect(landing.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(landing.text)).toEqual({ error: expect.any(String), code });
  });
});

test('a browser whose sign-in is rejected goes back to return_to', async () => {
  idp.atTheBrowser = undefined;
  const browser = service.browser();
  const landing = await browser.get(await toCallback(browser, 'codehost', '/account?tab=1'), NAVIGATION);
  expect(landing.headers.get('location')).toBe('/account?tab=1#error=sign_in_declined');
});
