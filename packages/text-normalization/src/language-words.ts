import { genderOfName } from './agreement/gender-of-noun.js';
import { currencyForms, monthNames, pluralOf } from './cldr.js';
import { countedInWords } from './numbers.js';
import { nounEntries, once } from './tables.js';
import { type UnitWords, unitsOf } from './units.js';
import { type Currency, type Noun, SIGNS, type Sign, type Verbalizer } from './verbalizer.js';

type Derived = 'digits' | 'signs' | 'units' | 'months' | 'plural' | 'currency' | 'date' | 'time';
type Optional =
  | 'space'
  | 'dayFirst'
  | 'decimalSign'
  | 'negative'
  | 'positive'
  | 'percent'
  | 'counted'
  | 'money'
  | 'year'
  | 'ordinal';

/** What a language declares; the rest follows from CLDR or is as in most languages. */
export interface LanguageWords extends Omit<Verbalizer, Optional | Derived>, Partial<Pick<Verbalizer, Optional>> {
  /** The names of all {@link SIGNS} in their order, separated by `|`. */
  readonly signs: string;
  readonly units: UnitWords;
  /** The digit 0, where it has another name among digits than as a number. */
  readonly zero?: string;
  /** Currencies by a shorter name than the full one, `CODE form form; …`; the hundredth part under the code with `/100`. */
  readonly currencies: string;
  /** A time of day without seconds, and what stands before these: a word for `and`, where nothing else is said. */
  clock(hour: number, minute: number): string;
  readonly beforeSeconds?: string;
  /** `name` is that of the month. */
  date(year: number | undefined, month: number, day: number, name: string, before: string): string;
}

export function defineVerbalizer(words: LanguageWords): Verbalizer {
  const { language, space = ' ', cardinal } = words;
  const signs = signNames(words.signs);
  const noun = (forms: readonly string[]): Noun => ({ gender: genderOfName(language, forms[0] ?? ''), forms });
  const months = once(() => monthNames(language));
  const currencies = new Map(nounEntries(words.currencies));
  const units = once(() => unitsOf(language, words.units, noun));
  const currency = (code: string): Currency => {
    const minor = currencies.get(`${code}/100`);
    return { major: noun(currencies.get(code) ?? currencyForms(language, code)), minor: minor && noun(minor) };
  };
  const verbalizer: Verbalizer = {
    dayFirst: true,
    decimalSign: ',',
    positive: (number) => signs['+'] + space + number,
    negative: (number) => signs['-'] + space + number,
    percent: (number) => number + space + signs['%'],
    counted: (number, name) => number + space + name,
    money: (major, minor) => `${major} ${signs['&']} ${minor}`,
    year: (value) => cardinal(BigInt(value)),
    ordinal: () => undefined,
    ...words,
    space,
    signs,
    digits: Array.from({ length: 10 }, (_, digit) => (digit === 0 && words.zero) || cardinal(BigInt(digit))),
    plural: pluralOf(language),
    date: (year, month, day, before = '') => words.date(year, month, day, months()[month - 1] ?? '', before),
    time: (hour, minute, second) => {
      const clock = words.clock(hour, minute);
      if (second === undefined) return clock;
      const noun = verbalizer.units.get('s');
      const seconds = noun ? countedInWords({ whole: BigInt(second), decimals: '' }, noun, verbalizer) : '';
      // Korean writes the parts of a time without spaces.
      return (
        clock + (words.beforeSeconds ?? ` ${signs['&']} `) + (language === 'ko' ? seconds.replace(' ', '') : seconds)
      );
    },
    get units() {
      return units();
    },
    get months() {
      return months();
    },
    currency,
  };
  return verbalizer;
}

function signNames(names: string): Readonly<Record<Sign, string>> {
  const list = names.split('|');
  if (list.length !== SIGNS.length) throw new TypeError(`${list.length} names for ${SIGNS.length} signs`);
  return Object.fromEntries(SIGNS.map((sign, index) => [sign, list[index]])) as Record<Sign, string>;
}
