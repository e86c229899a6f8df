import { LANGUAGES, type Language } from '@ownvoice/shared/contract/languages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptRuns } from './script-runs.js';

describe('scriptRuns', () => {
  test.each<[string, Language, string[]]>([
    ['The word 東京 means east capital.', 'English', ['en-us:The word ', 'cmn:東京 ', 'en-us:means east capital.']],
    ['He said "ありがとう", then left.', 'English', ['en-us:He said "', 'ja:ありがとう", ', 'en-us:then left.']],
    ['食べる is to eat.', 'German', ['ja:食べる ', 'de:is to eat.']],
    ['今日はGoogle Mapsで調べた。', 'Japanese', ['ja:今日は', 'en-us:Google Maps', 'ja:で調べた。']],
    ['NHKのニュース', 'Japanese', ['ja:NHKのニュース']],
    ['我用iPhone。', 'Chinese', ['cmn:我用iPhone。']],
    ['Слово «Berlin».', 'Russian', ['ru:Слово «Berlin».']],
    ['Say привет!', 'English', ['en-us:Say ', 'ru:привет!']],
    ['안녕 world', 'Korean', ['ko:안녕 world']],
    ['שלום', 'French', ['he:שלום']],
    ['123, 456!', 'Italian', ['it:123, 456!']],
  ])('%s in a text in %s', (text, language, runs) => {
    expect(scriptRuns(text, language).map((run) => `${run.language}:${run.text}`)).toEqual(runs);
  });

  test('nothing is lost, and a text never falls into more parts than can be spoken in time', () => {
    const letters = fc.constantFrom(
      'a',
      'Z',
      '一',
      'あ',
      'ン',
      '한',
      'ж',
      'α',
      'ع',
      'א',
      'ไ',
      ' ',
      '.',
      '1',
      '😀',
      '\u0301',
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 300 }), fc.constantFrom(...LANGUAGES), (characters, language) => {
        const text = characters.join('');
        const runs = scriptRuns(text, language);
        expect(runs.map((run) => run.text).join('')).toBe(text);
        expect(runs.length).toBeLessThanOrEqual(24);
      }),
    );
  });
});
