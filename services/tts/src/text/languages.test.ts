import { LANGUAGE_CODES, LANGUAGE_NAMES, type LanguageCode } from '@ownvoice/shared/contract/languages';
import { describe, expect, test } from 'vitest';
import { detectLanguage } from './detection/detect-language.js';
import { parseLanguage } from './languages.js';

describe('a language', () => {
  test.each(Object.values(LANGUAGE_CODES))('%s is taken by its code and its English name, in any case', (language) => {
    const name = LANGUAGE_NAMES[language];
    for (const written of [language, language.toUpperCase(), name, name.toUpperCase(), ` ${name.toLowerCase()} `]) {
      expect(parseLanguage(written)).toEqual({ kind: 'language', language });
    }
  });

  test.each([undefined, '', '  ', 'auto', 'AUTO'])('%j means automatic detection', (written) => {
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
  ])('%s is taken as a BCP 47 tag', (tag, language) => {
    expect(parseLanguage(tag)).toEqual({ kind: 'language', language });
  });

  test.each(['klingon', 'eng', 'nl-NL', 'en-', 'en US', 'German-DE', 'auto-DE', 'Deutsch', '__proto__', 'constructor'])(
    '%s is unknown, and the known ones are named',
    (written) => {
      const choice = parseLanguage(written);
      expect(choice.kind).toBe('unknown');
      expect(choice.kind === 'unknown' && choice.known).toContain('German');
    },
  );
});

describe('detection', () => {
  test.each([['12345'], ['!?'], [''], ['😀'], ['x'], ['https://example.org/some/words/in/english']])(
    'of %j, which tells nothing, gives the voice’s own language',
    (text) => {
      expect(detectLanguage(text, 'ko').language).toBe('ko');
    },
  );

  test.each([
    ['I like the word 你好 very much.', 'en'],
    ['我喜欢Apple公司的iPhone。', 'zh'],
    ['私はTypeScriptが好きです。', 'ja'],
    ['저는 TypeScript를 좋아합니다.', 'ko'],
    ['Слово "hello" значит привет.', 'ru'],
    ['这家店的名字叫做の字，很有意思，大家都喜欢来。', 'zh'],
  ])('of %j, in two scripts, is %s', (text, language) => {
    expect(detectLanguage(text, 'de').language).toBe(language);
  });

  const short: readonly (readonly [LanguageCode, ...string[]])[] = [
    ['en', 'Hello', 'Hello world', 'Thank you', 'Good morning', 'Stop!', 'The cat sat.', 'C# and C++'],
    ['de', 'Hallo', 'Guten Tag', 'Danke schön', 'Ja', 'Der Hund schläft.', 'Wo ist der Bahnhof?'],
    ['fr', 'Bonjour', 'Merci beaucoup', 'Oui', 'Le chat dort.', 'Où est la gare ?'],
    ['es', 'Hola', 'Gracias', 'Buenos días', 'El gato duerme.', '¿Dónde está la estación?'],
    ['it', 'Ciao', 'Grazie mille', 'Come stai?', 'Il gatto dorme.', 'Dove è la stazione?'],
    ['pt', 'Olá', 'Obrigado', 'Bom dia', 'O gato dorme.', 'Onde fica a estação?'],
  ];

  test.each(short.flatMap(([language, ...texts]) => texts.map((text) => ({ language, text }))))(
    'of as little as $text is $language, whoever speaks',
    ({ language, text }) => {
      for (const voice of ['zh', 'en', 'ko'] as const) expect(detectLanguage(text, voice).language).toBe(language);
    },
  );
});
