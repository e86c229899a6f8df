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
  'sec-fetch-mode': 'navigate',
  'upgrade-insecure-requests': '1',
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
const refused: [why: string, status: number, lead: (browser: Browser) => Promise<URL>][] = [
  ['the state is missing', 400, async () => path('codehost/callback?code=any')],
  ['the state was made up', 400, async () => path('codehost/callback?code=any&state="><script>alert(1)</script>')],
  [
    'the state was used before',
    400,
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
    async (browser) => {
      const url = await callback(browser);
      await service.query("UPDATE oauth_attempts SET expires_at = now() - interval '1 millisecond'");
      return url;
    },
  ],
  [
    'the e-mail of a stranger is not verified',
    400,
    (browser) => callback(browser, { sub: 'stranger', id: 1816, emailVerified: false }),
  ],
  ['the person declined', 403, (browser) => callback(browser, 'declines')],
  [
    'the provider failed',
    502,
    async (browser) => {
      const url = await callback(browser);
      url.searchParams.set('code', 'made-up');
      return url;
    },
  ],
  ['there is no such provider', 404, async () => path('elsewhere')],
];

describe.each(refused)('when %s', (_, status, lead) => {
  test('a browser is shown why, with the way back and nothing that it sent', async () => {
    const browser = service.browser();
    const url = await lead(browser);
    const page = await browser.get(url, NAVIGATION);
    expect(page.status, page.text).toBe(status);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-request-id')).toBeTruthy();
    expect(page.text).toMatch(/<p>[A-Z][\w ,.’'-]+\.<\/p>\n<a href="\/">Back to sign-in<\/a>/);
    const german = await browser.get(await lead(browser), { ...NAVIGATION, 'accept-language': 'de-DE,de;q=0.9' });
    expect(german.status).toBe(status);
    expect(german.text).toMatch(
      /<html lang="de">.*<p>(?!The|This|There)[A-ZÄÖÜ][^<]+\.<\/p>\n<a href="\/">Zurück zur Anmeldung<\/a>/s,
    );
    expect(page.text).not.toMatch(/<script|[{}]"error"/);
    for (const value of url.searchParams.values()) if (value !== 'any') expect(page.text).not.toContain(value);
  });

  test.each(['*/*', 'application/json', 'text/html'])(
    'a program that takes %s has the one error body',
    async (accept) => {
      const browser = service.browser();
      const answer = await browser.get(await lead(browser), { accept });
      expect(answer.status, answer.text).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(JSON.parse(answer.text)).toEqual({ error: expect.any(String) });
    },
  );
});
