import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { openPage, signIn } from './harness/accounts-page.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth } from './harness/service-process.js';

describe.skipIf(chromiumPath === undefined)('the accounts pages in single-user mode', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    const environment = {
      SINGLE_USER_MODE: 'true',
      DEFAULT_ADMIN_PASSWORD: 'Difference2',
      SPEECH_URL: 'https://voice.example/speech/',
    };
    [service, browser] = await Promise.all([startAuth({ environment }), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('hide everything that the mode blocks, and link to the speech page', async () => {
    const { page, errors } = await browser.visit(service);
    await page.getByText('This server runs in single-user mode.').waitFor();
    expect(await page.getByRole('link', { name: 'Register' }).count()).toBe(0);
    await inspect(page, 'accounts-single-user-sign-in');
    await page.goto(`${service.origin}/#/register`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await signIn(page, { username: 'admin', password: 'Difference2' });
    const links = page.getByRole('navigation').getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(['Your account', 'Statistics', 'Audit log', 'Speech']);
    expect(await links.last().getAttribute('href')).toBe('https://voice.example/speech/');
    await page.getByRole('region', { name: 'Sessions' }).getByText('This session', { exact: true }).waitFor();
    expect(await page.getByText(/provider/i).count()).toBe(0);
    await openPage(page, 'Statistics');
    await page.goto(`${service.origin}/#/users`);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await openPage(page, 'Audit log');
    await page.getByRole('rowheader', { name: 'Succeeded: Sign-in' }).first().waitFor();
    await openPage(page, 'Statistics');
    await page.getByRole('img', { name: /^Bar chart/ }).waitFor();
    await inspect(page, 'accounts-single-user-statistics');
    expect(errors).toEqual([]);
  });
});
