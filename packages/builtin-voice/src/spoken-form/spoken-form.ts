import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { withoutAbbreviations } from './abbreviations.js';
import { applyRules, type Rule } from './rule.js';
import { ADDRESSES } from './rules/addresses.js';
import { amountRules, moneyRangeRule, scaleRule } from './rules/amounts.js';
import { CLOCK_RULES } from './rules/clock.js';
import { CODE_RULES } from './rules/codes.js';
import { counterRules } from './rules/counters.js';
import { dateRules, numericDates, YEARS } from './rules/dates.js';
import { decadeRules } from './rules/decades.js';
import { FEET } from './rules/feet.js';
import { fractionRule } from './rules/fractions.js';
import { HALF_OF_NOUN } from './rules/halves.js';
import { numberSignRule } from './rules/number-signs.js';
import { plainNumber } from './rules/numerals.js';
import { ordinalRules } from './rules/ordinals.js';
import { powerRule, scientificRule } from './rules/powers.js';
import { rangeRules, YEAR_RANGE } from './rules/ranges.js';
import { romanNumeralRules } from './rules/roman-numerals.js';
import { CALCULATION_RULES, DIMENSIONS, SIGN_RULES } from './rules/signs.js';
import { VERBALIZERS } from './verbalizers.js';

const RULES: ReadonlyMap<LanguageCode, readonly Rule[]> = new Map(
  (Object.keys(VERBALIZERS) as LanguageCode[]).map((language) => [language, rulesOf(language)]),
);

/** What is most particular comes first: an address before a date, a date before a number, a number before a sign. */
function rulesOf(language: LanguageCode): Rule[] {
  const context = { language, verbalizer: VERBALIZERS[language] };
  return [
    ADDRESSES,
    ...romanNumeralRules(language),
    ...numericDates(context),
    FEET,
    DIMENSIONS,
    ...CODE_RULES,
    YEAR_RANGE,
    ...dateRules(context),
    moneyRangeRule(context),
    ...rangeRules(context),
    ...CLOCK_RULES,
    ...decadeRules(context),
    numberSignRule(context),
    ...YEARS,
    HALF_OF_NOUN,
    fractionRule(context),
    ...ordinalRules(context),
    ...amountRules(context),
    ...(language === 'ja' ? [] : [scaleRule(context)]),
    scientificRule(context),
    ...CALCULATION_RULES,
    powerRule(context),
    ...counterRules(language),
    plainNumber(context),
    ...SIGN_RULES,
  ];
}

/** One way to write a sign that has several: `℃`, `5 ° C`, `20 m2`, `5,– €`. */
function normalised(text: string): string {
  return text
    .replace(/[℃℉]/gu, (sign) => sign.normalize('NFKC'))
    .replace(/(?<=\d ?)° (?=[CF](?!\p{L}))/gu, '°')
    .replace(/(?<=\d ?[kcdm]?m)[23](?![\p{L}\p{N}])/gu, (power) => (power === '2' ? '²' : '³'))
    .replace(/(?<=\d)[,.][–—-]{1,2}(?![\p{L}\p{N}])/gu, '');
}

/**
 * The spoken form of a sanitised text: numbers, dates, times, percentages, money, measures, ordinals,
 * telephone numbers, addresses and signs in words. Japanese numbers are in katakana, Chinese and Korean ones in the script
 * of the language. For voices that read letters only; a speech model reads the text as it is.
 */
export function spokenForm(text: string, language: LanguageCode): string {
  const written = withoutAbbreviations(text, language);
  if (!/[\p{N}&@#%=+_<>*§№©®™°℃℉]|[IVXLХ](?!\p{Ll}{2})|www\.|\.\p{Ll}{2}/u.test(written)) return written;
  return applyRules(normalised(written), RULES.get(language) ?? [], { language, verbalizer: VERBALIZERS[language] })
    .replace(/ {2,}/gu, ' ')
    .trim();
}
