import type { LanguageCode } from '@ownvoice/shared/contract/languages';

interface Words {
  readonly yes: string;
  readonly no: string;
  /** Between two numbers, with its spaces. */
  readonly to: string;
  readonly stars: (given: number, all: number) => string;
}

const of = (word: string) => (given: number, all: number) => `${given} ${word} ${all}`;

const WORDS: Readonly<Record<LanguageCode, Words>> = {
  en: { yes: 'yes', no: 'no', to: ' to ', stars: of('of') },
  de: { yes: 'ja', no: 'nein', to: ' auf ', stars: of('von') },
  fr: { yes: 'oui', no: 'non', to: ' à ', stars: of('sur') },
  es: { yes: 'sí', no: 'no', to: ' a ', stars: of('de') },
  it: { yes: 'sì', no: 'no', to: ' a ', stars: of('su') },
  pt: { yes: 'sim', no: 'não', to: ' para ', stars: of('de') },
  ru: { yes: 'да', no: 'нет', to: ' до ', stars: of('из') },
  zh: { yes: '是', no: '否', to: '到', stars: (given, all) => `${all}颗星中的${given}颗` },
  ja: { yes: 'はい', no: 'いいえ', to: 'から', stars: (given, all) => `星${all}つ中${given}つ` },
  ko: { yes: '예', no: '아니요', to: '에서 ', stars: (given, all) => `별 ${all}개 중 ${given}개` },
};

/** Alone in a cell of a table, or alone after a colon, where it is what a reader looks for. */
const ANSWER =
  /(?<=(?:[|\t]|<t[dh][^<>]{0,200}>)\s{0,20}|[:：][ \t*_]{0,20})(?:(?<yes>[✅✓✔☑])|[❌✗✘☒])\ufe0f?(?=[ \t]{0,20}(?:$|[|\t,;.)，；。）]|<\/t[dh]))|^[ \t]{0,3}(?:(?<first>[✅✓✔☑])|[❌✗✘☒])\ufe0f?(?=[ \t]{0,20}\|)/gmu;
const STARS = /(?<![★⭐☆✩])([★⭐]\ufe0f?){1,10}[☆✩]{1,10}(?![★⭐☆✩])|(?<![★⭐☆✩])(?:[★⭐]\ufe0f?){5}(?![★⭐☆✩])/gu;
const ARROW = '[\\u2192\\u21d2\\u2794\\u279c-\\u279e\\u27a1\\u27f6\\u27f9]\\ufe0f?';
/** `10 → 20`, `5 km → $10`: a number may have its unit behind it, and a sign before it. */
const NUMBER_ARROW = new RegExp(
  `(?<=\\d[ \\u00a0]?[\\p{L}%°/€$£]{0,4})[ \\t]{0,3}${ARROW}[ \\t]{0,3}(?=[^\\p{L}\\p{N}\\s]?\\d)`,
  'gu',
);
const ARROW_BETWEEN = new RegExp(
  `(?<=[\\p{L}\\p{M}\\p{N}%)"'”»*_])[ \\t]{0,3}${ARROW}[ \\t]{0,3}(?=[\\p{L}\\p{N}("'“«*_])`,
  'gu',
);

/**
 * Puts words for the signs that are an answer: ✅ and ❌ alone in a cell or after a colon, stars out of stars, and arrows between
 * numbers; other arrows between words become commas. Linear in the length of the text.
 */
export function withAnswerWords(text: string, language: LanguageCode): string {
  const { yes, no, to, stars } = WORDS[language];
  const comma = language === 'zh' ? '，' : language === 'ja' ? '、' : ', ';
  return text
    .replace(ANSWER, (_, isYes, isFirstYes) => ((isYes ?? isFirstYes) === undefined ? no : yes))
    .replace(STARS, (run) => stars(run.match(/[★⭐]/gu)?.length ?? 0, run.match(/[★⭐☆✩]/gu)?.length ?? 0))
    .replace(NUMBER_ARROW, to)
    .replace(ARROW_BETWEEN, comma);
}
