import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { languageOfHan } from './han.js';

/** What the script of a text tells of its language. */
export type ScriptTells =
  | { readonly kind: 'language'; readonly language: LanguageCode }
  | { readonly kind: 'foreign'; readonly language: string }
  /** Han signs that Chinese and Japanese share. */
  | { readonly kind: 'han' }
  /** Many languages write it. */
  | { readonly kind: 'alphabet'; readonly script: 'latin' | 'cyrillic' };

/** A kana, hangul or han sign counts as this many letters. */
const SIGN_WEIGHT = 3;

/** Scripts of one language, or of one that stands for all that use it. */
const FOREIGN_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Telugu}/gu, 'te'],
  [/\p{Script=Kannada}/gu, 'kn'],
  [/\p{Script=Malayalam}/gu, 'ml'],
  [/\p{Script=Gujarati}/gu, 'gu'],
  [/\p{Script=Gurmukhi}/gu, 'pa'],
  [/\p{Script=Oriya}/gu, 'or'],
  [/\p{Script=Sinhala}/gu, 'si'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Ethiopic}/gu, 'am'],
  [/\p{Script=Khmer}/gu, 'km'],
  [/\p{Script=Lao}/gu, 'lo'],
  [/\p{Script=Myanmar}/gu, 'my'],
];

/** Letters that one language has and its neighbours of the same script have not. */
const ARABIC: readonly (readonly [RegExp, string])[] = [
  [/[ٹڈڑںےہھ]/u, 'ur'],
  [/[پچژگکی]/u, 'fa'],
];
const CYRILLIC: readonly (readonly [RegExp, string])[] = [
  [/[ѓќѕ]/iu, 'mk'],
  [/[қғңұәөһ]/iu, 'kk'],
];

/** Names and brands say nothing of the language around them: `iPhone`, `Edith Piaf`. */
const LATIN_NAME =
  /(?<![\p{L}\p{M}])(?:\p{Script=Latin}[\p{M}'’]?)*\p{Lu}(?:\p{Script=Latin}[\p{M}'’]?)*(?![\p{L}\p{M}])/gu;

const LATIN_WORD = /\p{Ll}{3}/u;

export function scriptOf(sample: string): ScriptTells {
  const count = (letters: RegExp, text = sample): number => text.match(letters)?.length ?? 0;
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = count(/\p{Script=Hangul}/gu);
  const han = count(/\p{Script=Han}/gu);
  const cyrillic = count(/\p{Script=Cyrillic}/gu);
  const latin = count(/\p{Script=Latin}/gu);
  const [foreign = 0, language = ''] =
    FOREIGN_SCRIPTS.map(([letters, code]) => [count(letters), code] as const).toSorted(([a], [b]) => b - a)[0] ?? [];

  const signs = (kana + hangul + han) * SIGN_WEIGHT;
  if (signs === 0 && cyrillic === 0 && foreign === 0) return { kind: 'alphabet', script: 'latin' };
  const prose =
    latin > Math.max(signs, cyrillic, foreign) ? count(/\p{Script=Latin}/gu, sample.replace(LATIN_NAME, ' ')) : latin;
  if (signs > 0 && signs >= Math.max(prose, cyrillic, foreign)) {
    const language = eastAsian(kana, hangul, han) ?? languageOfHan(sample);
    // Beside Latin words Japanese has its kana: `Windows Update 完成`. Units and codes are in both: `A-Z`, `10 km`.
    if (language || LATIN_WORD.test(sample)) return { kind: 'language', language: language ?? 'zh' };
    return { kind: 'han' };
  }
  if (Math.max(cyrillic, foreign) < prose || Math.max(cyrillic, foreign) < 2)
    return { kind: 'alphabet', script: 'latin' };
  if (foreign > cyrillic)
    return { kind: 'foreign', language: language === 'ar' ? (tells(ARABIC, sample) ?? 'ar') : language };
  const other = tells(CYRILLIC, sample);
  return other === undefined ? { kind: 'alphabet', script: 'cyrillic' } : { kind: 'foreign', language: other };
}

function tells(letters: readonly (readonly [RegExp, string])[], sample: string): string | undefined {
  return letters.find(([pattern]) => pattern.test(sample))?.[1];
}

/** @returns undefined for Han signs without a kana */
function eastAsian(kana: number, hangul: number, han: number): LanguageCode | undefined {
  if (hangul >= kana + han) return 'ko';
  if (kana === 0) return undefined;
  // A Chinese text may quote a kana or two; a Japanese sentence cannot do without its particles.
  return kana * 10 >= han ? 'ja' : 'zh';
}
