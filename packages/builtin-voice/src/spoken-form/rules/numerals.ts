import { genderOfNoun } from '../agreement/gender-of-noun.js';
import { numberInWords, numberPattern } from '../numbers.js';
import type { Context, Rule } from '../rule.js';

/** Any number that is left, with its sign. */
export function plainNumber({ language, verbalizer }: Context): Rule {
  return {
    pattern: new RegExp(
      `(?:(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\p{N}\\p{Pe}])(?<![\\p{N}\\p{Pe}]\\s)(?<sign>[-−+±~≈])(?:(?<![\\p{sc=Latn}\\p{sc=Cyrl}]\\s[-−+±~≈]) |(?! )))?(?<number>${numberPattern(verbalizer.decimalSign)})`,
      'gu',
    ),
    verbalize: ({ groups, after }) => {
      const number = groups.number ?? '';
      const value = /^\d+$/u.test(number) ? BigInt(number) : 2n;
      const words = numberInWords(number, verbalizer, genderOfNoun(language, value, after));
      if (groups.sign === undefined) return words;
      if (groups.sign === '-' || groups.sign === '−') return verbalizer.negative(words);
      const name = verbalizer.signs[groups.sign === '~' ? '≈' : (groups.sign as '+' | '±' | '≈')];
      return `${name}${verbalizer.space}${words}`;
    },
  };
}
