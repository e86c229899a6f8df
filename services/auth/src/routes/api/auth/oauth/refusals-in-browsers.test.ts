import { expect, test } from 'vitest';
import { isNavigation } from './refusals-in-browsers.js';

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each([
  [{ accept: ACCEPT, 'sec-fetch-mode': 'navigate' }, true],
  [{ accept: ACCEPT, 'upgrade-insecure-requests': '1' }, true],
  [{ accept: ACCEPT }, false],
  [{ accept: ACCEPT, 'sec-fetch-mode': 'cors' }, false],
  [{ accept: '*/*', 'sec-fetch-mode': 'navigate' }, false],
  [{ accept: 'application/json, text/html;q=0.5', 'sec-fetch-mode': 'navigate' }, false],
  [{ accept: 'application/json', 'upgrade-insecure-requests': '1' }, false],
  [{}, false],
])('a page is for a browser that goes there to show it: %j', (headers, expected) => {
  expect(isNavigation(headers)).toBe(expected);
});
