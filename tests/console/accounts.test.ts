import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { kept, signIn, tokenOf } from './harness/accounts-page.js';
import { chromiumPath, launch, visit } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth } from './harness/service-process.js';

const admin = { username: 'Ada', password: 'Analytical1' };

/** In the order in which a newcomer meets them: the tests share one service, and the first sets it up. */
describe.skipIf(chromiumPath === undefined)('the accounts pages', () => {
  let service: Service;
  let browser: Browser;

  beforeAll(async () => {
    const environment = { SETUP_TOKEN: 'a-token-from-the-console' };
    [service, browser] = await Promise.all([startAuth({ environment }), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const open = async () => visit(browser, service);
  const openAsAdmin = async () => {
    const seen = await open();
    await signIn(seen.page, admin);
    return seen;
  };

  test('first-time set-up asks for the set-up token and signs the new administrator in', async () => {
    const seen = await open();
    const { page } = seen;
    await page.getByRole('heading', { name: 'Set up this server' }).waitFor();
    await inspect(page, 'accounts-setup');
    await page.getByLabel('Set-up token').fill('wrong');
    await page.getByLabel('Username').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    const refused = page.waitForResponse((response) => response.url().endsWith('/setup'));
    await page.getByRole('button', { name: 'Create the administrator' }).click();
    const { error } = (await (await refused).json()) as { error: string };
    await page.getByRole('alert').getByText(error).waitFor();

    await page.getByLabel('Set-up token').fill('a-token-from-the-console');
    await page.getByRole('button', { name: 'Create the administrator' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText('Role: Admin').waitFor();
    await inspect(page, 'accounts-account');
    expect(seen.faults).toEqual([]);
  });

  test('a wrong password is answered in the words of the server, and nothing typed is lost', async () => {
    const seen = await open();
    const { page } = seen;
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await inspect(page, 'accounts-sign-in');
    await page.getByLabel('Username or e-mail').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill('Wrong1');
    const refused = page.waitForResponse((response) => response.url().endsWith('/login'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    const { error } = (await (await refused).json()) as { error: string };
    await page.getByRole('alert').getByText(error).waitFor();
    await inspect(page, 'accounts-sign-in-refused');
    expect(await page.getByLabel('Username or e-mail').inputValue()).toBe(admin.username);
    await signIn(page, admin);
    expect(seen.faults).toEqual([]);
  });

  test('a session lives in the tab: it survives a reload, and nothing outlives the tab', async () => {
    const seen = await openAsAdmin();
    const { context, page } = seen;
    await page.reload();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(await kept(page)).not.toContain(await tokenOf(page));
    const other = await context.newPage();
    await other.goto(service.origin);
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(seen.faults).toEqual([]);
  });

  test('registering shows every broken rule, then makes an account that sees itself only', async () => {
    const seen = await open();
    const { page } = seen;
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByLabel('Username').fill('grace');
    await page.getByLabel('Password', { exact: true }).fill('abc');
    const refused = page.waitForResponse((response) => response.url().endsWith('/register'));
    await page.getByRole('button', { name: 'Create my account' }).click();
    const { details } = (await (await refused).json()) as { details: string[] };
    expect(details.length).toBeGreaterThan(1);
    await expect.poll(() => page.getByRole('alert').getByRole('listitem').allTextContents()).toEqual(details);
    await inspect(page, 'accounts-register');

    await page.getByLabel('Password', { exact: true }).fill('Compiler1');
    await expect.poll(() => page.locator('.rule-met').count()).toBe(4);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByText('Role: User').waitFor();
    const links = page.getByRole('navigation').getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(['Your account']);
    expect(seen.faults).toEqual([]);
  });

  test('own data and password are changed, and other sessions end with the password', async () => {
    const seen = await openAsAdmin();
    const elsewhere = await openAsAdmin();
    const { page } = seen;
    await page.getByLabel('E-mail').fill('Ada@Example.org');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('ada@example.org');

    await page.getByLabel('Current password').fill(admin.password);
    await page.getByLabel('New password').fill('Difference2');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    admin.password = 'Difference2';
    await inspect(page, 'accounts-account-changed');
    await page.reload();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();

    await elsewhere.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Users' }).click();
    await elsewhere.page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    expect(seen.faults).toEqual([]);
  });

  test('signing out everywhere asks first and ends every session', async () => {
    const seen = await openAsAdmin();
    const elsewhere = await openAsAdmin();
    const { page } = seen;
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sign out everywhere?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await question.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(seen.faults).toEqual([]);
  });

  test('an administrator works with the keyboard alone', async () => {
    const seen = await open();
    const { page } = seen;
    const reach = async (name: string) => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab');
        const here = await page.evaluate(() => {
          const element = document.activeElement;
          const labels = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '';
          return element?.getAttribute('aria-label') ?? (labels || element?.textContent?.trim());
        });
        if (here === name) return;
      }
      throw new Error(`Tab does not reach "${name}"`);
    };
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await reach('Username or e-mail');
    await page.keyboard.type(admin.username);
    await reach('Password');
    await page.keyboard.type(admin.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await reach('Users');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'New user' }).waitFor();
    await reach('New user');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New user' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New user');
    expect(seen.faults).toEqual([]);
  });
});
