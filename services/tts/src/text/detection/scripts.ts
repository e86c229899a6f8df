import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { languageOfHan } from './han.js';
import { letterScores } from './letters.js';

/** What the script of a text tells of its language. */
export type ScriptTells =
  | { readonly kind: 'language'; readonly language: LanguageCode }
  | { readonly kind: 'foreign'; readonly language: string }
  /** Han signs that Chinese and Japanese share. */
  | { readonly kind: 'han' }
  | { readonly kind: 'latin' };

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
  [/[јљњћђџ]/iu, 'sr'],
  [/[қғңұәөһ]/iu, 'kk'],
  [/ў/iu, 'be'],
  [/[їєґі]/iu, 'uk'],
  [
    /(?<!\p{L})(?:як|що|це|доброго ранку|дякую|добрий|доброго дня|немає|дуже|будь ласка|майже|зараз|треба|чи|або|вже|ще|має|можна|гарно|добре|була|було|буде|хто|тільки|мене звати)(?!\p{L})/iu,
    'uk',
  ],
  // Russian has it only before е, ё, ю, я.
  [/ъ(?![еёюя])/iu, 'bg'],
  [
    /(?<!\p{L})(?:това|какво|съм|сме|сте|са|ние|този|тази|тези|няма|имате|благодаря (?:ви|ти|много)|здравей|ще|къде|кога|днес|утре|нищо|нещо|искам|трябва|може ли|едно|кучето|котката|добро утро|като)(?!\p{L})|\p{L}ията(?!\p{L})/iu,
    'bg',
  ],
  [/(?<![\p{L}-]|\p{L}\. ?)(?:е|ми)(?![\p{L}-])/u, 'bg'],
  [
    /(?<!\p{L})(?:шта|није|нисам|смо|данас|јуче|ништа|нешто|разумем|спава|желим|колико|зашто|овде|веома|где је|добар|како)(?!\p{L})/iu,
    'sr',
  ],
];
const CYRILLIC_NEIGHBOURS = ['uk', 'bg', 'sr', 'be'] as const;
/** How much better than Russian the letters have to fit another language. Those of a lone word say next to nothing. */
const CYRILLIC_MARGIN = { short: 0.07, long: 0.03 } as const;
const SHORT_TEXT = 16;
const RUSSIAN_LETTER = /[ыэё]/iu;

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
  if (signs === 0 && cyrillic === 0 && foreign === 0) return { kind: 'latin' };
  const prose =
    latin > Math.max(signs, cyrillic, foreign) ? count(/\p{Script=Latin}/gu, sample.replace(LATIN_NAME, ' ')) : latin;
  if (signs > 0 && signs >= Math.max(prose, cyrillic, foreign)) {
    const language = eastAsian(kana, hangul, han) ?? languageOfHan(sample);
    // Beside Latin words Japanese has its kana: `Windows Update 完成`. Units and codes are in both: `A-Z`, `10 km`.
    if (language || LATIN_WORD.test(sample)) return { kind: 'language', language: language ?? 'zh' };
    return { kind: 'han' };
  }
  if (Math.max(cyrillic, foreign) < prose || Math.max(cyrillic, foreign) < 2) return { kind: 'latin' };
  if (foreign > cyrillic)
    return { kind: 'foreign', language: language === 'ar' ? (tells(ARABIC, sample) ?? 'ar') : language };
  const slavic = tells(CYRILLIC, sample) ?? neighbourOfRussian(sample);
  return slavic === undefined ? { kind: 'language', language: 'ru' } : { kind: 'foreign', language: slavic };
}

/** By its letters a language beside Russian. */
function neighbourOfRussian(sample: string): string | undefined {
  const words = sample.match(/\p{Script=Cyrillic}+/gu) ?? [];
  if (RUSSIAN_LETTER.test(sample) || words.length < 2) return undefined;
  const margin = words.join(' ').length < SHORT_TEXT ? CYRILLIC_MARGIN.short : CYRILLIC_MARGIN.long;
  const scores = letterScores(sample);
  const [nearest] = CYRILLIC_NEIGHBOURS.toSorted((left, right) => scores[right] - scores[left]);
  return nearest && scores.ru > 0 && scores[nearest] > scores.ru + margin ? nearest : undefined;
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
