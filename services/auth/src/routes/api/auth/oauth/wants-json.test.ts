import { expect, test } from 'vitest';
import { wantsJson } from './wants-json.js';

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
