import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { openPage, setUp, signIn } from './harness/accounts-page.js';
import { chromiumPath, launch, visit } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth, startSpeech } from './harness/service-process.js';

const admin = { username: 'Ada', password: 'Analytical1' };
const whileBusy = { whileBusy: true };

/** The answers are held back, so that what is shown until they come can be looked at. */
describe.skipIf(chromiumPath === undefined)('while an answer is on its way', () => {
  let accounts: Service;
  let speech: Service;
  let browser: Browser;

  beforeAll(async () => {
    [accounts, speech, browser] = await Promise.all([startAuth(), startSpeech(), launch()]);
    await setUp(accounts.origin, admin);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([accounts?.[Symbol.asyncDispose](), speech?.[Symbol.asyncDispose]()]);
  });

  test('the accounts page has a heading, says that it is loading, and asks to sign in once it is there', async () => {
    const seen = await visit(browser, accounts, { holdBack: '**/api/auth/system-info' });
    const { page } = seen;
    await page.getByRole('heading', { name: 'Ownvoice', level: 1 }).waitFor();
    await page.getByRole('status').getByText('Loading…').waitFor();
    await inspect(page, 'accounts-asking', whileBusy);
    seen.release();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    expect(seen.faults).toEqual([]);
  });

  test.each([
    { name: 'Users', what: 'list', holdBack: /\/api\/users\/\?/, button: 'Edit: Ada' },
    { name: 'Users', what: 'script', holdBack: /\/users-page-[^/]+\.js$/, button: 'Edit: Ada' },
    { name: 'Statistics', what: 'figures', holdBack: /\/api\/users\/stats$/, button: 'Count again' },
    { name: 'Audit log', what: 'trail', holdBack: /\/api\/users\/audit\?/, button: 'Refresh' },
  ] as const)(
    'the page $name says that it is loading while the $what is held back',
    async ({ name, what, holdBack, button }) => {
      const seen = await visit(browser, accounts, { holdBack });
      const { page } = seen;
      await signIn(page, admin);
      await openPage(page, name);
      await page.getByText('Loading…').waitFor();
      await inspect(page, `accounts-loading-${what}`, whileBusy);
      seen.release();
      await page.getByText('Loading…').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: button }).waitFor();
      await inspect(page, `accounts-loaded-${what}`);
      expect(seen.faults).toEqual([]);
    },
  );

  test('the speech page has a heading and says what it asks for: the engine, the voices, the chunks', async () => {
    const seen = await visit(browser, speech, { holdBack: /\/(health|v1\/voices|v1\/text\/chunks)$/ });
    const { page } = seen;
    await page.getByRole('heading', { name: 'Text to speech', level: 1 }).waitFor();
    for (const words of ['Asking for the engine…', 'Asking for the voices…', 'Reading the text…'])
      await page.getByRole('status').getByText(words).waitFor();
    await inspect(page, 'speech-asking', whileBusy);
    seen.release();
    await page.getByRole('radio', { name: /Ryan/ }).waitFor();
    await page.getByText('English found').waitFor();
    await page.getByRole('region', { name: 'Engine' }).getByText('Built-in voice').waitFor();
    await inspect(page, 'speech-asked');
    expect(seen.faults).toEqual([]);
  });
});
