import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, signIn } from '../console/harness/accounts-page.js';
import { chromiumPath, launch, type TestBrowser } from '../console/harness/browser.js';
import { inspect } from '../console/harness/inspect.js';
import { startAuth } from '../console/harness/service-process.js';
import type { Service } from '../processes/launch.js';

const admin = { username: 'Ada', password: 'Analytical1' };
const user = { username: 'linus', password: 'Kernel1' };

describe.skipIf(chromiumPath === undefined)('the accounts pages', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    const environment = { SETUP_TOKEN: 'a-token-from-the-console' };
    [service, browser] = await Promise.all([startAuth({ environment }), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('lead from the set-up through every page of the administrator to the sign-in of a new user', async () => {
    const { page, errors } = await browser.visit(service);
    await page.getByRole('heading', { name: 'Set up this server' }).waitFor();
    await page.getByLabel('Set-up token').fill('a-token-from-the-console');
    await page.getByLabel('Username').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText('Role: Admin').waitFor();

    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    await dialog.getByLabel('Username').fill(user.username);
    await dialog.getByLabel('Password', { exact: true }).fill(user.password);
    await dialog.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('row').filter({ hasText: user.username }).waitFor();
    await inspect(page, 'users', { widths: [360], schemes: ['light'] });

    await openPage(page, 'Statistics');
    const accounts = page.locator('.tile').filter({ hasText: 'Accounts' }).locator('dd');
    await expect.poll(() => accounts.textContent()).toBe('2');

    await openPage(page, 'Audit log');
    await page.getByRole('row').filter({ hasText: user.username }).first().waitFor();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await signIn(page, user);
    await page.getByText('Role: User').waitFor();
    await page.getByLabel('Page language').selectOption('de');
    await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
    expect(errors).toEqual([]);
  });
});
