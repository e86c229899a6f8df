import { expect, test } from 'vitest';
import { browserCookie, wantsJson, wantsPage } from './browser.js';

// ASVS 3.3.1–3.3.4
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

test.each([
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/json, text/plain, */*', true],
  ['application/json, text/html;q=0.5', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['text/html, application/json;q=0.9', false],
  ['application/json;q=0', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
])('a session in the body is for those who ask for JSON: %j', (accept, expected) => {
  expect(wantsJson(accept)).toBe(expected);
});

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html, application/json;q=0.9', true],
  ['application/json, text/html', false],
  ['application/json', false],
  ['*/*', false],
  [undefined, false],
])('a rejected sign-in goes back to the page for browsers alone: %j', (accept, expected) => {
  expect(wantsPage(accept)).toBe(expected);
});
