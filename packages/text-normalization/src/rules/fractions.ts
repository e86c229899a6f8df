import { genderOfNoun } from '../agreement/gender-of-noun.js';
import { fractionInWords, mixedInWords } from '../fractions.js';
import { formFor, numberInWords, unitPattern } from '../numbers.js';
import type { Context, Rule } from '../rule.js';
import { type ByLanguage, none } from '../tables.js';
import type { Verbalizer } from '../verbalizer.js';

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
  if (words === undefined || groups.unit === undefined) return words;
  const whole = groups.whole ?? groups.whole2;
  const noun = nounOf(groups.unit, BigInt(whole ?? 1), whole !== undefined, verbalizer);
  return noun === undefined ? words : verbalizer.counted(words, noun);
}

/** The noun of a unit after a number, which may have a fraction. */
function nounOf(unit: string, value: bigint, isMixed: boolean, verbalizer: Verbalizer): string | undefined {
  const noun = verbalizer.units.get(unit);
  const decimals = isMixed || verbalizer.language === 'ru' ? '5' : '';
  return noun && formFor({ whole: value, decimals }, noun, verbalizer).replace('#', '').trim();
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

/** `and a half` of a masculine and a feminine noun, and how a noun ends in the plural. */
const HALVES: ByLanguage<{ readonly m: string; readonly f: string; readonly plural: RegExp }> = {
  fr: { m: 'et demi', f: 'et demie', plural: /[sx]$/u },
  es: { m: 'y medio', f: 'y media', plural: /s$/u },
  it: { m: 'e mezzo', f: 'e mezza', plural: /[ei]$/u },
  pt: { m: 'e meio', f: 'e meia', plural: /s$/u },
  ...none('en', 'zh', 'ja', 'ko', 'de', 'ru'),
};

/** `2 1/2 heures`, `2½ h`: deux heures et demie. A noun in the plural stays behind `1 1/2`: una y media tazas. */
export const halfOfNoun = ({ language, verbalizer }: Context): Rule => ({
  pattern: new RegExp(
    `(?<![\\p{sc=Latn}\\p{N}./,:])(?<whole>\\d{1,4})(?: ?½| 1[/⁄]2)(?:[ \u00a0\u202f]?(?<unit>${unitPattern(verbalizer)})| (?<word>\\p{Ll}{2,}))(?![\\p{sc=Latn}\\p{N}/])`,
    'gu',
  ),
  verbalize: ({ groups: { whole = '', unit, word = '' } }) => {
    const half = HALVES[language];
    const value = BigInt(whole);
    const [noun = '', ...rest] = (unit === undefined ? word : (nounOf(unit, value, false, verbalizer) ?? '')).split(
      ' ',
    );
    // In the plural only feminine Italian nouns end in -e.
    const isFeminine = language === 'it' && value > 1n && noun.endsWith('e');
    const gender = half && (isFeminine ? 'f' : genderOfNoun(language, value, ` ${noun}`));
    if (!half || (gender !== 'm' && gender !== 'f')) return undefined;
    const number = verbalizer.cardinal(value, gender);
    const isPluralOfOne = word !== '' && value === 1n && half.plural.test(noun) && language !== 'fr';
    return [number, ...(isPluralOfOne ? [half[gender], noun] : [noun, half[gender]]), ...rest].join(' ');
  },
});

/** A half, a quarter and three quarters of an hour. */
const PARTS_OF_HOUR: ByLanguage<readonly [half: string, quarter: string, threeQuarters: string]> = {
  en: ['half an hour', 'a quarter of an hour', 'three quarters of an hour'],
  de: ['eine halbe Stunde', 'eine Viertelstunde', 'eine Dreiviertelstunde'],
  fr: ['une demi-heure', 'un quart d’heure', 'trois quarts d’heure'],
  es: ['media hora', 'un cuarto de hora', 'tres cuartos de hora'],
  it: ['mezz’ora', 'un quarto d’ora', 'tre quarti d’ora'],
  pt: ['meia hora', 'um quarto de hora', 'três quartos de hora'],
  ru: ['полчаса', 'четверть часа', 'три четверти часа'],
  ...none('zh', 'ja', 'ko'),
};

/** `1/2 h`, `¾ heure`. */
export const PART_OF_HOUR: Rule = {
  pattern:
    /(?<![\p{L}\p{N}./,:]|\d )(?<part>1[/⁄]2|½|1[/⁄]4|¼|3[/⁄]4|¾) ?(?:h|hrs?|hour|Stunden?|heures?|horas?|or[ae]|ч)(?![\p{L}\p{N}])/gu,
  verbalize: ({ groups: { part = '' } }, { language }) => {
    const [half, quarter, threeQuarters] = PARTS_OF_HOUR[language] ?? [];
    return /2$|½/u.test(part) ? half : /^3|¾/u.test(part) ? threeQuarters : quarter;
  },
};
