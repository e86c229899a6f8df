import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { eld } from 'eld/small';
import { frequentWordShares, LATIN_LANGUAGES, type LatinLanguage } from './frequent-words.js';

/** UTF-16 units that are enough for detection; the rest of a longer text is not read. */
const SAMPLE_LENGTH = 2_000;

/** A kana, hangul or han sign counts as this many Latin letters. */
const SIGN_WEIGHT = 3;

const detector = eld.newInstance();
detector.setLanguageSubset(LATIN_LANGUAGES);

/**
 * Detects the language of a text: by script (kana, hangul, han, Cyrillic), else by letter statistics among the Latin
 * languages, else `fallback`, the voice's own language.
 */
export function detectLanguage(text: string, fallback: LanguageCode): LanguageCode {
  const sample = text.replace(ADDRESSES, ' ').replace(UNSPOKEN, ' ').slice(0, SAMPLE_LENGTH);
  const count = (letters: RegExp): number => sample.match(letters)?.length ?? 0;
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = count(/\p{Script=Hangul}/gu);
  const han = count(/\p{Script=Han}/gu);
  const cyrillic = count(/\p{Script=Cyrillic}/gu);
  const latinLetters = count(/\p{Script=Latin}/gu);

  const signs = (kana + hangul + han) * SIGN_WEIGHT;
  if (signs > 0 && signs >= Math.max(latinLetters, cyrillic)) return eastAsian(kana, hangul, han);
  if (cyrillic > latinLetters) return 'ru';
  return latinLetters > 1 ? latinLanguage(sample, fallback) : fallback;
}

const UNSPOKEN = /[^\p{L}\p{M}'’]+/gu;
const ADDRESSES = /(?:https?:\/\/|www\.)[\x21-\x7e]{1,500}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,100}/gu;

function eastAsian(kana: number, hangul: number, han: number): LanguageCode {
  if (hangul >= kana + han) return 'ko';
  // A Chinese text may quote a kana or two; a Japanese sentence cannot do without its particles.
  return kana * 10 >= han && kana > 0 ? 'ja' : 'zh';
}

/** Weight of the frequent words relative to the letter statistics. */
const WORD_WEIGHT = { long: 0.35, short: 0.75 } as const;
/** Bonus in a short text: for the voice's language, and for English, which is quoted everywhere. */
const SHORT_TEXT = 24;
const BONUS = { voice: 0.12, english: 0.06 } as const;

function latinLanguage(sample: string, fallback: LanguageCode): LanguageCode {
  const scores = detector.detect(sample).getScores();
  const shares = frequentWordShares(sample);
  const isShort = sample.length < SHORT_TEXT;
  const score = (language: LatinLanguage): number =>
    (scores[language] ?? 0) +
    WORD_WEIGHT[isShort ? 'short' : 'long'] * (shares.get(language) ?? 0) +
    (isShort && language === fallback ? BONUS.voice : 0) +
    (isShort && language === 'en' ? BONUS.english : 0);
  const [best] = LATIN_LANGUAGES.toSorted((left, right) => score(right) - score(left));
  return best === undefined || score(best) === 0 ? fallback : best;
}
