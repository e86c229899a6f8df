import { codeOf, wrongCodeOf } from '@ownvoice/auth/dist/testing/authenticator-app.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { logIn, register, setUp } from './harness/accounts-api.js';
import { chooseAction, expectFieldError, openPage } from './harness/accounts-page.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth } from './harness/service-process.js';

const admin = { username: 'Ada', password: 'Analytical1' };
const grace = { username: 'grace', password: 'Compiler1' };

/** Sets up a second factor in its dialog. Returns the secret and the recovery codes. */
async function setUpSecondFactor(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = ((await dialog.locator('.secret code').textContent()) ?? '').replaceAll(' ', '');
  await inspect(page, 'accounts-second-factor-scan');
  await dialog.getByLabel('One-time code').fill(wrongCodeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expectFieldError(dialog.getByLabel('One-time code'), 'The one-time code is wrong.', { focused: true });
  await dialog.getByLabel('One-time code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  await inspect(page, 'accounts-second-factor-recovery-codes');
  return { secret, codes: await codes.allTextContents() };
}

async function submitPassword(page: Page, { username, password }: typeof admin): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

describe.skipIf(chromiumPath === undefined)('two-factor authentication in the browser', () => {
  let service: Service;
  let browser: TestBrowser;
  let token: string;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startAuth(), launch({ acceptDownloads: true })]);
    token = (await setUp(service.origin, admin)).token;
    await register(service.origin, grace);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('is set up with recovery codes, asked for at sign-in, and turned off', async () => {
    const session = await logIn(service.origin, grace);
    const { page, errors } = await browser.visit(service, { token: session.token });
    await page.getByText('asks for no one-time code').waitFor();
    const { secret, codes } = await setUpSecondFactor(page);
    expect(new Set(codes).size).toBe(10);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('ownvoice-recovery-codes.txt');
    // They are shown once.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
    await inspect(page, 'accounts-second-factor-on');

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await submitPassword(page, grace);
    const code = page.getByLabel('One-time code');
    await code.waitFor();
    await expect.poll(() => code.evaluate((input) => input === document.activeElement)).toBe(true);
    await inspect(page, 'accounts-second-factor-code');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectFieldError(code, 'Enter the one-time code.', { focused: true });
    await code.fill(wrongCodeOf(secret));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectFieldError(code, 'The one-time code is wrong.', { focused: true });
    await code.fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('9 recovery codes are left.').waitFor();

    await page.getByRole('button', { name: 'New recovery codes' }).click();
    const renewal = page.getByRole('alertdialog', { name: 'New recovery codes' });
    await renewal.getByLabel('One-time code').fill(codes[2] ?? '');
    await renewal.getByRole('button', { name: 'New recovery codes' }).click();
    const renewed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await renewed.first().waitFor();
    const fresh = await renewed.allTextContents();
    expect(fresh.filter((one) => codes.includes(one))).toEqual([]);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();

    await page.getByRole('button', { name: 'Turn off' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Turn off two-factor authentication?' });
    await confirmation.getByLabel('One-time code').fill(fresh[0] ?? '');
    await inspect(page, 'accounts-second-factor-turn-off');
    await confirmation.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Two-factor authentication is off.').waitFor();
    expect(errors).toEqual([]);
  });

  test('is removed by an administrator for somebody who lost the device', async () => {
    const session = await logIn(service.origin, grace);
    const owner = await browser.visit(service, { token: session.token });
    await setUpSecondFactor(owner.page);

    const { page, errors } = await browser.visit(service, { token });
    await openPage(page, 'Users');
    await chooseAction(page, 'grace', 'Edit');
    await page.getByRole('button', { name: 'Remove second factor' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Remove the second factor of grace?' });
    await confirmation.waitFor();
    await inspect(page, 'accounts-remove-second-factor');
    await confirmation.getByRole('button', { name: 'Remove second factor' }).click();
    await page.getByText('Second factor removed.').waitFor();
    await logIn(service.origin, grace);

    await page.getByRole('button', { name: 'Remove passkeys' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkeys' }).click();
    await page.getByRole('alertdialog').getByText('This no longer exists.').waitFor();
    expect(errors).toEqual([]);
  });
});

describe.skipIf(chromiumPath === undefined)('REQUIRE_SECOND_FACTOR in the browser', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    const environment = { REQUIRE_SECOND_FACTOR: 'admin' };
    [service, browser] = await Promise.all([startAuth({ environment }), launch()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('leaves an administrator only the set-up, then everything', async () => {
    const { token } = await setUp(service.origin, admin);
    const { page, errors } = await browser.visit(service, { token });
    await page.getByText('Administrators of this server need a second factor.').waitFor();
    const links = page.getByRole('navigation').getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(['Your account']);
    await inspect(page, 'accounts-second-factor-required');
    await setUpSecondFactor(page);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'Actions: Ada' }).waitFor();
    expect(errors).toEqual([]);
  });
});
