import type { Page } from 'playwright-core';
import type { Credentials } from './accounts-api.js';

/** Signs in with the form. */
export async function signIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
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
