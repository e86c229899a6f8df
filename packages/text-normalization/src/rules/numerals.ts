import { genderOfNoun } from '../agreement/gender-of-noun.js';
import { declinedCardinal, obliqueGender, russianCase } from '../languages/russian-cases.js';
import { numberInWords, numberPattern, SIGN, signed } from '../numbers.js';
import type { Context, Rule } from '../rule.js';

/** After these a number is a name: `Absatz 1 Satz 1 BGB`. */
const COUNTING =
  /(?:^|[^\p{L}])(?:Paragraf|Absatz|Satz|Artikel|Nummer|Seite|Kapitel|Band|Teil|Gleis|Linie|Zimmer|Halle|Stufe|Klasse|Gruppe|пункт|часть|статья|страница|глава|дом|квартира|корпус) $/u;

/** Any number that is left, with its sign. */
export function plainNumber({ language, verbalizer }: Context): Rule {
  return {
    pattern: new RegExp(`${SIGN}(?<number>${numberPattern(verbalizer.decimalSign)})`, 'gu'),
    verbalize: ({ groups, before, after, touches }) => {
      const number = groups.number ?? '';
      const value = /^\d+$/u.test(number) ? BigInt(number) : 2n;
      const gender = COUNTING.test(before) ? undefined : genderOfNoun(language, value, after);
      const nominative = numberInWords(number, verbalizer, gender);
      const words =
        language === 'ru' && /^[\d\s]+$/u.test(number) ? inRussianCase(nominative, before, after) : nominative;
      return touches ? (groups.sign ?? '') + words : signed(words, groups.sign, verbalizer);
    },
  };
}

/** `Artículo 5.1`, `Abschnitt 3.2`: with a point these languages write no decimals. */
export const POINTED: Rule = {
  pattern: /(?<![\p{L}\p{N}.,:+-])(?<whole>\d{1,3})\.(?<part>\d{1,2})(?![\p{L}\p{N}]|[.,:-]\d| раза?(?!\p{L}))/gu,
  verbalize: ({ groups }, { verbalizer }) =>
    verbalizer.decimalSign === ','
      ? [groups.whole, verbalizer.signs['.'], groups.part]
          .map((part = '') => (/\d/u.test(part) ? numberInWords(part, verbalizer) : part))
          .join(verbalizer.space)
      : undefined,
};

/** `от одного до пяти`, `через двадцать одну минуту`. */
function inRussianCase(nominative: string, before: string, after: string): string {
  const noun = /^ (?:\p{Ll}+(?:ого|его|ому|ему|ом|ем|ым|им|ой|ей|ую|юю) )?(\p{Ll}+)/u.exec(after)?.[1] ?? '';
  const inCase = russianCase(before, after);
  if (inCase === undefined) return /[ую]$/u.test(noun) ? nominative.replace(/(?<!\p{L})один$/u, 'одну') : nominative;
  const gender = obliqueGender(noun);
  return declinedCardinal(gender === 'f' ? nominative.replace(/(?<!\p{L})один$/u, 'одна') : nominative, inCase);
}
