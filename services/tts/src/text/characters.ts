/** Kinds of characters. */
export const LETTER = /\p{L}/u;
export const DIGIT = /\p{N}/u;
export const SPACE = /\s/u;
export const HAN = /\p{Script=Han}/u;
export const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
export const HANGUL = /\p{Script=Hangul}/u;
/** Chinese and Japanese, which write no spaces between words. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆〤]/u;

/** A text without what nobody can say or write, control characters and lone surrogates; white space stays. */
export const withoutControls = (text: string): string => text.replace(/(?!\s)\p{Cc}|\p{Cs}/gu, '');

/** How a text begins. */
export const CAPITAL = /^\p{Lu}/u;
export const SMALL = /^\p{Ll}/u;

/** How a text ends that has its stop. */
export const ENDED = /[.!?…:;,。！？：；，、—–-]["'”’»」』）)\]]*$/u;
