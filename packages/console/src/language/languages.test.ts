import { expect, test } from 'vitest';
import { languageFor, localeFor, nameFor } from './languages.js';

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

test.each([
  [['fr-FR', 'fr', 'en'], 'de', 'Deutsch · allemand'],
  [['ar'], 'en', 'English · الإنجليزية'],
  [['de-AT', 'fr'], 'en', 'English'],
  [[], 'ja', '日本語'],
] as const)(
  'calls a language for a browser that prefers %j as it is found: %s is %s',
  (preferred, language, expected) => {
    expect(nameFor(language, preferred)).toBe(expected);
  },
);
