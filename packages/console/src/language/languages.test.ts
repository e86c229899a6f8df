import { expect, test } from 'vitest';
import { languageFor, localeFor } from './languages.js';

test.each([
  ['', ['de-CH', 'en'], 'de'],
  ['', ['fr-FR', 'ja-JP', 'de'], 'ja'],
  ['', ['zh-TW'], 'zh'],
  ['', ['fr', 'constructor'], 'en'],
  ['', [], 'en'],
  ['ja', ['de-DE'], 'ja'],
  ['xx', ['de-DE'], 'de'],
])('shows a browser that chose "%s" and prefers %j the language %s', (chosen, preferred, expected) => {
  expect(languageFor(chosen, preferred)).toBe(expected);
});

test.each([
  ['en', ['de', 'en-GB', 'en-US'], 'en-GB'],
  ['de', ['en-GB'], 'de'],
  ['zh', ['zh-TW', 'zh-SG'], 'zh-SG'],
  ['zh', ['zh-TW'], 'zh-Hans'],
] as const)(
  'formats dates and numbers in %s for a browser that prefers %j as in %s',
  (language, preferred, expected) => {
    expect(localeFor(language, preferred)).toBe(expected);
  },
);
