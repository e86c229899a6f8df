import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { setUp } from './harness/accounts-api.js';
import { chromiumPath, GARBLED, launch, type TestBrowser } from './harness/browser.js';
import { startAuth, startSpeech } from './harness/service-process.js';

const LANGUAGES = ['en', 'de', 'zh', 'ja'];
/** The codes of requests that no page sends. Rules for texts are checked before a page sends them. */
const OF_OTHER_CLIENTS = [
  'headers_too_large',
  'invalid_input',
  'method_not_allowed',
  'unsupported_media_type',
  'uri_too_long',
];

/** The codes of all errors of a service, from its OpenAPI document. */
async function codesOf({ origin }: Service): Promise<string[]> {
  const document: unknown = await (await fetch(`${origin}/openapi.json`)).json();
  const codes = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties } = value as { properties?: { error?: unknown; code?: { enum?: string[] } } };
    if (properties?.error !== undefined) for (const code of properties.code?.enum ?? []) codes.add(code);
    Object.values(value).forEach(visit);
  };
  visit(document);
  return [...codes].filter((code) => !OF_OTHER_CLIENTS.includes(code)).sort();
}

/** The message that the page shows in each language, by the code of the error that a route responds with. */
async function messagesOf(page: Page, route: string, codes: readonly string[], send: () => Promise<void>) {
  const messages: Record<string, Set<string>> = Object.fromEntries(codes.map((code) => [code, new Set()]));
  let code = '';
  await page.route(route, (request) => request.fulfill({ status: 409, json: { error: 'English.', code } }));
  for (const language of LANGUAGES) {
    await page.locator('.language-select').selectOption(language);
    await page.locator(`html[lang^=${language}]`).waitFor();
    for (code of codes) {
      const responded = page.waitForResponse(route);
      await send();
      await responded;
      messages[code]?.add((await page.locator('[role=alert], .field-error').first().textContent()) ?? '');
    }
  }
  return messages;
}

describe.skipIf(chromiumPath === undefined)('errors in the browser', () => {
  let accounts: Service;
  let speech: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    [accounts, speech, browser] = await Promise.all([startAuth(), startSpeech(), launch()]);
    await setUp(accounts.origin, { username: 'Ada', password: 'Analytical1' });
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await Promise.all([accounts, speech].map((service) => service?.[Symbol.asyncDispose]()));
  });

  /** Each code has a message of its own in each language, which is none of the service. */
  const expectTranslations = (messages: Record<string, Set<string>>) => {
    for (const [code, shown] of Object.entries(messages)) {
      expect(shown.size, code).toBe(LANGUAGES.length);
      for (const message of shown) expect(message, code).not.toContain(GARBLED);
    }
  };

  test('each code of the accounts service has a message in four languages', async () => {
    const codes = await codesOf(accounts);
    expect(codes.length).toBeGreaterThan(30);
    const { page } = await browser.visit(accounts);
    await page.locator('[name=username]').fill('Ada');
    await page.locator('[name=password]').fill('Analytical1');
    // The form for one-time codes shows these two, see second-factor.test.ts.
    const others = codes.filter((code) => code !== 'second_factor_required' && code !== 'wrong_code');
    expectTranslations(
      await messagesOf(page, '**/api/auth/login', others, () => page.locator('[type=submit]').click()),
    );
  });

  test('each code of the speech service has a message in four languages', async () => {
    const codes = await codesOf(speech);
    expect(codes.length).toBeGreaterThan(15);
    const { page } = await browser.visit(speech);
    await page.getByRole('radio', { name: /Ryan/ }).waitFor();
    const send = () => page.locator('.generate-button.button-primary').click();
    expectTranslations(await messagesOf(page, '**/v1/audio/speech', codes, send));
  });

  test('the reason of a failed engine is shown in four languages', async () => {
    const { page } = await browser.visit(speech);
    const health = (await (await fetch(`${speech.origin}/health`)).json()) as object;
    for (const reason_code of ['download_failed', 'model_damaged', 'constructor']) {
      const failed = { ...health, status: 'failed', reason: GARBLED, reason_code };
      await page.route('**/health', (request) => request.fulfill({ json: failed }));
      await page.reload();
      const shown = new Set<string>();
      for (const language of LANGUAGES) {
        await page.locator('.language-select').selectOption(language);
        await page.locator(`html[lang^=${language}]`).waitFor();
        shown.add((await page.locator('.engine-reason').textContent()) ?? '');
      }
      expectTranslations({ [reason_code]: shown });
    }
  });

  test('an unknown code is shown with the message of the service', async () => {
    const { page } = await browser.visit(accounts);
    await page.locator('[name=username]').fill('Ada');
    await page.locator('[name=password]').fill('Analytical1');
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 409, json: { error: 'Mercury is retrograde.', code: 'constructor' } }),
    );
    await page.locator('[type=submit]').click();
    await page
      .getByRole('alert')
      .getByText(/^The accounts service has rejected this:/)
      .waitFor();
    await page.getByRole('alert').getByText(GARBLED).waitFor();
  });
});
