import { fractionInWords, mixedInWords } from '../fractions.js';
import { numberInWords } from '../numbers.js';
import type { Context, Rule } from '../rule.js';
import { unitPattern } from './units.js';

const SIGNS: Readonly<Record<string, readonly [above: number, below: number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅖': [2, 5],
  '⅗': [3, 5],
  '⅘': [4, 5],
  '⅙': [1, 6],
  '⅚': [5, 6],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
};

/** `½`, `1½ km`, `3/4`, `1 3/4`; without a name for it, `9/11` is a number over a number. */
export function fractionRule(context: Context): Rule {
  return {
    pattern: new RegExp(
      `${FRACTION}(?:[ \u00a0\u202f]?(?<unit>${unitPattern(context.verbalizer)})(?:\\.(?=,| \\p{Ll}))?)?(?![\\p{sc=Latn}\\p{sc=Cyrl}\\p{N}/])`,
      'gu',
    ),
    verbalize: ({ groups }) => withUnit(inWords(groups, context), groups, context),
  };
}

const FRACTION = String.raw`(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}./,:])(?:(?:(?<whole>\d{1,4}) ?)?(?<sign>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])|(?:(?<whole2>\d{1,3}) )?(?<above>\d{1,3})[/⁄](?<below>\d{1,3}))`;

type Groups = Readonly<Record<string, string | undefined>>;

function withUnit(words: string | undefined, groups: Groups, { verbalizer }: Context): string | undefined {
  const forms = groups.unit === undefined ? undefined : verbalizer.units.get(groups.unit)?.forms;
  if (words === undefined || !forms) return words;
  const isMixed = (groups.whole ?? groups.whole2) !== undefined;
  const form = forms[verbalizer.plural(BigInt(groups.whole ?? groups.whole2 ?? 1), isMixed || forms.length > 2)];
  return verbalizer.counted(words, (form ?? forms.at(-1) ?? '').replace('#', '').trim());
}

function inWords(groups: Groups, { language, verbalizer }: Context): string | undefined {
  const [above, below] = SIGNS[groups.sign ?? ''] ?? [Number(groups.above), Number(groups.below)];
  const whole = groups.whole ?? groups.whole2;
  const words =
    whole === undefined
      ? fractionInWords(above, below, language, verbalizer)
      : mixedInWords(BigInt(whole), [above, below], language, verbalizer);
  if (words !== undefined || groups.sign !== undefined) return words;
  const parts = [numberInWords(String(above), verbalizer), numberInWords(String(below), verbalizer)];
  if (language === 'en' && /^(?:24,7|9,11|50,50)$/u.test(`${above},${below}`)) return parts.join(' ');
  const sign = above < below ? verbalizer.signs['/'] : verbalizer.signs.slash;
  const before = whole === undefined ? [] : [numberInWords(whole, verbalizer)];
  return [...before, parts.join(verbalizer.space + sign + verbalizer.space)].join(verbalizer.space);
}
