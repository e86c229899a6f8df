import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, kept, openPage, renameMyself, signIn, tokenOf } from './harness/accounts-page.js';
import { chromiumPath, launch, visit } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { type ServiceProcess, startAuth } from './harness/service-process.js';

const admin = { username: 'Ada', password: 'Analytical1' };

/** In the order in which a newcomer meets them: the tests share one service, and the first sets it up. */
describe.skipIf(chromiumPath === undefined)('the accounts pages', () => {
  let service: ServiceProcess;
  let browser: Browser;

  beforeAll(async () => {
    const environment = { SETUP_TOKEN: 'a-token-from-the-console' };
    [service, browser] = await Promise.all([startAuth({ environment }), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const open = async (fragment = '') => visit(browser, `${service.origin}/${fragment}`);
  const openAsAdmin = async () => {
    const seen = await open();
    await signIn(seen.page, admin);
    return seen;
  };

  test('first-time set-up asks for the set-up token and signs the new administrator in', async () => {
    await using seen = await open();
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
    await using seen = await open();
    const { page } = seen;
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
    await using seen = await openAsAdmin();
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
    await using seen = await open();
    const { page } = seen;
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByLabel('Username').fill('grace');
    await page.getByLabel('Password', { exact: true }).fill('abc');
    const refused = page.waitForResponse((response) => response.url().endsWith('/register'));
    await page.getByRole('button', { name: 'Create my account' }).click();
    const { details } = (await (await refused).json()) as { details: string[] };
    expect(details.length).toBeGreaterThan(1);
    expect(await page.getByRole('alert').getByRole('listitem').allTextContents()).toEqual(details);
    await inspect(page, 'accounts-register');

    await page.getByLabel('Password', { exact: true }).fill('Compiler1');
    expect(await page.locator('.rule-met').count()).toBe(4);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByText('Role: User').waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(['Your account']);
    expect(seen.faults).toEqual([]);
  });

  test('own data and password are changed, and other sessions end with the password', async () => {
    await using seen = await openAsAdmin();
    await using elsewhere = await openAsAdmin();
    const { page } = seen;
    await page.getByLabel('E-mail').fill('Ada@Example.org');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ada@example.org');

    await page.getByLabel('Current password').fill(admin.password);
    await page.getByLabel('New password').fill('Difference2');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    admin.password = 'Difference2';
    await inspect(page, 'accounts-account-changed');
    await page.reload();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();

    await openPage(elsewhere.page, 'Users');
    await elsewhere.page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    expect(seen.faults).toEqual([]);
  });

  test('signing out everywhere asks first and ends every session', async () => {
    await using seen = await openAsAdmin();
    await using elsewhere = await openAsAdmin();
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

  test('an administrator makes, edits, promotes and deletes accounts', async () => {
    await using seen = await openAsAdmin();
    const { page } = seen;
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'New user' }).click();
    const create = page.getByRole('dialog', { name: 'New user' });
    await create.getByLabel('Username').fill('linus');
    await create.getByLabel('E-mail').fill('linus@example.org');
    await create.getByLabel('Password', { exact: true }).fill('Kernel1');
    await inspect(page, 'accounts-create');
    await create.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('linus is created.').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'linus' });
    await row.getByText('linus@example.org').waitFor();

    await page.getByRole('button', { name: 'Edit: linus' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit linus' });
    await edit.getByLabel('Username').fill('Ada');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByRole('alert').waitFor();
    await edit.getByLabel('Username').fill('linus.t');
    await edit.getByLabel('E-mail').fill('');
    await edit.getByLabel('Role').selectOption('admin');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('linus.t is saved.').waitFor();
    await row.getByText('Admin').waitFor();
    await row.getByText('none').waitFor();

    await page.getByRole('button', { name: 'Delete: linus.t' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete linus.t?' });
    await inspect(page, 'accounts-delete');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete: linus.t' }).click();
    await question.getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('linus.t is deleted.').waitFor();
    await row.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Delete: Ada' }).click();
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('alertdialog').getByRole('alert').waitFor();
    expect(seen.faults).toEqual([]);
  });

  test('a password set by an administrator works, and the old one does not', async () => {
    await using seen = await openAsAdmin();
    const { page } = seen;
    await createUser(page, { username: 'margaret', password: 'Apollo11' });
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'Reset password: margaret' }).click();
    await page.getByRole('dialog').getByLabel('New password').fill('Apollo12');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('margaret has a new password.').waitFor();
    await using hers = await open();
    await signIn(hers.page, { username: 'margaret', password: 'Apollo12' });
    expect(seen.faults).toEqual([]);
  });

  test('accounts are searched, narrowed to a role, sorted and paged', async () => {
    await using seen = await openAsAdmin();
    const { page } = seen;
    for (let n = 10; n < 30; n++) await createUser(page, { username: `reader${n}`, password: 'Reading1' });
    await openPage(page, 'Users');
    const names = () => page.getByRole('rowheader').locator('.user-name').allTextContents();
    await expect.poll(async () => (await names()).length).toBe(20);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^21–\d+ of \d+$/).waitFor();

    await page.getByLabel('Search by name or e-mail').fill('READER1');
    await page.getByText('10 accounts match.').waitFor();
    await page.getByRole('columnheader', { name: 'Username' }).getByRole('button').click();
    const ascending = Array.from({ length: 10 }, (_, index) => `reader${10 + index}`);
    await expect.poll(names).toEqual(ascending);
    expect(await page.getByRole('columnheader', { name: 'Username' }).getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('columnheader', { name: 'Username' }).getByRole('button').click();
    await expect.poll(names).toEqual(ascending.toReversed());
    await inspect(page, 'accounts-users');

    await page.getByLabel('Search by name or e-mail').fill('');
    await page.getByLabel('Role').selectOption('admin');
    await expect.poll(names).toEqual(['Ada']);
    await page.getByLabel('Search by name or e-mail').fill('nobody');
    await page.getByText('No account matches.').waitFor();
    expect(seen.faults).toEqual([]);
  });

  test('the statistics count what has happened, as charts and as a table', async () => {
    await using seen = await openAsAdmin();
    const { page } = seen;
    const response = page.waitForResponse((answer) => answer.url().endsWith('/stats'));
    await openPage(page, 'Statistics');
    const stats = (await (await response).json()) as { total_users: number; failed_logins_last_24h: number };
    const tile = (label: string) => page.locator('.tile').filter({ hasText: label }).locator('dd').textContent();
    expect(await tile('Accounts')).toBe(String(stats.total_users));
    expect(stats.failed_logins_last_24h).toBeGreaterThan(0);
    expect(await tile('Failed sign-ins')).toBe(String(stats.failed_logins_last_24h));
    await page.getByRole('img', { name: /^Bar chart of sign-ups in the last 30 days: 2\d in all/ }).waitFor();
    await inspect(page, 'accounts-statistics');
    await page.getByText('The numbers as a table').click();
    expect(await page.getByRole('table').getByRole('row').count()).toBe(31);
    expect(await page.getByRole('table').getByRole('cell').last().textContent()).toBe(String(stats.total_users));
    expect(seen.faults).toEqual([]);
  });

  test('the audit log is narrowed to an event and to an account, and goes back in time', async () => {
    await using seen = await openAsAdmin();
    const { page } = seen;
    for (let n = 0; n < 50; n++) await renameMyself(page, n % 2 === 0 ? 'Ada.L' : 'Ada');
    await openPage(page, 'Users');
    await page.getByLabel('Search by name or e-mail').fill('margaret');
    await page.getByText('1 account matches.').waitFor();
    await page.getByRole('link', { name: 'Activity: margaret' }).click();
    await page.getByText('Only margaret').waitFor();
    const events = () => page.getByRole('rowheader').allTextContents();
    await expect
      .poll(events)
      .toEqual(['Succeeded: Sign-in', 'Succeeded: Password reset', 'Succeeded: Account created']);
    await page.getByText('by Ada').first().waitFor();
    await inspect(page, 'accounts-audit');

    await page.getByRole('link', { name: 'Show everyone' }).click();
    await page.getByRole('button', { name: 'Show older events' }).click();
    await expect.poll(async () => (await events()).length).toBeGreaterThan(50);
    await page.getByLabel('Event', { exact: true }).selectOption('Registration');
    await expect.poll(async () => (await events()).every((event) => event.endsWith(': Registration'))).toBe(true);
    expect(await events()).toContain('Succeeded: Registration');
    expect(seen.faults).toEqual([]);
  });

  test('when the session ends while one types, signing in again loses nothing', async () => {
    await using seen = await openAsAdmin();
    const { page } = seen;
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'New user' }).click();
    const create = page.getByRole('dialog', { name: 'New user' });
    await create.getByLabel('Username').fill('frances');
    await create.getByLabel('Password', { exact: true }).fill('Optimise1');
    await end(page);
    await create.getByRole('button', { name: 'Create user' }).click();

    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.waitFor();
    await inspect(page, 'accounts-sign-in-again');
    expect(await again.getByLabel('Username or e-mail').inputValue()).toBe(admin.username);
    await again.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
    expect(await create.getByLabel('Username').inputValue()).toBe('frances');
    await create.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('frances is created.').waitFor();
    expect(seen.faults).toEqual([]);
  });

  test('an administrator works with the keyboard alone', async () => {
    await using seen = await open();
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
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await reach('New user');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New user' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New user');
    expect(seen.faults).toEqual([]);
  });
});

/** Ends the page's session behind its back. */
async function end(page: Page): Promise<void> {
  const answer = await fetch(new URL('/api/auth/logout', page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  });
  expect(answer.status).toBe(204);
}
