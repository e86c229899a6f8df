import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { genderOfNoun } from '../agreement/gender-of-noun.js';
import { formFor, numberInWords, unitPattern } from '../numbers.js';
import type { Context, Rule, RuleMatch } from '../rule.js';
import type { Verbalizer } from '../verbalizer.js';

/** How a language says fractions; `#` is the noun that is divided. */
interface FractionWords {
  /** One part and more, from a half on; what is not here is an ordinal, in the plural with this ending. */
  readonly names?: string;
  readonly plural?: readonly [RegExp, string];
  /** The number of a single part, or what stands between the numbers, the lower one first. */
  readonly one: string;
  /** Between a whole number and a fraction. */
  readonly and: string;
  /** A half behind a whole number and its noun, masculine and feminine, where it stands there. */
  readonly halfBehind?: readonly [m: string, f: string];
  /** A half of a masculine, a feminine and a neuter noun. */
  readonly half?: readonly [m: string, f?: string, n?: string];
  /** Any other part of a noun. */
  readonly of: string;
  /** Between the points that something got and those that it could get, where that is another word. */
  readonly outOf?: string;
}

const WITH_S: readonly [RegExp, string] = [/$/u, 's'];
const FRACTIONS: Readonly<Record<LanguageCode, FractionWords>> = {
  en: {
    names: 'half/halves third quarter',
    plural: WITH_S,
    one: 'one',
    and: ' and ',
    half: ['half a #'],
    of: ' of a #',
    outOf: ' out of ',
  },
  de: {
    names: 'Halbe Drittel Viertel Fünftel Sechstel Siebtel Achtel Neuntel Zehntel',
    one: 'ein',
    and: ' ',
    half: ['ein halber #', 'eine halbe #', 'ein halbes #'],
    of: ' #',
    outOf: ' von ',
  },
  fr: {
    names: 'demi tiers/tiers quart',
    plural: WITH_S,
    one: 'un',
    and: ' et ',
    halfBehind: ['et demi', 'et demie'],
    half: ['un demi-#', 'une demi-#'],
    of: ' de #',
    outOf: ' sur ',
  },
  es: {
    names: 'medio tercio',
    plural: WITH_S,
    one: 'un',
    and: ' y ',
    halfBehind: ['y medio', 'y media'],
    half: ['medio #', 'media #'],
    of: ' de #',
    outOf: ' sobre ',
  },
  it: {
    names: 'mezzo',
    plural: [/o$/u, 'i'],
    one: 'un',
    and: ' e ',
    halfBehind: ['e mezzo', 'e mezza'],
    half: ['mezzo #', 'mezza #'],
    of: ' di #',
    outOf: ' su ',
  },
  pt: {
    names: 'meio terço',
    plural: WITH_S,
    one: 'um',
    and: ' e ',
    halfBehind: ['e meio', 'e meia'],
    half: ['meio #', 'meia #'],
    of: ' de #',
    outOf: ' de ',
  },
  ru: {
    names: 'вторая/вторых треть/трети четверть/четверти',
    plural: [/ая$/u, 'ых'],
    one: 'одна',
    and: ' и ',
    half: ['пол#'],
    of: ' #',
  },
  zh: { one: '分之', and: '又', of: '#' },
  ja: { one: '分の', and: 'と', of: '#' },
  ko: { one: '분의 ', and: '과 ', of: ' #' },
};

/** `an hour`, `d’heure`, `mezz’ora` */
const ELISIONS: readonly (readonly [RegExp, string])[] = [
  [/\ba (?=[aeio]|hour)/u, 'an '],
  [/\b(d)[ei] (?=[aeioué]|heure)/u, '$1’'],
  [/\bmezz[ao] (?=[aeiou])/u, 'mezz’'],
  [/^eine? (V|Dreiv|drei V)iertel Stunde$/u, 'eine $1iertelstunde'],
  [/^drei Viertel Stunde$/u, 'eine Dreiviertelstunde'],
  [/^пол(?=[аеёиоуыэюял])/u, 'пол-'],
  [/^пол(квадратн|кубическ)[ыи]х (?=\p{L}+[ая]$)/u, 'половина $1ого '],
  [/^одна (?=треть|четверть)/u, ''],
  [/^one (?=quarter of)/u, 'a '],
];
const elided = (words: string): string => ELISIONS.reduce((text, [from, to]) => text.replace(from, to), words);

