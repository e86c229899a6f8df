import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { DIGIT, HAN, HANGUL, KANA, LETTER } from './characters.js';

/** Seconds that one letter of an alphabet and one digit take, at an ordinary reading pace. */
const SECONDS: Readonly<Record<LanguageCode, { readonly letter: number; readonly digit: number }>> = {
  en: { letter: 0.068, digit: 0.34 },
  de: { letter: 0.07, digit: 0.36 },
  fr: { letter: 0.067, digit: 0.34 },
  es: { letter: 0.064, digit: 0.38 },
  it: { letter: 0.067, digit: 0.38 },
  pt: { letter: 0.068, digit: 0.38 },
  ru: { letter: 0.073, digit: 0.45 },
  zh: { letter: 0.072, digit: 0.28 },
  ja: { letter: 0.075, digit: 0.32 },
  ko: { letter: 0.075, digit: 0.28 },
};
const SECONDS_PER_SIGN = { han: 0.24, hanInJapanese: 0.27, kana: 0.14, hangul: 0.19 } as const;
const PAUSES = { sentence: 0.35, clause: 0.18, symbol: 0.25 } as const;

function secondsOf(character: string, language: LanguageCode): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80 || code === 0xa0) {
    if (code === 0x20) return 0;
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) return SECONDS[language].letter;
    if (code >= 0x30 && code <= 0x39) return SECONDS[language].digit;
    if (code === 0x2e || code === 0x21 || code === 0x3f) return PAUSES.sentence;
    if (code === 0x2c || code === 0x3b || code === 0x3a) return PAUSES.clause;
    return code === 0x27 || code === 0x22 || code === 0x2d ? 0 : PAUSES.symbol;
  }
  if (HAN.test(character)) return language === 'ja' ? SECONDS_PER_SIGN.hanInJapanese : SECONDS_PER_SIGN.han;
  if (HANGUL.test(character)) return SECONDS_PER_SIGN.hangul;
  if (KANA.test(character)) return SECONDS_PER_SIGN.kana;
  if (LETTER.test(character)) return SECONDS[language].letter;
  if (DIGIT.test(character)) return SECONDS[language].digit;
  if (/[。！？…]/u.test(character)) return PAUSES.sentence;
  return /[、，；：—–]/u.test(character) ? PAUSES.clause : 0;
}

/** Sizes of the parts of one text; `characters` and `seconds` take constant time, `furthest` logarithmic time. */
export interface TextMeasure {
  /** Unicode code points between two offsets (UTF-16 code units). */
  characters(start: number, end: number): number;
  /** Estimated seconds of speech between two offsets. */
  seconds(start: number, end: number): number;
  /** The last offset up to which a part that begins at `start` keeps both limits; at least one code point further. */
  furthest(start: number, maxCharacters: number, maxSeconds: number): number;
}

/** Measures a text in one pass; its parts are then sized from prefix sums. */
export function measure(text: string, language: LanguageCode): TextMeasure {
  const characters = new Uint32Array(text.length + 1);
  const seconds = new Float64Array(text.length + 1);
  let offset = 0;
  let count = 0;
  let total = 0;
  for (const character of text) {
    count += 1;
    total += secondsOf(character, language);
    for (let unit = 0; unit < character.length; unit += 1) {
      offset += 1;
      characters[offset] = count;
      seconds[offset] = total;
    }
  }
  const between = (sums: Uint32Array | Float64Array, start: number, end: number): number =>
    (sums[end] ?? 0) - (sums[start] ?? 0);
  return {
    characters: (start, end) => between(characters, start, end),
    seconds: (start, end) => between(seconds, start, end),
    furthest: (start, maxCharacters, maxSeconds) => {
      let fitting = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
      let beyond = text.length + 1;
      while (beyond - fitting > 1) {
        const middle = (fitting + beyond) >>> 1;
        const fits =
          between(characters, start, middle) <= maxCharacters && between(seconds, start, middle) <= maxSeconds;
        if (fits) fitting = middle;
        else beyond = middle;
      }
      return fitting;
    },
  };
}
