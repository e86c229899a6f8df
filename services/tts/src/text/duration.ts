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
/** Seconds of the signs that are no letters; of the rest those of ASCII are named, and others are silent. */
const SECONDS_PER_MARK = new Map(
  Object.entries({ '.!?。！？…': 0.35, ',;:、，；：—–': 0.18, ' \u00a0\'"-': 0 }).flatMap(([marks, seconds]) =>
    [...marks].map((mark) => [mark, seconds] as const),
  ),
);
const SECONDS_PER_SYMBOL = 0.25;

function secondsOf(character: string, language: LanguageCode): number {
  const mark = SECONDS_PER_MARK.get(character);
  if (mark !== undefined) return mark;
  if (character >= '\u1100') {
    if (HAN.test(character)) return language === 'ja' ? SECONDS_PER_SIGN.hanInJapanese : SECONDS_PER_SIGN.han;
    if (HANGUL.test(character)) return SECONDS_PER_SIGN.hangul;
    if (KANA.test(character)) return SECONDS_PER_SIGN.kana;
  }
  if (LETTER.test(character)) return SECONDS[language].letter;
  if (DIGIT.test(character)) return SECONDS[language].digit;
  return character < '\u0080' ? SECONDS_PER_SYMBOL : 0;
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
