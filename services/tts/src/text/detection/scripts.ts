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
const FOREIGN_SCRIPTS =
  `Hebrew he Arabic ar Devanagari hi Thai th Greek el Bengali bn Tamil ta Telugu te Kannada kn Malayalam ml
  Gujarati gu Gurmukhi pa Oriya or Sinhala si Georgian ka Armenian hy Ethiopic am Khmer km Lao lo Myanmar my`
    .match(/\w+ \w+/gu)
    ?.map((pair) => pair.split(' ') as [script: string, language: string]);

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
  const count = (script: string, text = sample): number =>
    text.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0;
  const kana = count('Hiragana') + count('Katakana');
  const [hangul, han, cyrillic, latin] = [count('Hangul'), count('Han'), count('Cyrillic'), count('Latin')];
  const [foreign = 0, language = ''] =
    FOREIGN_SCRIPTS?.map(([script, code]) => [count(script), code] as const).toSorted(([a], [b]) => b - a)[0] ?? [];

  const signs = (kana + hangul + han) * SIGN_WEIGHT;
  if (signs === 0 && cyrillic === 0 && foreign === 0) return { kind: 'alphabet', script: 'latin' };
  const prose = latin > Math.max(signs, cyrillic, foreign) ? count('Latin', sample.replace(LATIN_NAME, ' ')) : latin;
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

const tells = (letters: readonly (readonly [RegExp, string])[], sample: string): string | undefined =>
  letters.find(([pattern]) => pattern.test(sample))?.[1];

/** @returns undefined for Han signs without a kana */
function eastAsian(kana: number, hangul: number, han: number): LanguageCode | undefined {
  if (hangul >= kana + han) return 'ko';
  if (kana === 0) return undefined;
  // A Chinese text may quote a kana or two; a Japanese sentence cannot do without its particles.
  return kana * 10 >= han ? 'ja' : 'zh';
}
