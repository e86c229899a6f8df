import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { MarkedText } from './tree/marked-text.js';

/** Yes, no, the word between two numbers with its spaces, and the comma; then how stars are counted. */
const WORDS: Readonly<
  Record<LanguageCode, readonly [yes: string, no: string, to: string, comma: string, stars: string]>
> = {
  en: ['yes', 'no', ' to ', ', ', '$1 of $2'],
  de: ['ja', 'nein', ' auf ', ', ', '$1 von $2'],
  fr: ['oui', 'non', ' à ', ', ', '$1 sur $2'],
  es: ['sí', 'no', ' a ', ', ', '$1 de $2'],
  it: ['sì', 'no', ' a ', ', ', '$1 su $2'],
  pt: ['sim', 'não', ' para ', ', ', '$1 de $2'],
  ru: ['да', 'нет', ' до ', ', ', '$1 из $2'],
  zh: ['是', '否', '到', '，', '$2颗星中的$1颗'],
  ja: ['はい', 'いいえ', 'から', '、', '星$2つ中$1つ'],
  ko: ['예', '아니요', '에서 ', ', ', '별 $2개 중 $1개'],
};

/** Alone in a cell, or alone after a colon, where it is what a reader looks for; also before the next label: `Light: ✅ Lock: ❌`. */
const IN_CELL = /^\s*[✅✓✔☑❌✗✘☒]\ufe0f?\s*$/gu;
const AFTER_COLON =
  /(?<=[:：|]\s{0,20})[✅✓✔☑❌✗✘☒]\ufe0f?(?=\s{0,20}(?:$|[\n|,;.)，；。）]|[^.!?:。！？：\n✅✓✔☑❌✗✘☒]{1,60}[:：]\s{0,20}[✅✓✔☑❌✗✘☒]))|(?<=^\s{0,3})[✅✓✔☑❌✗✘☒]\ufe0f?(?=\s{0,20}\|)/gmu;
const STARS = /(?<![★⭐☆✩])(?:(?:[★⭐]\ufe0f?){1,10}[☆✩]{1,10}|(?:[★⭐]\ufe0f?){5})(?![★⭐☆✩])/gu;
const ARROW = '[\\u2192\\u21d2\\u2794\\u279c-\\u279e\\u27a1\\u27f6\\u27f9]\\ufe0f?';
/** `10 → 20`, `5 km → $10`: a number may have its unit behind it, and a sign before it. */
const NUMBER_ARROW = new RegExp(
  `(?<=\\d[ \\u00a0]?[\\p{L}%°/€$£]{0,4})\\s{0,3}${ARROW}\\s{0,3}(?=[^\\p{L}\\p{N}\\s]?\\d)`,
  'gu',
);
const ARROW_BETWEEN = new RegExp(
  `(?<=[\\p{L}\\p{M}\\p{N}%)"'”»])\\s{0,3}${ARROW}\\s{0,3}(?=[\\p{L}\\p{N}("'“«])`,
  'gu',
);

/** What they are written with. */
export const ANSWER_SIGNS = '✅✓✔☑❌✗✘☒★⭐→⇒➔➜➝➞➡⟶⟹';

/** Puts words for the signs that are an answer: yes and no, stars out of stars, arrows between numbers and between words. */
export function withAnswerWords(cell: MarkedText, isCell: boolean, language: LanguageCode): MarkedText {
  const [yes, no, to, comma, stars] = WORDS[language];
  return cell
    .replace(isCell ? IN_CELL : AFTER_COLON, ([sign]) => (/[✅✓✔☑]/u.test(sign) ? yes : no))
    .replace(STARS, ([run]) => {
      const [all, empty] = [run.replace(/\ufe0f/gu, ''), run.replace(/[^☆✩]/gu, '')];
      return stars.replace('$1', String(all.length - empty.length)).replace('$2', String(all.length));
    })
    .replace(NUMBER_ARROW, to)
    .replace(ARROW_BETWEEN, comma);
}
