import { eld } from 'eld/small';
import { frequentWordShares, type LatinLanguage } from './frequent-words.js';
import type { Language } from './languages.js';

const latin = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const satisfies readonly (Language & LatinLanguage)[];

/** Enough to tell by; a longer text is not read further. */
const sampleLength = 2_000;

/** A syllabic or logographic sign carries about as much as this many letters. */
const signWeight = 3;

const detector = eld.newInstance();
detector.setLanguageSubset([...latin]);

/**
 * The language of a text: by script where the script tells (kana, hangul, han, Cyrillic), by letter statistics among
 * the Latin ones, and `fallback` (the voice's own language) when there is nothing to tell by.
 */
export function detectLanguage(text: string, fallback: Language): Language {
  const sample = text.replace(addresses, ' ').replace(unspoken, ' ').slice(0, sampleLength);
  const count = (letters: RegExp): number => sample.match(letters)?.length ?? 0;
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = count(/\p{Script=Hangul}/gu);
  const han = count(/\p{Script=Han}/gu);
  const cyrillic = count(/\p{Script=Cyrillic}/gu);
  const latinLetters = count(/\p{Script=Latin}/gu);

  const signs = (kana + hangul + han) * signWeight;
  if (signs > 0 && signs >= Math.max(latinLetters, cyrillic)) return eastAsian(kana, hangul, han);
  if (cyrillic > latinLetters) return 'ru';
  return latinLetters > 1 ? latinLanguage(sample, fallback) : fallback;
}

const unspoken = /[^\p{L}\p{M}'’]+/gu;
const addresses = /(?:https?:\/\/|www\.)[\x21-\x7e]{1,500}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,100}/gu;

function eastAsian(kana: number, hangul: number, han: number): Language {
  if (hangul >= kana + han) return 'ko';
  // A Chinese text may quote a kana or two; a Japanese sentence cannot do without its particles.
  return kana * 10 >= han && kana > 0 ? 'ja' : 'zh';
}

/** What the frequent words weigh beside the letter statistics; a sentence has enough of either. */
const wordWeight = { long: 0.35, short: 0.75 } as const;
/** In a short text the voice's language and English, which is quoted everywhere, have a start. */
const shortText = 24;
const start = { voice: 0.12, english: 0.06 } as const;

function latinLanguage(sample: string, fallback: Language): Language {
  const scores = detector.detect(sample).getScores();
  const shares = frequentWordShares(sample);
  const isShort = sample.length < shortText;
  const score = (language: LatinLanguage): number =>
    (scores[language] ?? 0) +
    wordWeight[isShort ? 'short' : 'long'] * (shares.get(language) ?? 0) +
    (isShort && language === fallback ? start.voice : 0) +
    (isShort && language === 'en' ? start.english : 0);
  const [best] = latin.toSorted((left, right) => score(right) - score(left));
  return best === undefined || score(best) === 0 ? fallback : best;
}
