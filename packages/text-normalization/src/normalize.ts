import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { withoutAbbreviations } from './abbreviations.js';
import { CHINESE } from './languages/chinese.js';
import { ENGLISH } from './languages/english.js';
import { FRENCH } from './languages/french.js';
import { GERMAN } from './languages/german.js';
import { ITALIAN } from './languages/italian.js';
import { JAPANESE } from './languages/japanese.js';
import { KOREAN } from './languages/korean.js';
import { PORTUGUESE } from './languages/portuguese.js';
import { RUSSIAN } from './languages/russian.js';
import { SPANISH } from './languages/spanish.js';
import { applyRules, type Rule, UNSPACED } from './rule.js';
import { ADDRESSES } from './rules/addresses.js';
import { amountRules, moneyRangeRule, scaleRule } from './rules/amounts.js';
import { CLOCK_RULES } from './rules/clock.js';
import { ACCOUNT_NUMBER, BOOK_NUMBER, CODE_RULES } from './rules/codes.js';
import { counterRules } from './rules/counters.js';
import { dateRules, numericDates, YEARS } from './rules/dates.js';
import { decadeRules } from './rules/decades.js';
import { fractionRules } from './rules/fractions.js';
import { IDENTIFIERS } from './rules/identifiers.js';
import { POINTED, plainNumber } from './rules/numerals.js';
import { ordinalRules } from './rules/ordinals.js';
import { powerRule, scientificRule, UNCOUNTED } from './rules/powers.js';
import { rangeRules, YEAR_RANGE } from './rules/ranges.js';
import { ROMAN_NUMERALS } from './rules/roman-numerals.js';
import { CALCULATION_RULES, DIMENSIONS, FEET, numberSignRule, SIGN_RULES } from './rules/signs.js';
import { once } from './tables.js';
import type { Verbalizer } from './verbalizer.js';

/** The verbalizer of each language. */
export const VERBALIZERS: Readonly<Record<LanguageCode, Verbalizer>> = {
  en: ENGLISH,
  zh: CHINESE,
  ja: JAPANESE,
  ko: KOREAN,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  ru: RUSSIAN,
};

const RULES: ReadonlyMap<LanguageCode, () => readonly Rule[]> = new Map(
  (Object.keys(VERBALIZERS) as LanguageCode[]).map((language) => [language, once(() => rulesOf(language))]),
);

/** What is most particular comes first: an address before a date, a date before a number, a number before a sign. */
function rulesOf(language: LanguageCode): Rule[] {
  const context = { language, verbalizer: VERBALIZERS[language] };
  return [
    ADDRESSES,
    BOOK_NUMBER,
    ACCOUNT_NUMBER,
    IDENTIFIERS,
    ...ROMAN_NUMERALS,
    ...numericDates(context),
    FEET,
    DIMENSIONS,
    ...CODE_RULES,
    numberSignRule(context),
    YEAR_RANGE,
    ...dateRules(context),
    moneyRangeRule(context),
    ...rangeRules(context),
    ...CLOCK_RULES,
    ...decadeRules(context),
    ...YEARS,
    ...fractionRules(context),
    ...ordinalRules(context),
    ...amountRules(context),
    scaleRule(context),
    scientificRule(context),
    ...CALCULATION_RULES,
    UNCOUNTED,
    powerRule(context),
    ...counterRules(language),
    POINTED,
    plainNumber(context),
    ...SIGN_RULES,
  ];
}

/** `2024-05-17T14:00:00+02:00` */
const TIME_STAMP =
  /(?<![\p{L}\p{N}])(?<date>[12]\d{3}-\d\d-\d\d)T(?<time>\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(?<zone>Z|[+-]\d\d:?\d\d)?(?![\p{L}\p{N}])/gu;
/** The sign before an amount that its currency follows too: `￥1万元`. */
const SECOND_CURRENCY = /[¥￥₩] ?(?=\d[\d.,]{0,15} ?[万萬億亿千만억천]?[元円元원])/gu;

function timeStamp(_written: string, date: string, time: string, zone: string | undefined): string {
  const [, sign = '', hours = '', minutes = ''] = /^([+-])0?(\d{1,2}):?(\d\d)$/u.exec(zone ?? '') ?? [];
  const offset = hours === '' || hours === '0' ? '' : ` ${sign}${hours}${minutes === '00' ? '' : `:${minutes}`}`;
  return `${date} ${time}${zone === undefined ? '' : ` UTC${offset}`}`;
}

/** Before a counter, in Chinese and Japanese: `2 个`, `2024 年 5 月`. */
const SPACED_NUMBER = new RegExp(
  `(?:(?<=${UNSPACED}) )?(?<![\\p{sc=Latn}\\d.,:/-])(?<number>\\d{1,15}) (?=${UNSPACED})`,
  'gu',
);

/** One way to write a sign that has several: `℃`, `5 ° C`, `-3 ºC`, `20 m2`, `5,– €`, `3－2`. */
function normalised(text: string): string {
  return (
    text
      .replace(/[℃℉]/gu, (sign) => sign.normalize('NFKC'))
      .replace(/(?<=\d ?)[°º˚] ?(?=[CF](?!\p{L}))/gu, '°')
      .replace(/[＋－＝](?=[ \d])/gu, (sign) => sign.normalize('NFKC'))
      .replace(/(?<=\d)∼(?=\d)/gu, '~')
      .replaceAll('⋅', '·')
      .replace(/[₀-₉]+/gu, (digits) => digits.normalize('NFKC'))
      .replace(/(?<![\p{L}\d.,])(\d{1,2}) ?¢/gu, (_, cents: string) => `$0.${cents.padStart(2, '0')}`)
      // `7-6(5)`: a tie-break.
      .replace(/(?<=\d[-–:]\d{1,2})\((?=\d{1,2}\))/gu, ' (')
      // What is per hour already.
      .replace(/(?<=(?:時速|时速|시속) ?\d[\d.,]{0,9} ?(?:km|公里|キロ)?)\/h(?!\p{L})/gu, '')
      .replace(TIME_STAMP, timeStamp)
      .replace(SECOND_CURRENCY, '')
      .replace(/(?<=\d ?[kcdm]?m)[23](?![\p{L}\p{N}])/gu, (power) => (power === '2' ? '²' : '³'))
      .replace(/(?<=\d)[,.][–—-]{1,2}(?![\p{L}\p{N}])/gu, '')
  );
}

/**
 * The spoken form of a sanitised text: numbers, dates, times, percentages, money, measures, ordinals, telephone numbers,
 * addresses and signs in words. What is not certain stays as it is written.
 *
 * @param identifiers whether part numbers, file names and the like stay, or are `spoken` for a voice that reads no digits
 */
export function normalizeText(text: string, language: LanguageCode, identifiers: 'kept' | 'spoken' = 'kept'): string {
  const written = withoutAbbreviations(text, language);
  if (!/[\p{N}&@#%=+_<>*§№©®™°℃℉]|[IVXLХ](?!\p{Ll}{2})|www\.|\.\p{Ll}{2}/u.test(written)) return written;
  const rules = RULES.get(language)?.() ?? [];
  const verbalizer = VERBALIZERS[language];
  const unspaced = verbalizer.space === '' ? written.replace(SPACED_NUMBER, '$<number>') : written;
  return applyRules(
    normalised(unspaced),
    identifiers === 'kept' ? rules : rules.filter((rule) => rule !== IDENTIFIERS),
    { language, verbalizer },
  )
    .replace(/ {2,}/gu, ' ')
    .trim();
}
