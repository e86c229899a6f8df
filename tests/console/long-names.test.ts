import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, setUp } from './harness/accounts-api.js';
import { chooseAction, openPage } from './harness/accounts-page.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { type AuthService, startAuth } from './harness/service-process.js';

const WIDTHS = [360, 800, 1180, 1440];
const label = (letter: string) => letter.repeat(60);
const long = {
  username: 'n'.repeat(64),
  email: `${label('e')}@${label('a')}.${label('b')}.${label('c')}.example.or`,
  password: 'Analytical1',
};

describe.skipIf(chromiumPath === undefined)('an e-mail of 254 letters and a name of 64', () => {
  let service: AuthService;
  let browser: TestBrowser;
  let token: string;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startAuth(), launch()]);
    expect(long.email.length).toBe(254);
    token = (await setUp(service.origin, long)).token;
    await createUser(service.origin, token, {
      ...long,
      username: 'm'.repeat(64),
      email: long.email.replace('e', 'f'),
    });
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('cost no page, table or menu a button', async () => {
    const { page, errors } = await browser.visit(service, { token });
    await page.getByText('Role: Admin').waitFor();
    await inspect(page, 'accounts-long-account', { widths: WIDTHS });
    await openPage(page, 'Users');
    await page.getByRole('button', { name: `Actions: ${long.username}` }).waitFor();
    await inspect(page, 'accounts-long-users', { widths: WIDTHS });
    await page.getByRole('button', { name: `Actions: ${long.username}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await inspect(page, 'accounts-long-menu', { widths: WIDTHS });
    await page.keyboard.press('Escape');
    await openPage(page, 'Audit log');
    await page.getByText('Account created').last().waitFor();
    await inspect(page, 'accounts-long-audit', { widths: WIDTHS });
    expect(errors).toEqual([]);
  });

  test.each(['Edit', 'Reset password', 'Delete'] as const)('cost the dialog "%s" no button', async (action) => {
    const { page, errors } = await browser.visit(service, { token });
    await openPage(page, 'Users');
    await chooseAction(page, 'm'.repeat(64), action);
    const dialog = page.getByRole(action === 'Delete' ? 'alertdialog' : 'dialog');
    await dialog.waitFor();
    await inspect(page, `accounts-long-${action.toLowerCase().replace(' ', '-')}`, { widths: WIDTHS });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});
