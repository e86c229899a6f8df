import { expect, test } from 'vitest';
import { detectLanguage } from '../detect-language.js';
import { type Language, languages } from '../languages.js';
import { sanitise } from '../sanitise/sanitise.js';
import { sentences } from '../segment/sentences.js';
import { chinese } from './chinese.js';
import type { CorpusEntry } from './corpus-entry.js';
import { english } from './english.js';
import { french } from './french.js';
import { german } from './german.js';
import { italian } from './italian.js';
import { japanese } from './japanese.js';
import { korean } from './korean.js';
import { portuguese } from './portuguese.js';
import { russian } from './russian.js';
import { spanish } from './spanish.js';

const corpus: Readonly<Record<Language, readonly CorpusEntry[]>> = {
  en: english,
  zh: chinese,
  ja: japanese,
  ko: korean,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  ru: russian,
};

const cases = languages.flatMap((language) => corpus[language].map((entry) => ({ language, entry })));
const inputOf = (entry: CorpusEntry): string => ('stays' in entry ? entry.stays : entry.input);

function expectedText(language: Language, entry: CorpusEntry): string {
  if ('stays' in entry) return entry.stays;
  if ('says' in entry) return entry.says;
  return entry.sentences.join(language === 'zh' || language === 'ja' ? '' : ' ');
}

function sentencesOf(text: string, paragraphEnds: readonly number[], language: Language): string[] {
  return paragraphEnds.flatMap((end, index) => {
    const paragraph = text.slice(paragraphEnds[index - 1] ?? 0, end);
    return sentences(paragraph, language).map((span) => paragraph.slice(span.start, span.end).trim());
  });
}

test('the corpus has at least 200 texts, at least 20 in each language', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200);
  for (const language of languages) expect(corpus[language].length).toBeGreaterThanOrEqual(20);
});

const named = cases.map(({ language, entry }) => ({ language, entry, input: inputOf(entry) }));

test.each(named)('$language: $input is said as written in the corpus', ({ language, entry, input }) => {
  expect(sanitise(input, language).text).toBe(expectedText(language, entry));
});

test.each(named)('$language: $input, once sanitised, stays as it is', ({ language, input }) => {
  const { text } = sanitise(input, language);
  expect(sanitise(text, language).text).toBe(text);
});

const divided = named.flatMap(({ language, entry, input }) =>
  'sentences' in entry ? [{ language, input, expected: entry.sentences }] : [],
);

test.each(divided)('$language: $input has these sentences', ({ language, input, expected }) => {
  const { text, paragraphEnds } = sanitise(input, language);
  expect(sentencesOf(text, paragraphEnds, language)).toEqual(expected);
});

test.each(named.filter(({ entry }) => entry.undetected !== true))(
  '$input is known to be $language',
  ({ language, input }) => {
    const other: Language = language === 'ru' ? 'ko' : 'ru';
    expect(detectLanguage(input, other)).toBe(language);
  },
);
