import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import {
  createUser,
  failToSignIn,
  openPage,
  register,
  renameMyself,
  setUp,
  signIn,
  tokenOf,
} from './harness/accounts-page.js';
import { chromiumPath, launch, visit } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth } from './harness/service-process.js';

const admin = { username: 'Ada', password: 'Analytical1' };

/** The tests share one service, and each leaves something behind for the statistics and the audit log. */
describe.skipIf(chromiumPath === undefined)('the pages of an administrator', () => {
  let service: Service;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startAuth(), launch()]);
    await setUp(service.origin, admin);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const openAsAdmin = async () => {
    const seen = await visit(browser, service);
    await signIn(seen.page, admin);
    return seen;
  };

  test('an administrator makes, edits, promotes and deletes accounts', async () => {
    const seen = await openAsAdmin();
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
    await question.waitFor();
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
    const seen = await openAsAdmin();
    const { page } = seen;
    await createUser(page, { username: 'margaret', password: 'Apollo11' });
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'Reset password: margaret' }).click();
    await page.getByRole('dialog').getByLabel('New password').fill('Apollo12');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('margaret has a new password.').waitFor();
    await failToSignIn(service.origin, { username: 'margaret', password: 'Apollo11' });
    const hers = await visit(browser, service);
    await signIn(hers.page, { username: 'margaret', password: 'Apollo12' });
    expect(seen.faults).toEqual([]);
  });

  test('accounts are searched, narrowed to a role, sorted and paged', async () => {
    const seen = await openAsAdmin();
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
    const head = page.getByRole('columnheader', { name: 'Username' });
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
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
    const seen = await openAsAdmin();
    const { page } = seen;
    await failToSignIn(service.origin, { ...admin, password: 'Wrong1' });
    const response = page.waitForResponse((answer) => answer.url().endsWith('/stats'));
    await openPage(page, 'Statistics');
    const stats = (await (await response).json()) as { total_users: number; failed_logins_last_24h: number };
    const tile = (label: string) => page.locator('.tile').filter({ hasText: label }).locator('dd');
    await expect.poll(() => tile('Accounts').textContent()).toBe(String(stats.total_users));
    expect(stats.failed_logins_last_24h).toBeGreaterThan(0);
    await expect.poll(() => tile('Failed sign-ins').textContent()).toBe(String(stats.failed_logins_last_24h));
    await page.getByRole('img', { name: /^Bar chart of sign-ups in the last 30 days: 2\d in all/ }).waitFor();
    await inspect(page, 'accounts-statistics');
    await page.getByText('The numbers as a table').click();
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(31);
    expect(await page.getByRole('table').getByRole('cell').last().textContent()).toBe(String(stats.total_users));
    expect(seen.faults).toEqual([]);
  });

  test('the audit log is narrowed to an event and to an account, and goes back in time', async () => {
    const seen = await openAsAdmin();
    const { page } = seen;
    await register(service.origin, { username: 'grace', password: 'Compiler1' });
    for (let n = 0; n < 50; n++) await renameMyself(page, n % 2 === 0 ? 'Ada.L' : 'Ada');
    await openPage(page, 'Users');
    await page.getByLabel('Search by name or e-mail').fill('margaret');
    await page.getByText('1 account matches.').waitFor();
    await page.getByRole('link', { name: 'Activity: margaret' }).click();
    await page.getByText('Only margaret').waitFor();
    const events = () => page.getByRole('rowheader').allTextContents();
    await expect
      .poll(events)
      .toEqual(['Succeeded: Sign-in', 'Failed: Sign-in', 'Succeeded: Password reset', 'Succeeded: Account created']);
    await page.getByText('by Ada').first().waitFor();
    await inspect(page, 'accounts-audit');

    await page.getByRole('link', { name: 'Show everyone' }).click();
    await page.getByRole('button', { name: 'Show older events' }).click();
    await expect.poll(async () => (await events()).length).toBeGreaterThan(50);
    await page.getByLabel('Event', { exact: true }).selectOption('Registration');
    await expect.poll(async () => new Set(await events())).toEqual(new Set(['Succeeded: Registration']));
    expect(seen.faults).toEqual([]);
  });

  test('when the session ends while one types, signing in again loses nothing', async () => {
    const seen = await openAsAdmin();
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
});

/** Ends the page's session behind its back. */
async function end(page: Page): Promise<void> {
  const answer = await fetch(new URL('/api/auth/logout', page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  });
  expect(answer.status).toBe(204);
}
