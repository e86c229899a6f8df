import { codeOf } from '@ownvoice/auth/dist/testing/authenticator-app.js';
import { send } from '@ownvoice/shared/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../processes/free-port.js';
import type { Service } from '../processes/launch.js';
import { setUp } from './harness/accounts-api.js';
import { tokenOf } from './harness/accounts-page.js';
import { chromiumPath, launch, type TestBrowser } from './harness/browser.js';
import { inspect } from './harness/inspect.js';
import { startAuth } from './harness/service-process.js';

/** Gives the page an authenticator that verifies its user at once; `verifies: false` makes it decline. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

describe.skipIf(chromiumPath === undefined)('passkeys in the browser', () => {
  let service: Service;
  let browser: TestBrowser;
  let token: string;

  beforeAll(async () => {
    const port = await freePort();
    // An address of digits cannot be the host of a passkey.
    const origin = `http://localhost:${port}`;
    const [started, launched] = await Promise.all([startAuth({ port, environment: { PUBLIC_URL: origin } }), launch()]);
    service = { ...started, origin };
    browser = launched;
    token = (await setUp(started.origin, { username: 'Ada', password: 'Analytical1' })).token;
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test('one is added with a name, signs in without a password, and is removed', async () => {
    const { context, page, errors } = await browser.visit(service, { token });
    const authenticator = await addAuthenticator(context, page);
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Laptop');
    await inspect(page, 'accounts-passkey-add');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await passkeys.getByRole('listitem').filter({ hasText: 'Laptop' }).waitFor();
    expect((await authenticator.credentials()).length).toBe(1);
    await inspect(page, 'accounts-passkeys');

    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText('This device already has a passkey for your account.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await authenticator.verify(false);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('No passkey was used.').waitFor();
    await inspect(page, 'accounts-passkey-declined');
    await authenticator.verify(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('Role: Admin').waitFor();
    await passkeys.getByText(/last used/).waitFor();

    const post = (path: string, body: object) =>
      send(service.origin, { method: 'POST', path, headers: { authorization: `Bearer ${session}` }, body });
    const session = await tokenOf(page);
    const { secret } = (await post('/api/auth/second-factor', {})).json as { secret: string };
    expect((await post('/api/auth/second-factor/confirm', { code: codeOf(secret) })).status).toBe(204);
    await page.reload();
    await page.getByRole('button', { name: 'Turn off' }).click();
    const turningOff = page.getByRole('alertdialog', { name: 'Turn off two-factor authentication?' });
    await authenticator.verify(false);
    await turningOff.getByRole('button', { name: 'Use a passkey instead' }).click();
    await turningOff.getByText('No passkey was used.').waitFor();
    await inspect(page, 'accounts-second-factor-passkey');
    await authenticator.verify(true);
    await turningOff.getByRole('button', { name: 'Use a passkey instead' }).click();
    await page.getByText('Two-factor authentication is off.').waitFor();

    await passkeys.getByRole('button', { name: 'Remove passkey Laptop' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Remove Laptop?' });
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await passkeys.getByRole('listitem').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('This passkey is not accepted.').waitFor();
    expect(errors).toEqual([]);
  });
});