/** The most parts that an improper fraction is read with; what has more is a ratio or a name. */
const LARGEST = 9;

/** The name of a fraction, or undefined where it has none. From one on only small ones have: `5/3`, but `24/7`. */
function nameOf(above: number, below: number, { language, cardinal, ordinal }: Verbalizer): string | undefined {
  const { names, plural, one } = FRACTIONS[language];
  if (above <= 0 || above === below || (above > below && (names === undefined || above > LARGEST))) return undefined;
  if (language === 'de' && above === 1 && below === 2) return 'ein halb';
  // `пять третей`
  if (language === 'ru' && above > 4 && below < 5) return undefined;
  if (names === undefined) return cardinal(BigInt(below)) + one + cardinal(BigInt(above));
  if (below > 10) return undefined;
  const [ending, endings] = plural ?? [/$/u, ''];
  const name = names.split(' ')[below - 2] ?? ordinal(BigInt(below), language === 'ru' ? 'я' : '') ?? '';
  const [single = '', many = single.replace(ending, endings)] = name.split('/');
  return above === 1 ? `${one} ${single}` : `${cardinal(BigInt(above), language === 'ru' ? 'f' : 'm')} ${many}`;
}

/** A whole number and a fraction below one. */
function mixed(whole: bigint, name: string, isHalf: boolean, { language, cardinal }: Verbalizer): string {
  const words = cardinal(whole);
  const { and, halfBehind } = FRACTIONS[language];
  if (!isHalf) return words + and + name;
  if (language === 'de') return `${words.replace(/eins$/u, 'ein')}einhalb`;
  if (language === 'ru') return whole === 1n ? 'полтора' : `${words} с половиной`;
  if (halfBehind) return `${words} ${halfBehind[0]}`;
  return words + and + name.replace(/^one (?=half$)/u, 'a ');
}

interface Fraction {
  readonly whole: bigint | undefined;
  readonly above: number;
  readonly below: number;
}

/** `½`, `1½`, `3/4`, `1 3/4` */
const FRACTION = String.raw`(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}./,]|\d:)(?:(?:(?<whole>\d{1,4}) ?)?(?<sign>[¼-¾⅓-⅞])|(?:(?<whole2>\d{1,3}) )?(?<above>\d{1,3})[/⁄](?<below>\d{1,3}))`;

function fractionOf({ whole, whole2 = whole, sign, above, below }: RuleMatch['groups']): Fraction {
  const [first, second] = sign === undefined ? [above, below] : sign.normalize('NFKD').split('⁄');
  return { whole: whole2 === undefined ? undefined : BigInt(whole2), above: Number(first), below: Number(second) };
}

/** Without a name for it, `9/11` is a number over a number. */
function alone({ whole, above, below }: Fraction, { language, verbalizer }: Context): string {
  const name = nameOf(above, below, verbalizer);
  const isHalf = above === 1 && below === 2;
  if (name !== undefined) return whole === undefined ? name : mixed(whole, name, isHalf, verbalizer);
  const parts = [above, below].map((part) => numberInWords(String(part), verbalizer));
  if (language === 'en' && /^(?:24,7|9,11|50,50)$/u.test(`${above},${below}`)) return parts.join(' ');
  const { signs, space } = verbalizer;
  const quotient = parts.join(space + (above < below ? signs['/'] : signs.slash) + space);
  return whole === undefined ? quotient : verbalizer.cardinal(whole) + space + quotient;
}

