import { expect, test } from 'vitest';
import { parseDuration } from './duration.js';

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
