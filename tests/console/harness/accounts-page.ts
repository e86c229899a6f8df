import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Credentials } from './accounts-api.js';

/** Signs in with the form. */
export async function signIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
}

export async function openPage(page: Page, name: 'Users' | 'Statistics' | 'Audit log' | 'Your account'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** The storage of the browser that outlives the tab: it must never contain a token. */
export async function persistentStorage(page: Page): Promise<string> {
  const cookies = JSON.stringify(await page.context().cookies());
  return cookies + (await page.evaluate(() => JSON.stringify(localStorage)));
}

/** The bearer token of the page's session. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => sessionStorage.getItem('ownvoice.session'));
  return (JSON.parse(stored ?? '{}') as { token?: string }).token ?? '';
}

/** Expects the error of a field to be the sentence that describes it; `focused`: the focus is in the field. */
export async function expectFieldError(
  field: Locator,
  sentence: string,
  { focused = false }: { focused?: boolean } = {},
): Promise<void> {
  const state = () =>
    field.evaluate((input) => ({
      invalid: input.getAttribute('aria-invalid'),
      error: document.getElementById(input.getAttribute('aria-describedby')?.split(' ', 1)[0] ?? '')?.textContent,
      focused: input === document.activeElement,
    }));
  await expect.poll(state).toEqual({ invalid: 'true', error: sentence, focused: focused || expect.any(Boolean) });
}

/** Chooses an action of a user's row in the user list. */
export async function chooseAction(
  page: Page,
  username: string,
  action: 'Edit' | 'Reset password' | 'Activity' | 'Delete',
): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${username}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
