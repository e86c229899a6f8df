import { expect, test } from 'vitest';
import { seedText } from './speech-parameters.js';

test.each([
  ['42', '42'],
  ['-7', '-7'],
  ['5-3', '53'],
  ['1.5 e3', '153'],
  ['99999999999999999999', '999999999999999'],
  ['abc', ''],
])('of the seed %s, %s is used', (typed, seed) => {
  expect(seedText(typed)).toBe(seed);
  expect(Number.isSafeInteger(Number(seed))).toBe(true);
});
