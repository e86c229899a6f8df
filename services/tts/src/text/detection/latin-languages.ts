import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { accentScore } from './accents.js';
import { areFrequent, frequentWordShares, LATIN_LANGUAGES } from './frequent-words.js';
import { letterScores, type StatisticsLanguage } from './letters.js';

/** A language with Latin script and how well a text fits it. */
export interface Score<Language> {
  readonly language: Language;
  readonly score: number;
}

const FOREIGN = [
  'nl',
  'pl',
  'cs',
  'sk',
  'sv',
  'da',
  'no',
  'fi',
  'hu',
  'tr',
  'ro',
  'ca',
  'vi',
  'ms',
  'hr',
  'sl',
  'lt',
  'lv',
  'et',
  'sq',
  'is',
  'eu',
  'tl',
  'az',
] as const;

/** Weights of the letters of all words, of the words without names, of frequent words and of accents. */
const WEIGHTS = { letters: 1, prose: 0.36, words: 0.36, accents: 2.5 } as const;
/** Bonus for a language of which every word is a frequent one: two letters more or less of `Hello` say nothing. */
const ALL_FREQUENT = 0.7;
/** Bonus in a short text: for the voice's language, and for English, which is quoted everywhere. */
const BONUS = { voice: 0.04, english: 0.06 } as const;
const SHORT_TEXT = 24;
const NAME = /^\p{Lu}|\p{Ll}\p{Lu}/u;

/** How well words fit the languages with Latin script, best first. */
export function scoresOfLatinLanguages(
  words: readonly string[],
  fallback: LanguageCode,
): { readonly own: readonly Score<LanguageCode>[]; readonly foreign: readonly Score<string>[] } {
  const all = words.join(' ');
  const prose = words.filter((word) => !NAME.test(word)).join(' ');
  const unnamed = prose === '' ? words : words.filter((word) => !NAME.test(word));
  const letters = letterScores(all);
  const proseLetters = prose === '' ? letters : letterScores(prose);
  const shares = frequentWordShares(words);
  const isShort = all.length < SHORT_TEXT;
  const score = (language: StatisticsLanguage): number =>
    WEIGHTS.letters * letters[language] +
    WEIGHTS.prose * proseLetters[language] +
    WEIGHTS.words * (shares.get(language) ?? 0) +
    (areFrequent(words, language) ? ALL_FREQUENT : 0) +
    WEIGHTS.accents * accentScore(unnamed, language) +
    (isShort && language === fallback ? BONUS.voice : 0) +
    (isShort && language === 'en' ? BONUS.english : 0);
  return { own: ranked(LATIN_LANGUAGES, score), foreign: ranked(FOREIGN, score) };
}

function ranked<Language extends StatisticsLanguage>(
  languages: readonly Language[],
  score: (language: StatisticsLanguage) => number,
): Score<Language>[] {
  return languages
    .map((language) => ({ language, score: score(language) }))
    .toSorted((left, right) => right.score - left.score);
}
