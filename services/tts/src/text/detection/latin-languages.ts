import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { eld } from 'eld/extrasmall';
import { accentScore } from './accents.js';
import { frequentWordShares, isFrequent, LATIN_LANGUAGES } from './frequent-words.js';
import { spellingShare } from './spelling.js';

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
  'yo',
] as const;

/** Weights of the letters of all words, of the words without names, of frequent words, accents and spelling. */
const WEIGHTS = { letters: 0.7, prose: 0.45, words: 1, accents: 0.45, spelling: 0.35 } as const;
/** Bonus in a short text: for the voice's language, and for English, which is quoted everywhere. */
const BONUS = { voice: 0.04, english: 0.02 } as const;
const SHORT_TEXT = 24;
const NAME = /^\p{Lu}|\p{Ll}\p{Lu}/u;

const detector = eld.newInstance();

/** How well words fit the languages with Latin script, best first. */
export function scoresOfLatinLanguages(
  words: readonly string[],
  fallback: LanguageCode,
): { readonly own: readonly Score<LanguageCode>[]; readonly foreign: readonly Score<string>[] } {
  const all = words.join(' ');
  const prose = words.filter((word) => !NAME.test(word)).join(' ');
  const unnamed = prose === '' ? words : words.filter((word) => !NAME.test(word));
  const spelled = unnamed.filter((word) => !isFrequent(word));
  const letters = detector.detect(all.toLowerCase()).getScores();
  const proseLetters = prose === '' ? letters : detector.detect(prose).getScores();
  const shares = frequentWordShares(words);
  const isShort = all.length < SHORT_TEXT;
  const score = (language: string): number =>
    WEIGHTS.letters * (letters[language] ?? 0) +
    WEIGHTS.prose * (proseLetters[language] ?? 0) +
    WEIGHTS.words * (shares.get(language) ?? 0) +
    WEIGHTS.accents * accentScore(unnamed, language) +
    WEIGHTS.spelling * (spelled.length / words.length) * spellingShare(spelled, language) +
    (isShort && language === fallback ? BONUS.voice : 0) +
    (isShort && language === 'en' ? BONUS.english : 0);
  return { own: ranked(LATIN_LANGUAGES, score), foreign: ranked(FOREIGN, score) };
}

function ranked<Language extends string>(
  languages: readonly Language[],
  score: (language: string) => number,
): Score<Language>[] {
  return languages
    .map((language) => ({ language, score: score(language) }))
    .toSorted((left, right) => right.score - left.score);
}
