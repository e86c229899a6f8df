import { expect, test } from 'vitest';
import { isCrossSite } from './security.js';

const host = 'localhost:8100';
const own = 'http://localhost:8100';
const foreign = 'https://evil.example';

test.each([
  ['no browser', { host }, false],
  ['the own page', { host, origin: own, 'sec-fetch-site': 'same-origin' }, false],
  ['an address that somebody typed', { host, 'sec-fetch-site': 'none' }, false],
  ['a page of another port', { host, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }, false],
  [
    'the own page behind a proxy that renames the host',
    { host: 'tts:8100', origin: own, 'sec-fetch-site': 'same-origin' },
    false,
  ],
  ['a page of another site', { host, origin: foreign, 'sec-fetch-site': 'cross-site' }, true],
  ['one whose browser does not send Origin', { host, 'sec-fetch-site': 'cross-site' }, true],
  ['one without HTTPS', { host: 'voice.lan:8100', origin: foreign }, true],
  ['one whose name ends with the own', { host: 'voice.lan:8100', origin: 'http://evil-voice.lan:8100' }, true],
  ['one in a sandbox', { host: 'voice.lan:8100', origin: 'null' }, true],
  ['the own page without HTTPS', { host: 'Voice.lan:8100', origin: 'http://voice.lan:8100' }, false],
])('isCrossSite judges a request by %s', (_who, headers, expected) => {
  expect(isCrossSite(headers, true)).toBe(expected);
  expect(isCrossSite(headers, [])).toBe(expected);
});

test('an origin of CORS_ORIGIN is the own site', () => {
  const headers = { host, origin: foreign, 'sec-fetch-site': 'cross-site' };
  expect(isCrossSite(headers, [foreign])).toBe(false);
  expect(isCrossSite({ ...headers, origin: `${foreign}:444` }, [foreign])).toBe(true);
});
