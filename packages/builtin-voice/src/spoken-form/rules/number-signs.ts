import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { Context, Rule } from '../rule.js';

/** What is written for `number` before digits, besides `№` and `#`. */
const ABBREVIATIONS: Readonly<Partial<Record<LanguageCode, string>>> = {
  en: '[Nn]os?\\.|N[oº]',
  de: 'Nrn?\\.|Nr',
  fr: '[Nn][°ºo]s?\\.?|[Nn]ᵒ',
  es: '[Nn]\\.?[º°o]|[Nn]úm\\.|[Nn]ro\\.',
  it: '[Nn]\\.?[º°]|[Nn]\\.',
  pt: '[Nn]\\.?[º°o]|[Nn]úm\\.',
  ru: 'N[°º]?',
};
const ELSEWHERE = '[Nn]o\\.|[Nn][°º]';

/** `n° 5`, `No. 5`, `Nr. 5`, `#5`: the word for number. */
export function numberSignRule({ language, verbalizer }: Context): Rule {
  const words = ABBREVIATIONS[language] ?? ELSEWHERE;
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{M}\\p{N}&])(?:(?:${words}) ?|#)(?=\\d)`, 'gu'),
    // `#100DaysOfCode` is a word.
    verbalize: ({ text, after }) =>
      text === '#' && /^\d+\p{L}/u.test(after)
        ? ' '
        : `${verbalizer.signs[language === 'ko' ? '#' : '№']}${verbalizer.space}`,
  };
}
