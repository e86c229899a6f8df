import type { Page } from 'playwright-core';

export interface Person {
  username: string;
  password: string;
}

/** Signs in on the page that asks for it. */
export async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
}

export async function openPage(page: Page, name: 'Users' | 'Statistics' | 'Audit log' | 'Your account'): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** What the browser keeps beyond the tab: it must never hold a token. */
export async function kept(page: Page): Promise<string> {
  const cookies = JSON.stringify(await page.context().cookies());
  return cookies + (await page.evaluate(() => JSON.stringify(localStorage)));
}

/** The bearer token of the page's session. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => sessionStorage.getItem('ownvoice.session'));
  return (JSON.parse(stored ?? '{}') as { token?: string }).token ?? '';
}

/** Makes an account by HTTP, for tests that are about something else. */
export async function createUser(page: Page, user: Person & { email?: string; role?: string }): Promise<string> {
  const response = await fetch(new URL('/api/users/', page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(page)}`, 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

/** Changes the own username by HTTP: an event for the audit log that takes no time. */
export async function renameMyself(page: Page, username: string): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}`, 'content-type': 'application/json' };
  const me = (await (await fetch(new URL('/api/auth/me', page.url()), { headers })).json()) as { id: string };
  const address = new URL(`/api/users/${me.id}`, page.url());
  const response = await fetch(address, { method: 'PUT', headers, body: JSON.stringify({ username }) });
  if (!response.ok) throw new Error(await response.text());
}

/** First-time set-up by HTTP, for tests that are about something else. */
export const setUp = (origin: string, admin: Person) => post(`${origin}/api/auth/setup`, admin, 201);

export const register = (origin: string, person: Person) => post(`${origin}/api/auth/register`, person, 201);

/** Tries to sign in by HTTP with a password that is not the right one. */
export const failToSignIn = (origin: string, person: Person) => post(`${origin}/api/auth/login`, person, 401);

async function post(address: string, body: Person, expected: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== expected) throw new Error(await response.text());
}
