import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readRefusalTexts, refusalTextsFor } from './refusal-texts.js';

const built = readRefusalTexts(
  fileURLToPath(new URL('../../../../../../../packages/console/dist-app/accounts', import.meta.url)),
);

test.each([
  [{}, 'en'],
  [{ page: 'ja', browser: 'de' }, 'ja'],
  [{ page: 'xx', browser: 'de-AT,de;q=0.9,en;q=0.8' }, 'de'],
  [{ page: 'constructor', browser: '__proto__' }, 'en'],
  [{ browser: 'fr, en;q=0.5, zh-CN;q=0.7' }, 'zh-Hans'],
  [{ browser: 'de;q=0, ja' }, 'ja'],
  [{ browser: '*' }, 'en'],
  [{ browser: ';;q=,,' }, 'en'],
])('the language is chosen as in the console: %j', (choice, tag) => {
  expect(refusalTextsFor(built, choice).tag).toBe(tag);
});

test('without the built console the page is English', () => {
  expect(refusalTextsFor(readRefusalTexts('/nowhere'), { browser: 'de' })).toMatchObject({ tag: 'en', sentences: {} });
});
