import { readFile } from 'node:fs/promises';
import type { UserStats } from '@ownvoice/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, failToLogIn, logIn, logOut, register, renameUser, setUp } from './harness/accounts-api.js';
import { chooseAction, expectFieldError, openPage } from './harness/accounts-page.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { type AuthService, importUsers, startAuth } from './harness/service-process.js';

const admin = { username: 'Ada', password: 'Analytical1' };
const USAGE_TOKEN = 'the token of the speech service, long enough';

/** The tests share a service and run in order: the statistics and the audit log show what the earlier ones left. */
describe.skipIf(chromiumPath === undefined)('the pages of an administrator', () => {
  let service: AuthService;
  let browser: TestBrowser;
  let session: Awaited<ReturnType<typeof setUp>>;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startAuth({ environment: { USAGE_TOKEN } }), launch()]);
    session = await setUp(service.origin, admin);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  const openAsAdmin = (hold?: RegExp) => browser.visit(service, { token: session.token, ...(hold && { hold }) });

  test.each([
    { name: 'Users', response: 'list', hold: /\/api\/users\/\?/, button: 'Actions: Ada' },
    { name: 'Users', response: 'script', hold: /\/users-page-[^/]+\.js$/, button: 'Actions: Ada' },
    { name: 'Statistics', response: 'statistics', hold: /\/api\/users\/stats$/, button: 'Refresh' },
    { name: 'Audit log', response: 'events', hold: /\/api\/users\/audit\?/, button: 'Refresh' },
  ] as const)(
    'the page $name shows a loading message until its $response is loaded',
    async ({ name, response, hold, button }) => {
      const { page, errors, release } = await openAsAdmin(hold);
      await openPage(page, name);
      await page.getByText('Loading…').waitFor();
      await inspect(page, `accounts-loading-${response}`, { whileBusy: true });
      release();
      await page.getByText('Loading…').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: button }).waitFor();
      expect(errors).toEqual([]);
    },
  );

  test('a page or a language that cannot be loaded says so, and the page is reloaded when the service answers', async () => {
    const { page, errors } = await openAsAdmin();
    await page.getByText('Role: Admin').waitFor();
    const gone = /\/(users-page|de)-[^/]+\.js$|\/health$/;
    await page.route(gone, (route) => route.abort());
    await page.getByLabel('Page language').selectOption('de');
    const sentence = page.getByText('This part of the page could not be loaded. Reload the page.');
    await sentence.waitFor();
    await openPage(page, 'Users');
    await expect.poll(() => sentence.count()).toBe(2);
    await inspect(page, 'accounts-not-loaded', { widths: [360] });
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByText('The accounts service is unreachable.').waitFor();
    await page.unroute(gone);
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByRole('button', { name: 'Actions: Ada' }).waitFor();
    // React reports what the page has caught.
    expect(errors.filter((error) => !/net::ERR_FAILED|^TypeError: Failed to fetch dynamically/.test(error))).toEqual(
      [],
    );
  });

  test('an administrator creates, edits, promotes and deletes users', async () => {
    const { page, errors } = await openAsAdmin();
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'New user' }).click();
    const create = page.getByRole('dialog', { name: 'New user' });
    await create.getByLabel('Username').fill('linus');
    await create.getByLabel('E-mail').fill('linus@example.org');
    await create.getByRole('button', { name: 'Generate password' }).click();
    expect(await create.getByLabel('Password', { exact: true }).inputValue()).toHaveLength(16);
    expect(await create.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await inspect(page, 'accounts-create');
    await create.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('User linus created.').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'linus' });
    await row.getByText('linus@example.org').waitFor();

    await chooseAction(page, 'linus', 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit linus' });
    await edit.getByLabel('Username').fill('Ada');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expectFieldError(edit.getByLabel('Username'), 'This username is taken.', { focused: true });
    await edit.getByLabel('Username').fill('linus.t');
    await edit.getByLabel('E-mail').fill('');
    await edit.getByLabel('Role').selectOption('admin');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('User linus.t saved.').waitFor();
    await row.getByText('Admin').waitFor();
    await row.getByText('none').waitFor();

    for (const status of ['suspended', 'active']) {
      await chooseAction(page, 'linus.t', 'Edit');
      await page.getByRole('dialog').getByLabel('Status').selectOption(status);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('User linus.t saved.').waitFor();
      await expect.poll(() => row.getByText('Suspended').count()).toBe(status === 'suspended' ? 1 : 0);
    }

    await chooseAction(page, 'linus.t', 'Delete');
    const confirmation = page.getByRole('alertdialog', { name: 'Delete linus.t?' });
    await confirmation.waitFor();
    await inspect(page, 'accounts-delete');
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await confirmation.waitFor({ state: 'detached' });
    const opener = page.getByRole('button', { name: 'Actions: linus.t' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await chooseAction(page, 'linus.t', 'Delete');
    await confirmation.getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('User linus.t deleted.').waitFor();
    await row.waitFor({ state: 'detached' });
    // The button went with its row; its neighbour has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Actions: /);

    await chooseAction(page, 'Ada', 'Delete');
    await page.getByRole('alertdialog', { name: 'Delete your own account?' }).waitFor();
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('alertdialog').getByRole('alert').waitFor();
    expect(errors).toEqual([]);
  });

  test('after a password reset by an administrator only the new password works', async () => {
    const { page, errors } = await openAsAdmin();
    await createUser(service.origin, session.token, { username: 'margaret', password: 'Apollo11' });
    await openPage(page, 'Users');
    await chooseAction(page, 'margaret', 'Reset password');
    await page.getByRole('dialog').getByLabel('New password').fill('Apollo12');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Password of margaret reset.').waitFor();
    await failToLogIn(service.origin, { username: 'margaret', password: 'Apollo11' });
    await logIn(service.origin, { username: 'margaret', password: 'Apollo12' });
    expect(errors).toEqual([]);
  });

  test('users are searched, filtered by role, sorted and paginated', async () => {
    const readers = Array.from({ length: 20 }, (_, index) => `reader${10 + index}`);
    await importUsers(service, readers);
    const { page, errors } = await openAsAdmin();
    await openPage(page, 'Users');
    const names = () => page.getByRole('rowheader').locator('.user-name').allTextContents();
    await expect.poll(async () => (await names()).length).toBe(20);
    await page.getByRole('button', { name: 'Next' }).click();
    const secondPage = page.getByText(/^21–\d+ of \d+$/);
    await secondPage.waitFor();
    await page.reload();
    await secondPage.waitFor();

    await page.getByLabel('Search by username or e-mail').fill('READER1');
    await page.getByText('10 accounts match.').waitFor();
    await page.goBack();
    await secondPage.waitFor();
    await expect.poll(() => page.getByLabel('Search by username or e-mail').inputValue()).toBe('');
    await page.goForward();
    await page.getByText('10 accounts match.').waitFor();
    const search = page.getByLabel('Search by username or e-mail');
    await expect.poll(() => search.inputValue()).toBe('READER1');
    // Faster than the field writes to the address what is typed.
    await page.goBack();
    await page.goForward();
    await expect.poll(() => search.inputValue()).toBe('READER1');
    const header = page.getByRole('columnheader', { name: 'Username' });
    await header.getByRole('button').click();
    await expect.poll(names).toEqual(readers.slice(0, 10));
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await header.getByRole('button').click();
    await expect.poll(names).toEqual(readers.slice(0, 10).toReversed());
    await inspect(page, 'accounts-users');

    await page.getByLabel('Search by username or e-mail').fill('');
    await page.getByLabel('Role').selectOption('admin');
    await expect.poll(names).toEqual(['Ada']);
    await page.getByLabel('Search by username or e-mail').fill('nobody');
    await page.getByText('No matching accounts.').waitFor();
    expect(errors).toEqual([]);
  });

  test('the list of users shows how long each has spoken in 30 days, once somebody has', async () => {
    const { page, errors } = await openAsAdmin();
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'Next' }).waitFor();
    const column = page.getByRole('columnheader', { name: 'Spoken in 30 days' });
    expect(await column.count()).toBe(0);
    await fetch(`${service.origin}/api/users/usage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${USAGE_TOKEN}` },
      body: JSON.stringify({ usage: [{ user_id: session.user.id, seconds: 754.3 }] }),
    });
    await page.reload();
    await page.getByLabel('Search by username or e-mail').fill('Ada');
    const row = page.getByRole('row').filter({ hasText: 'Ada' });
    await row.getByText('13 minutes').waitFor();
    expect(await column.count()).toBe(1);
    await inspect(page, 'accounts-usage');
    expect(errors).toEqual([]);
  });

  test('the statistics show the numbers of the server, as charts and as a table', async () => {
    const { page, errors } = await openAsAdmin();
    await failToLogIn(service.origin, { ...admin, password: 'Wrong1' });
    const response = page.waitForResponse((answer) => answer.url().endsWith('/stats'));
    await openPage(page, 'Statistics');
    const stats = (await (await response).json()) as UserStats;
    const tile = (label: string) => page.locator('.tile').filter({ hasText: label }).locator('dd');
    await expect.poll(() => tile('Accounts').textContent()).toBe(String(stats.total_users));
    expect(stats.failed_logins_last_24h).toBeGreaterThan(0);
    await expect.poll(() => tile('Failed sign-ins').textContent()).toBe(String(stats.failed_logins_last_24h));
    await page.getByRole('img', { name: /^Bar chart of sign-ups in the last 30 days: 2\d in total/ }).waitFor();
    await inspect(page, 'accounts-statistics');
    await page.route(/\/stats$/, (route) =>
      route.fulfill({
        json: { ...stats, signups_by_day: stats.signups_by_day.map((day) => ({ ...day, count: 45_000 })) },
      }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    const scale = page.locator('.chart').getByText('45,000', { exact: true });
    await scale.waitFor();
    await inspect(page, 'accounts-statistics-large', { schemes: ['light'] });
    await page.unroute(/\/stats$/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await scale.waitFor({ state: 'detached' });
    await page.getByText('Show as table').click();
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(31);
    expect(await page.getByRole('table').getByRole('cell').last().textContent()).toBe(String(stats.total_users));
    expect(errors).toEqual([]);
  });

  test('the audit log is filtered by event and by account, and loads older events', async () => {
    const { page, errors } = await openAsAdmin();
    await register(service.origin, { username: 'grace', password: 'Compiler1' });
    for (let n = 0; n < 50; n++)
      await renameUser(service.origin, session.token, session.user.id, n % 2 === 0 ? 'Ada.L' : 'Ada');
    await openPage(page, 'Users');
    await page.getByLabel('Search by username or e-mail').fill('margaret');
    await page.getByText('1 account matches.').waitFor();
    await chooseAction(page, 'margaret', 'Activity');
    await page.getByText('Events of margaret').waitFor();
    const events = () => page.getByRole('rowheader').allTextContents();
    await expect
      .poll(events)
      .toEqual(['Succeeded: Sign-in', 'Failed: Sign-in', 'Succeeded: Password reset', 'Succeeded: Account created']);
    await page.getByText('by Ada').first().waitFor();
    await inspect(page, 'accounts-audit');

    await page.getByRole('link', { name: 'Clear filter' }).click();
    const account = page.getByRole('searchbox', { name: 'Account' });
    await account.fill('a');
    await account.press('Enter');
    await page.getByText('No account has this name, or several have it in theirs.').waitFor();
    await account.fill('GRACE');
    await account.press('Enter');
    await page.getByText('Events of grace').waitFor();
    await expect.poll(events).toEqual(['Succeeded: Registration']);
    await page.getByRole('link', { name: 'Clear filter' }).click();
    await page.getByRole('button', { name: 'Load older events' }).click();
    await expect.poll(async () => (await events()).length).toBeGreaterThan(50);
    await page.getByLabel('Event', { exact: true }).selectOption('Registration');
    await expect.poll(async () => new Set(await events())).toEqual(new Set(['Succeeded: Registration']));

    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(table.suggestedFilename()).toBe('audit-log.csv');
    expect(await readFile(await table.path(), 'utf8')).toMatch(/^id,at,event,.*\r\n[^,]*,\d*,register,success,/);
    await page.getByLabel('From').fill('2100-01-01');
    await page.getByText('No matching events.').waitFor();
    await page.goBack();
    await expect.poll(async () => new Set(await events())).toEqual(new Set(['Succeeded: Registration']));
    expect(errors).toEqual([]);
  });

  test('signing in again after the session has ended keeps the input of an open dialog', async () => {
    const { token } = await logIn(service.origin, admin);
    const { page, errors } = await browser.visit(service, { token });
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'New user' }).click();
    const create = page.getByRole('dialog', { name: 'New user' });
    await create.getByLabel('Username').fill('frances');
    await create.getByLabel('Password', { exact: true }).fill('Optimise1');
    await logOut(service.origin, token);
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
    await page.getByText('User frances created.').waitFor();
    expect(errors).toEqual([]);
  });
});