/** Of a unit: `1/2 h`, `2½ kg`, `3/4 heure`; a half of anything: `1 1/2 tasse`, `1/2 Zwiebel`. */
function withNoun(fraction: Fraction, unit: string | undefined, word: string, context: Context): string | undefined {
  const { language, verbalizer } = context;
  const { whole, above, below } = fraction;
  const { half, halfBehind, of } = FRACTIONS[language];
  const isHalf = above === 1 && below === 2;
  const isUnit = unit !== undefined || [...verbalizer.units.values()].some(({ forms }) => forms.includes(word));
  const name = nameOf(above, below, verbalizer);
  const [noun = '', ...rest] = nounOf(unit, word, fraction, verbalizer).split(' ');
  // In the plural only feminine Italian nouns end in -e.
  const isFeminine = language === 'it' && whole !== undefined && whole > 1n && noun.endsWith('e');
  const gender = isFeminine ? 'f' : genderOfNoun(language, whole ?? 1n, ` ${noun}`);
  if (name === undefined || !(isUnit || (isHalf && language !== 'ru' && gender !== undefined)))
    return unit === undefined ? undefined : verbalizer.counted(alone(fraction, context), [noun, ...rest].join(' '));
  if (whole === undefined) {
    const forms = isHalf ? half : undefined;
    const pattern = forms?.[gender === 'n' ? 2 : gender === 'f' ? 1 : 0] ?? forms?.[0] ?? name + of;
    return elided(pattern.replace('#', [noun, ...rest].join(' ')));
  }
  if (!isHalf || !halfBehind || gender === undefined)
    return isUnit ? verbalizer.counted(alone(fraction, context), [noun, ...rest].join(' ')) : undefined;
  // A noun in the plural stays behind `1 1/2`: una y media tazas.
  const behind = halfBehind[gender === 'f' ? 1 : 0];
  const isPluralOfOne = unit === undefined && whole === 1n && /[sei]$/u.test(noun) && language !== 'fr';
  return [verbalizer.cardinal(whole, gender), ...(isPluralOfOne ? [behind, noun] : [noun, behind]), ...rest].join(' ');
}

function nounOf(unit: string | undefined, word: string, { whole, above, below }: Fraction, verbalizer: Verbalizer) {
  const noun = verbalizer.units.get(unit ?? '');
  if (!noun) return word;
  const isMixed = whole !== undefined && !(FRACTIONS[verbalizer.language].halfBehind && above === 1 && below === 2);
  const decimals = isMixed || verbalizer.language === 'ru' ? '5' : '';
  return formFor({ whole: whole ?? 1n, decimals }, noun, verbalizer)
    .replace('#', '')
    .trim();
}

/** `7/10, recommended` is a score, `7/10 of the voters` and `3/10 des voix` are a part. */
const NOTHING_DIVIDED = '(?! (?:of|d\\p{L}{0,4}|al\\p{L}{1,4})(?!\\p{L}))';

export function fractionRules(context: Context): Rule[] {
  const end = '(?![\\p{sc=Latn}\\p{sc=Cyrl}\\p{N}/])';
  const { outOf } = FRACTIONS[context.language];
  return [
    {
      pattern: new RegExp(FRACTION + end + NOTHING_DIVIDED, 'gu'),
      verbalize: ({ groups }) => {
        const { whole, above, below } = fractionOf(groups);
        if (outOf === undefined || whole !== undefined || ![10, 20, 100].includes(below) || above > below)
          return undefined;
        return [above, below].map((points) => numberInWords(String(points), context.verbalizer)).join(outOf);
      },
    },
    {
      pattern: new RegExp(
        `${FRACTION}(?:[ \u00a0\u202f]?(?<unit>${unitPattern(context.verbalizer)})(?:\\.(?=,| \\p{Ll}))?${end}| (?<word>[\\p{sc=Latn}\\p{sc=Cyrl}-]{2,})${end})`,
        'gu',
      ),
      verbalize: ({ groups }) => withNoun(fractionOf(groups), groups.unit, groups.word ?? '', context),
    },
    { pattern: new RegExp(FRACTION + end, 'gu'), verbalize: ({ groups }) => alone(fractionOf(groups), context) },
  ];
}
