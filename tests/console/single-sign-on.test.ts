import {
  enrol,
  type IdentityProvider,
  startIdentityProvider,
} from '@ownvoice/auth/dist/testing/oauth/identity-provider.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../processes/free-port.js';
import type { Service } from '../processes/launch.js';
import { persistentStorage, signIn, tokenOf } from './harness/accounts-page.js';
import { chromiumPath, launch, openSignedIn, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth } from './harness/service-process.js';

describe.skipIf(chromiumPath === undefined)('single sign-on in the browser', () => {
  let provider: IdentityProvider;
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    const port = await freePort();
    provider = await startIdentityProvider(`http://127.0.0.1:${port}`);
    const { codehost, modelhub } = provider;
    const environment = {
      DEFAULT_ADMIN_PASSWORD: 'Difference2',
      CODEHOST_NAME: 'Our Forge',
      CODEHOST_CLIENT_ID: codehost.clientId,
      CODEHOST_CLIENT_SECRET: codehost.clientSecret,
      CODEHOST_AUTHORIZE_URL: codehost.authorizeUrl ?? '',
      CODEHOST_TOKEN_URL: codehost.tokenUrl ?? '',
      CODEHOST_USERINFO_URL: codehost.userinfoUrl ?? '',
      CODEHOST_EMAILS_URL: codehost.emailsUrl ?? '',
      MODELHUB_CLIENT_ID: modelhub.clientId,
      MODELHUB_CLIENT_SECRET: modelhub.clientSecret,
      MODELHUB_ISSUER_URL: provider.origin,
    };
    [service, browser] = await Promise.all([startAuth({ port, environment }), launch()]);
  });
  const post = (path: string, body: object) =>
    fetch(service.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  test.each(['Our Forge', 'Hugging Face'])(
    'a sign-in with %s leaves no token in the address or in storage that outlives the tab',
    async (name) => {
      provider.atTheBrowser = enrol(provider, { sub: 'katherine', id: 62 });
      const { page, errors } = await browser.visit(service);
      const button = page.getByRole('link', { name: `Continue with ${name}` });
      await page.evaluate(() => {
        window.location.hash = '#/account';
      });
      await button.click();
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      await page.getByText('katherine · member since').waitFor();
      expect(page.url()).toBe(`${service.origin}/#/account`);
      const token = await tokenOf(page);
      expect(token).not.toBe('');
      expect(await persistentStorage(page)).not.toContain(token);
      await page.reload();
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
      expect(page.url()).not.toContain('token');
      expect(errors).toEqual([]);
    },
  );

  test('a linked provider is listed, stays while it is the only way in, and is unlinked after a password is set', async () => {
    provider.atTheBrowser = enrol(provider, { sub: 'dorothy', id: 63 });
    const { page, errors } = await browser.visit(service);
    await page.getByRole('link', { name: 'Continue with Our Forge' }).click();
    await page.getByText('dorothy@example.org at Our Forge').waitFor();
    const confirmation = page.getByRole('alertdialog', { name: 'Unlink Our Forge?' });
    await page.getByRole('button', { name: 'Unlink Our Forge' }).click();
    await inspect(page, 'accounts-unlink');
    await confirmation.getByRole('button', { name: 'Unlink' }).click();
    await confirmation.getByText('This is the only way to sign in to the account.').waitFor();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();

    await page.getByLabel('New password').fill('Fortran57');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await page.getByRole('button', { name: 'Unlink Our Forge' }).click();
    await confirmation.getByRole('button', { name: 'Unlink' }).click();
    await page.getByText('No provider is linked.').waitFor();
    expect(errors).toEqual([]);
  });

  test('connects a provider to the signed-in account, which keeps its password', async () => {
    provider.atTheBrowser = enrol(provider, { sub: 'mary', id: 64 });
    const { page, errors } = await browser.visit(service);
    await signIn(page, { username: 'admin', password: 'Difference2' });
    await page.getByText('No provider is linked.').waitFor();
    await page.getByRole('button', { name: 'Connect Our Forge' }).click();
    await page.getByText('mary@example.org at Our Forge').waitFor();
    await inspect(page, 'accounts-connect');
    await page.getByRole('button', { name: 'Connect Hugging Face' }).waitFor();
    await page.getByText('admin · member since').waitFor();
    expect(errors).toEqual([]);
    expect((await post('/api/auth/login', { username: 'admin', password: 'Difference2' })).status).toBe(200);
  });

  test('a sign-in that takes an account over says what the account has lost', async () => {
    const person = enrol(provider, { sub: 'annie', id: 65 });
    await post('/api/auth/register', { username: 'annie-before', password: 'Difference3', email: person.email });
    provider.atTheBrowser = person;
    const { page, errors } = await browser.visit(service);
    await page.getByRole('link', { name: 'Continue with Our Forge' }).click();
    await page.getByText('annie-before · member since').waitFor();
    await page.getByText('The password, second factor, passkeys').waitFor();
    await inspect(page, 'accounts-taken-over');
    expect(page.url()).not.toContain('taken_over');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('link', { name: 'Continue with Our Forge' }).click();
    await page.getByText('annie-before · member since').waitFor();
    expect(await page.getByText('The password, second factor, passkeys').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('a link with somebody’s token or code signs nobody in, in a new tab and beside a live session (attack 84)', async () => {
    const sessionOf = async (account: object, path: string) =>
      ((await (await post(path, account)).json()) as { token: string }).token;
    const thief = await sessionOf({ username: 'admin', password: 'Difference2' }, '/api/auth/login');
    const own = await sessionOf({ username: 'bystander', password: 'Difference4' }, '/api/auth/register');
    const { page, errors } = await browser.visit(service);
    const open = async (fragment: string) => {
      await page.goto('about:blank');
      await page.goto(`${service.origin}/#${fragment}`);
    };
    for (const fragment of [`token=${thief}`, `code=${thief}`, `code=${'x'.repeat(43)}&taken_over=true`]) {
      await open(fragment);
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
      expect(await tokenOf(page), fragment).toBe('');
    }
    await openSignedIn(page, service.origin, own);
    for (const fragment of [`token=${thief}`, `code=${'x'.repeat(43)}`]) {
      await open(fragment);
      await page.getByText('bystander · member since').waitFor();
      expect(await tokenOf(page), fragment).toBe(own);
    }
    expect(errors).toEqual([]);
  });

  test('a sign-in declined at the provider goes back to the page, which says so in its language', async () => {
    provider.atTheBrowser = undefined;
    const { page, errors } = await browser.visit(service);
    const button = page.getByRole('link', { name: 'Continue with Our Forge' });
    await button.waitFor();
    await inspect(page, 'accounts-sign-in-providers');
    await button.click();
    await page.getByText('The sign-in was declined at the provider.').waitFor();
    await inspect(page, 'accounts-sign-in-declined');
    expect(page.url()).toBe(`${service.origin}/`);

    await page.getByLabel('Page language').selectOption('ja');
    await page.getByRole('link', { name: 'Our Forge' }).click();
    await page.getByText('外部サービスでログインが拒否されました。').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja');
    expect(errors).toEqual([]);
  });
});