describe.skipIf(chromiumPath === undefined)('a change that needs the password', () => {
  let service: AuthService;
  let browser: TestBrowser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startAuth({ environment: { RECENT_SIGN_IN: '0' } }), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('asks for it in one dialog, keeps the form when the user declines, and goes on with the right one', async () => {
    const { token } = await setUp(service.origin, admin);
    const { page, errors } = await browser.visit(service, { token });
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'New user' }).click();
    const create = page.getByRole('dialog', { name: 'New user' });
    await create.getByLabel('Username').fill('frances');
    await create.getByLabel('Password', { exact: true }).fill('Optimise1');
    const submit = () => create.getByRole('button', { name: 'Create user' }).click();
    await submit();

    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    // The form below waits for it.
    await inspect(page, 'accounts-password-dialog', { whileBusy: true });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await create.getByRole('alert').waitFor();
    await submit();
    const password = dialog.getByLabel('Current password');
    await password.fill('Guessed-1');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await expectFieldError(password, 'The current password is wrong.', { focused: true });
    await password.fill(admin.password);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await page.getByText('User frances created.').waitFor();

    await chooseAction(page, 'frances', 'Delete');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByLabel('Current password').fill(admin.password);
    await page.keyboard.press('Enter');
    await page.getByText('User frances deleted.').waitFor();
    expect(errors).toEqual([]);
  });
});
