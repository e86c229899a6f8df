import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { logIn } from './harness/accounts-api.js';
import { expectFieldError, openPage, persistentStorage, signIn, tokenOf } from './harness/accounts-page.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth } from './harness/service-process.js';

const admin = { username: 'Ada', password: 'Analytical1' };

/** The tests share a service and run in order: the first one sets it up. */
describe.skipIf(chromiumPath === undefined)('the accounts page', () => {
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

  const open = () => browser.visit(service);
  /** Opens the page in a new session of the administrator. */
  const openAsAdmin = async () => {
    const { token } = await logIn(service.origin, admin);
    const visited = await browser.visit(service, { token });
    await visited.page.getByRole('heading', { name: 'Your account' }).waitFor();
    return visited;
  };

  test('first-time set-up requires the set-up token and signs the new administrator in', async () => {
    const { page, errors } = await open();
    await page.getByRole('heading', { name: 'Set up this server' }).waitFor();
    await inspect(page, 'accounts-setup');
    await page.getByLabel('Set-up token').fill('wrong');
    await page.getByLabel('Username').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await expectFieldError(page.getByLabel('Set-up token'), 'The set-up token is wrong.');

    await page.getByLabel('Set-up token').fill('a-token-from-the-console');
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('link', { name: 'Invite people' }).click();
    await page.getByRole('button', { name: 'Invite' }).waitFor();
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByText('Role: Admin').waitFor();
    await inspect(page, 'accounts-account');
    expect(errors).toEqual([]);
  });

  test('shows a heading and a loading message until the server responds, then the sign-in form', async () => {
    const { page, errors, release } = await browser.visit(service, { hold: '**/api/auth/system-info' });
    await page.getByRole('heading', { name: 'Ownvoice', level: 1 }).waitFor();
    await page.getByRole('status').getByText('Loading…').waitFor();
    await inspect(page, 'accounts-loading', { whileBusy: true });
    release();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    expect(errors).toEqual([]);
  });

  test('a wrong password shows an error and keeps the input', async () => {
    const { page, errors } = await open();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await inspect(page, 'accounts-sign-in');
    await inspect(page, 'accounts-sign-in-forced-colors', { widths: [1280], forcedColors: true });
    await page.getByLabel('Username or e-mail').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill('Wrong1');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('The username or the password is wrong.').waitFor();
    await inspect(page, 'accounts-sign-in-refused');
    expect(await page.getByLabel('Username or e-mail').inputValue()).toBe(admin.username);
    await signIn(page, admin);
    expect(errors).toEqual([]);
  });

  test('a session lives in the tab: it survives a reload, and nothing outlives the tab', async () => {
    const { context, page, errors } = await openAsAdmin();
    await page.reload();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(await persistentStorage(page)).not.toContain(await tokenOf(page));
    const other = await context.newPage();
    await other.goto(service.origin);
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(errors).toEqual([]);
  });

  test('registration shows each error at its field, then creates an account that sees only itself', async () => {
    const { page, errors } = await open();
    await page.getByRole('link', { name: 'Register' }).click();
    // The form before it has a field `Username or e-mail`.
    await page.getByLabel('Username', { exact: true }).fill('gr');
    await page.getByLabel('E-mail').fill('grace@');
    await page.getByLabel('Password', { exact: true }).fill('abc');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectFieldError(page.getByLabel('Username'), 'Use 3 to 64 characters.', { focused: true });
    await expectFieldError(page.getByLabel('E-mail'), 'Enter an e-mail address such as name@example.org.');
    await expectFieldError(
      page.getByLabel('Password', { exact: true }),
      'The password does not meet all requirements.',
    );
    await inspect(page, 'accounts-register');

    await page.getByLabel('Username').fill(admin.username.toUpperCase());
    await page.getByLabel('E-mail').fill('');
    await page.getByLabel('Password', { exact: true }).fill('Compiler1');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectFieldError(page.getByLabel('Username'), 'This username is taken.', { focused: true });
    await page.getByLabel('Username').fill('grace');
    await expect.poll(() => page.locator('.rule-met').count()).toBe(4);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Role: User').waitFor();
    const links = page.getByRole('navigation').getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(['Your account']);
    expect(errors).toEqual([]);
  });

  test('users change their profile and password, and a password change ends the other sessions', async () => {
    const { page, errors } = await openAsAdmin();
    const elsewhere = await openAsAdmin();
    await page.getByLabel('E-mail').fill('Ada@Example.org');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Profile saved.').waitFor();
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('ada@example.org');

    await page.getByLabel('Current password').fill(admin.password);
    await page.getByLabel('New password').fill('Difference2');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    admin.password = 'Difference2';
    await inspect(page, 'accounts-account-changed');
    await page.reload();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();

    await openPage(elsewhere.page, 'Users');
    await elsewhere.page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('sessions are listed with device and address, and another one is ended', async () => {
    const { page, errors } = await openAsAdmin();
    const { token } = await logIn(service.origin, admin);
    await page.reload();
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('This session', { exact: true }).waitFor();
    await sessions.getByText('node · 127.0.0.1').first().waitFor();
    for (
      let left = await sessions.getByRole('listitem').count();
      left > 1;
      left = await sessions.getByRole('listitem').count()
    ) {
      await sessions
        .getByRole('button', { name: /^End session/ })
        .first()
        .press('Enter');
      await expect.poll(() => sessions.getByRole('listitem').count()).toBe(left - 1);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toMatch(/^(End|Sign out every)/);
    }
    const me = await fetch(`${service.origin}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(401);
    expect(errors).toEqual([]);
  });

  test('signing out everywhere asks for confirmation and ends every session', async () => {
    const { page, errors } = await openAsAdmin();
    const elsewhere = await openAsAdmin();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Sign out everywhere?' });
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await confirmation.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await confirmation.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('the keyboard alone is enough to sign in, change the page and use a dialog', async () => {
    const { page, errors } = await open();
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(() => {
          const element = document.activeElement;
          const label = element instanceof HTMLInputElement ? (element.labels?.[0]?.textContent ?? '') : '';
          return element?.getAttribute('aria-label') ?? (label || element?.textContent?.trim());
        });
        if (focused === name) return;
      }
      throw new Error(`Tab does not reach "${name}"`);
    };
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await tabTo('Username or e-mail');
    await page.keyboard.type(admin.username);
    await tabTo('Password');
    await page.keyboard.type(admin.password);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Your account');
    await tabTo('Users');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'New user' }).waitFor();
    await tabTo('New user');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New user' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New user');
    await tabTo('Sign out');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Sign in');
    expect(errors).toEqual([]);
  });

  test('a browser that blocks storage can sign in, and is told that a reload signs out', async () => {
    const { page, errors } = await browser.visit(service, { clock: true });
    await page.addInitScript(() => {
      for (const storage of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    await page.reload();
    await signIn(page, admin);
    await page.getByText('This browser blocks storage: a reload signs you out.').waitFor();
    expect(errors).toEqual([]);
  });
});
