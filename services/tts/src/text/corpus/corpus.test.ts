import { LANGUAGE_CODES, type LanguageCode } from '@ownvoice/shared/contract/languages';
import { differences } from '@ownvoice/shared/testing';
import { expect, test } from 'vitest';
import { detectLanguage } from '../detection/detect-language.js';
import { sanitise } from '../sanitise/sanitise.js';
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
  CORPUS[language].map((entry) => ({ language, entry, input: 'stays' in entry ? entry.stays : entry.input })),
);
type Case = (typeof CASES)[number];

function expectedText({ language, entry }: Case): string {
  if ('stays' in entry) return entry.stays;
  if ('says' in entry) return entry.says;
  return entry.sentences.join(language === 'zh' || language === 'ja' ? '' : ' ');
}

function sentencesOf({ language, input }: Pick<Case, 'language' | 'input'>): string[] {
  const { text, ends } = sanitise(input, language);
  return ends.flatMap(({ offset }, index) => {
    const paragraph = text.slice(ends[index - 1]?.offset ?? 0, offset);
    return sentences(paragraph, language).map((span) => paragraph.slice(span.start, span.end).trim());
  });
}

test('the corpus has at least 200 texts, at least 20 in each language', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(200);
  for (const language of Object.values(LANGUAGE_CODES)) expect(CORPUS[language].length).toBeGreaterThanOrEqual(20);
});

test('each text of the corpus is said as written there', () => {
  const rows = CASES.map((each) => [each, expectedText(each)] as const);
  expect(differences(rows, ({ input, language }) => sanitise(input, language).text)).toEqual([]);
});

test('each text of the corpus, once sanitised, stays as it is', () => {
  const rows = CASES.map(({ input, language }) => ({ language, text: sanitise(input, language).text }));
  expect(
    differences(
      rows.map((row) => [row, row.text] as const),
      ({ text, language }) => sanitise(text, language).text,
    ),
  ).toEqual([]);
});

test('each text of the corpus has the sentences that are written there', () => {
  const rows = CASES.flatMap((each) => ('sentences' in each.entry ? [[each, each.entry.sentences] as const] : []));
  expect(differences(rows, sentencesOf)).toEqual([]);
});

test('the language of each text of the corpus is detected', () => {
  const rows = CASES.filter(({ entry }) => entry.undetected !== true).map((each) => [each, each.language] as const);
  const detected = ({ input, language }: Case) => detectLanguage(input, language === 'ru' ? 'ko' : 'ru').language;
  expect(differences(rows, detected)).toEqual([]);
});

test.each([60, 600])('in a document of %d lines each line says what it says alone', (count) => {
  // A line alone is no item of a list, table or fence, whose marks need a second one.
  const lines = CASES.filter(({ input }) => /^[\p{L}¿¡«„“"「]/u.test(input) && !/[\n|[\]<>]|^\p{L}[.)]/u.test(input));
  for (const language of new Set(lines.map((line) => line.language))) {
    const own = lines.filter((line) => line.language === language).map(({ input }) => input);
    const document = Array.from({ length: count }, (_, index) => own[(index * 7) % own.length] ?? '');
    const { text, ends } = sanitise(document.join('\n\n'), language);
    const said = ends.map(({ offset }, index) => text.slice(ends[index - 1]?.offset ?? 0, offset).trim());
    const saidAlone = new Map(own.map((line) => [line, sanitise(line, language).text]));
    const alone = document.map((line) => saidAlone.get(line) ?? '').filter((line) => /[\p{L}\p{N}]/u.test(line));
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
    const differing = CASES.filter(({ language, input }) => {
      const alone = sentencesOf({ language, input });
      const behind = sentencesOf({ language, input: before + input });
      return behind.slice(-alone.length).join('¦') !== alone.join('¦');
    });
    expect(differing.map(({ input }) => input)).toEqual([]);
  },
);
