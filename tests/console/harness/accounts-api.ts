import type { Session, User } from '@ownvoice/shared/contract';

export interface Credentials {
  username: string;
  password: string;
  email?: string;
}

/** Of the services of these tests, unless a test has its own. */
export const SETUP_TOKEN = 'a-token-of-the-browser-tests';

/** The accounts service over HTTP, for steps that are not the rule of a test. */

export const setUp = (origin: string, admin: Credentials) =>
  send<Session>('POST', `${origin}/api/auth/setup`, 201, { ...admin, setup_token: SETUP_TOKEN });

export const logIn = (origin: string, credentials: Credentials) =>
  send<Session>('POST', `${origin}/api/auth/login`, 200, credentials);

/** Expects the sign-in to be refused. */
export const failToLogIn = (origin: string, credentials: Credentials) =>
  send('POST', `${origin}/api/auth/login`, 401, credentials);

export const register = (origin: string, credentials: Credentials) =>
  send<Session>('POST', `${origin}/api/auth/register`, 201, credentials);

/** Revokes the token. */
export const logOut = (origin: string, token: string) => send('POST', `${origin}/api/auth/logout`, 204, {}, token);

export const createUser = (origin: string, token: string, user: Credentials) =>
  send<User>('POST', `${origin}/api/users/`, 201, user, token);

export const renameUser = (origin: string, token: string, id: string, username: string) =>
  send<User>('PUT', `${origin}/api/users/${id}`, 200, { username }, token);

async function send<T>(method: string, url: string, expected: number, body: unknown, token?: string): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (response.status !== expected) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return (expected === 204 ? undefined : await response.json()) as T;
}
