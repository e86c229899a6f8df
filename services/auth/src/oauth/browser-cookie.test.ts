import { expect, test } from 'vitest';
import { browserCookie } from './browser-cookie.js';

test('over HTTPS no other host can plant the cookie, and it never travels in the clear', () => {
  const { name, options } = browserCookie('state-of-an-attempt', true);
  expect(name).toMatch(/^__Host-/);
  expect(options).toEqual({ path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge: 600 });
});

test('over HTTP, as in development, browsers keep it all the same', () => {
  const { name, options } = browserCookie('state-of-an-attempt', false);
  expect(name).not.toMatch(/^__/);
  expect(options).toMatchObject({ httpOnly: true, secure: false, sameSite: 'lax' });
});

test('a state that nobody made gives a name that cookies can have', () => {
  expect(browserCookie('a=b; c\r\n"ü', false).name).toMatch(/^[\w-]+$/);
});
