import { expect, test } from 'vitest';
import { isHttpAddress, isNetwork, isOrigin, parseDuration } from './settings-reader.js';

test.each([
  ['10.0.0.0/8', true],
  ['192.0.2.1', true],
  ['fd00::/8', true],
  ['::1', true],
  ['::/128', true],
  ['10.0.0.0/33', false],
  ['fd00::/129', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['everyone', false],
  // Not one proxy, as elsewhere, and not 0.0.0.1 either.
  ['1', false],
  ['10.1', false],
  ['true', false],
  ['', false],
])('a network is an address, written in full, or a range of them: %j', (text, expected) => {
  expect(isNetwork(text)).toBe(expected);
});

test.each([
  ['https://voice.example', true],
  ['http://localhost:8000', true],
  ['https://voice.example/', false],
  ['https://voice.example/path', false],
  ['HTTPS://voice.example', false],
  ['voice.example', false],
  ['*', false],
  ['null', false],
])('an origin is written as browsers write it: %j', (text, expected) => {
  expect(isOrigin(text)).toBe(expected);
});

test.each([
  ['http://collector:4318', true],
  ['https://hub.example/mirror?x=1', true],
  ['ftp://hub.example', false],
  ['https://user@hub.example', false],
  ['https://:password@hub.example', false],
  ['https://hub.example/#part', false],
  ['hub.example', false],
])('an address is http or https, without credentials or a fragment: %j', (text, expected) => {
  expect(isHttpAddress(text)).toBe(expected);
});

test.each([
  ['15m', 900],
  ['12h', 43_200],
  ['7d', 604_800],
  ['90', 90],
  ['30s', 30],
  ['2w', 1_209_600],
  [' 1 h ', 3_600],
])('a duration string is read as seconds: %j', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each(['', '0', '0d', '-1h', '1.5h', '7 days', 'soon', '1e3', '7d12h', '999999999y', 'Infinity'])(
  'anything else is no duration: %j',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
