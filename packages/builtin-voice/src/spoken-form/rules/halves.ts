import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { genderOfNoun } from '../agreement/gender-of-noun.js';
import type { Rule } from '../rule.js';

/** `and a half` of a masculine and a feminine noun, and how a noun ends in the plural. */
const HALVES: Readonly<
  Partial<Record<LanguageCode, { readonly m: string; readonly f: string; readonly plural: RegExp }>>
> = {
  fr: { m: 'et demi', f: 'et demie', plural: /[sx]$/u },
  es: { m: 'y medio', f: 'y media', plural: /s$/u },
  it: { m: 'e mezzo', f: 'e mezza', plural: /[ei]$/u },
  pt: { m: 'e meio', f: 'e meia', plural: /s$/u },
};

/** `2 1/2 heures`: deux heures et demie. A noun in the plural stays behind `1 1/2`: una y media tazas. */
export const HALF_OF_NOUN: Rule = {
  pattern: /(?<![\p{sc=Latn}\p{N}./,:])(?<whole>\d{1,4})(?: ?½| 1[/⁄]2) (?<noun>\p{Ll}{2,})(?![\p{sc=Latn}\p{N}])/gu,
  verbalize: ({ groups: { whole = '', noun = '' } }, { language, verbalizer }) => {
    const half = HALVES[language];
    const value = BigInt(whole);
    // In the plural only feminine Italian nouns end in -e.
    const isFeminine = language === 'it' && value > 1n && noun.endsWith('e');
    const gender = half && (isFeminine ? 'f' : genderOfNoun(language, value, ` ${noun}`));
    if (!half || (gender !== 'm' && gender !== 'f')) return undefined;
    const number = verbalizer.cardinal(value, gender);
    return value === 1n && half.plural.test(noun) && language !== 'fr'
      ? `${number} ${half[gender]} ${noun}`
      : `${number} ${noun} ${half[gender]}`;
  },
};
