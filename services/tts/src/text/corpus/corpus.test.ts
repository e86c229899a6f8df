import { LANGUAGE_CODES, type LanguageCode } from '@ownvoice/shared/contract/languages';
import { expect, test } from 'vitest';
import { detectLanguage } from '../detection/detect-language.js';
import { sanitise } from '../sanitise/sanitise.js';
import type { JoinedBlocks } from '../sanitise/whitespace.js';
import { sentences } from '../segment/sentences.js';
import { CHINESE } from './chinese.js';
import type { CorpusEntry } from './corpus-entry.js';
import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { ITALIAN } from './italian.js';
import { JAPANESE } from './japanese.js';
import { KOREAN } from './korean.js';
import { PORTUGUESE } from './portuguese.js';
import { RUSSIAN } from './russian.js';
import { SPANISH } from './spanish.js';

const CORPUS: Readonly<Record<LanguageCode, readonly CorpusEntry[]>> = {
  en: ENGLISH,
  zh: CHINESE,
  ja: JAPANESE,
  ko: KOREAN,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  ru: RUSSIAN,
};

const CASES = Object.values(LANGUAGE_CODES).flatMap((language) =>
  CORPUS[language].map((entry) => ({ language, entry })),
);
const inputOf = (entry: CorpusEntry): string => ('stays' in entry ? entry.stays : entry.input);

function expectedText(language: LanguageCode, entry: CorpusEntry): string {
  if ('stays' in entry) return entry.stays;
  if ('says' in entry) return entry.says;
  return entry.sentences.join(language === 'zh' || language === 'ja' ? '' : ' ');
}

function sentencesOf(text: string, ends: JoinedBlocks['ends'], language: LanguageCode): string[] {
  return ends.flatMap(({ offset }, index) => {
    const paragraph = text.slice(ends[index - 1]?.offset ?? 0, offset);
    return sentences(paragraph, language).map((span) => paragraph.slice(span.start, span.end).trim());
  });
}

test('the corpus has at least 200 texts, at least 20 in each language', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(200);
  for (const language of Object.values(LANGUAGE_CODES)) expect(CORPUS[language].length).toBeGreaterThanOrEqual(20);
});

const NAMED = CASES.map(({ language, entry }) => ({ language, entry, input: inputOf(entry) }));

test.each(NAMED)('$language: $input is said as written in the corpus', ({ language, entry, input }) => {
  expect(sanitise(input, language).text).toBe(expectedText(language, entry));
});

test.each(NAMED)('$language: $input, once sanitised, stays as it is', ({ language, input }) => {
  const { text } = sanitise(input, language);
  expect(sanitise(text, language).text).toBe(text);
});

const DIVIDED = NAMED.flatMap(({ language, entry, input }) =>
  'sentences' in entry ? [{ language, input, expected: entry.sentences }] : [],
);

test.each(DIVIDED)('$language: $input has these sentences', ({ language, input, expected }) => {
  const { text, ends } = sanitise(input, language);
  expect(sentencesOf(text, ends, language)).toEqual(expected);
});

test.each(NAMED.filter(({ entry }) => entry.undetected !== true))(
  '$input is known to be $language',
  ({ language, input }) => {
    const other: LanguageCode = language === 'ru' ? 'ko' : 'ru';
    expect(detectLanguage(input, other).language).toBe(language);
  },
);

test.each([60, 600])('in a document of %d lines each line says what it says alone', (count) => {
  // A line alone is no item of a list, table or fence, whose marks need a second one.
  const lines = NAMED.filter(({ input }) => /^[\p{L}¿¡«„“"「]/u.test(input) && !/[\n|[\]<>]|^\p{L}[.)]/u.test(input));
  for (const language of new Set(lines.map((line) => line.language))) {
    const own = lines.filter((line) => line.language === language).map(({ input }) => input);
    const document = Array.from({ length: count }, (_, index) => own[(index * 7) % own.length] ?? '');
    const { text, ends } = sanitise(document.join('\n\n'), language);
    const said = ends.map(({ offset }, index) => text.slice(ends[index - 1]?.offset ?? 0, offset).trim());
    const alone = document.map((line) => sanitise(line, language).text).filter((line) => /[\p{L}\p{N}]/u.test(line));
    expect(said.map((line) => line.replace(/[.。]$/u, ''))).toEqual(alone.map((line) => line.replace(/[.。]$/u, '')));
  }
});

test.each([62, 600, 6_000])(
  'each text has the same sentences behind %d characters of plain paragraphs',
  (characters) => {
    const paragraph = 'A plain paragraph. It has no marks.\n\n';
    const before = `${paragraph
      .repeat(Math.ceil(characters / paragraph.length))
      .slice(0, characters)
      .trimEnd()}.\n\n`;
    const said = (language: LanguageCode, input: string): string[] => {
      const { text, ends } = sanitise(input, language);
      return sentencesOf(text, ends, language);
    };
    const differing = NAMED.filter(({ language, input }) => {
      const alone = said(language, input);
      return (
        said(language, before + input)
          .slice(-alone.length)
          .join('¦') !== alone.join('¦')
      );
    });
    expect(differing.map(({ input }) => input)).toEqual([]);
  },
);
