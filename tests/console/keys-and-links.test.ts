import { send } from '@ownvoice/shared/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../processes/launch.js';
import { setUp } from './harness/accounts-api.js';
import { openPage, persistentStorage, signIn } from './harness/accounts-page.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth } from './harness/service-process.js';

const ADA = { username: 'Ada', password: 'Analytical1' };

describe.skipIf(chromiumPath === undefined)('keys and links in the browser', () => {
  let service: Service;
  let browser: TestBrowser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startAuth(), launch()]);
    await setUp(service.origin, ADA);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('a key is shown once, opens verify, and is deleted', async () => {
    const { page, errors } = await browser.visit(service);
    await signIn(page, ADA);
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByLabel('Name').fill('Open WebUI');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    const key = (await dialog.locator('code').first().textContent()) ?? '';
    expect(key).toMatch(/^ov_/);
    await inspect(page, 'accounts-key');
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    const verify = async () =>
      (await send(service.origin, { path: '/api/auth/verify', headers: { 'x-api-key': key } })).status;
    expect(await verify()).toBe(204);
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Delete API key Open WebUI' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Open WebUI · ov_').waitFor({ state: 'detached' });
    expect(await verify()).toBe(401);
    expect(errors).toEqual([]);
  });

  test('an invitation is opened in another tab, leaves address and history, and makes an account (attack 79)', async () => {
    const { page } = await browser.visit(service);
    await signIn(page, ADA);
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const url = new URL((await dialog.locator('code').textContent()) ?? '');
    const token = url.hash.split('=')[1] ?? '';
    await inspect(page, 'accounts-invitation');

    const { page: guest, errors } = await browser.visit(service);
    const sent: string[] = [];
    guest.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())}`));
    // The page is open already; then in a new one.
    for (const begin of [service.origin, 'about:blank']) {
      await guest.goto(begin);
      await guest.goto(`${service.origin}/${url.hash}`);
      await guest.getByRole('heading', { name: 'Create your account' }).waitFor();
      expect(guest.url()).toBe(`${service.origin}/`);
    }
    await guest.getByLabel('Username').fill('guest');
    await guest.getByLabel('Password', { exact: true }).fill('Difference2');
    await inspect(guest, 'accounts-accept');
    await guest.getByRole('button', { name: 'Create account' }).click();
    await guest.getByText('guest · member since').waitFor();
    await guest.goBack();
    expect(sent.join('\n') + guest.url() + (await persistentStorage(guest))).not.toContain(token);
    expect(errors).toEqual([]);
  });

  test('a reset link sets a password, and a used one says so', async () => {
    const { page } = await browser.visit(service);
    await signIn(page, ADA);
    await openPage(page, 'Users');
    await page.getByRole('button', { name: 'Actions: guest' }).click();
    await page.getByRole('menuitem', { name: 'Reset link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const { hash } = new URL((await dialog.locator('code').textContent()) ?? '');
    const { page: guest, errors } = await browser.visit(service);
    const open = async (password: string) => {
      await guest.goto('about:blank');
      await guest.goto(`${service.origin}/${hash}`);
      await guest.getByLabel('Password', { exact: true }).fill(password);
      await guest.getByRole('button', { name: 'Set password' }).click();
    };
    await open('Renewed77');
    await guest.getByText('guest · member since').waitFor();
    await open('Renewed78');
    await guest.getByText('This no longer exists.').waitFor();
    expect(errors).toEqual([]);
  });
});
