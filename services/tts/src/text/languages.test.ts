import { LANGUAGE_CODES, LANGUAGE_NAMES } from '@ownvoice/shared/contract/languages';
import { expect, test } from 'vitest';
import { detectLanguage } from './detection/detect-language.js';
import { parseLanguage } from './languages.js';

test('a language is taken by its code and its English name, in any case', () => {
  for (const language of Object.values(LANGUAGE_CODES)) {
    const name = LANGUAGE_NAMES[language];
    for (const written of [language, language.toUpperCase(), name, name.toUpperCase(), ` ${name.toLowerCase()} `]) {
      expect(parseLanguage(written), written).toEqual({ kind: 'language', language });
    }
  }
});

test.each([undefined, '', '  ', 'auto', 'AUTO'])('the language %j means automatic detection', (written) => {
  expect(parseLanguage(written)).toEqual({ kind: 'auto' });
});

test.each([
  ['de-DE', 'de'],
  ['en-US', 'en'],
  ['zh-Hans', 'zh'],
  ['ZH-hant-TW', 'zh'],
  ['pt_BR', 'pt'],
  ['es-419', 'es'],
  ['de-CH-1996', 'de'],
  ['en-US-x-twain', 'en'],
])('the language tag %s of BCP 47 is taken as %s', (tag, language) => {
  expect(parseLanguage(tag)).toEqual({ kind: 'language', language });
});

test.each(['klingon', 'eng', 'nl-NL', 'en-', 'en US', 'German-DE', 'auto-DE', 'Deutsch', '__proto__', 'constructor'])(
  'the language %s is unknown, and the known ones are named',
  (written) => {
    const choice = parseLanguage(written);
    expect(choice.kind).toBe('unknown');
    expect(choice.kind === 'unknown' && choice.known).toContain('German');
  },
);

test.each(['12345', '!?', '', '😀', 'x', 'https://example.org/some/words/in/english'])(
  'the detected language of %j, which tells nothing, is the voice’s own',
  (text) => {
    expect(detectLanguage(text, 'ko').language).toBe('ko');
  },
);
