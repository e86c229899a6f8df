import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { READINGS } from './readings.js';
import { applyRules, type Rule } from './rule.js';
import { addresses } from './rules/addresses.js';
import { amountRules } from './rules/amounts.js';
import { calendarRules } from './rules/calendar.js';
import { counterRules } from './rules/counters.js';
import { codeRules, numberRules } from './rules/figures.js';
import { calculationRules, signRules } from './rules/signs.js';

const RULES: ReadonlyMap<LanguageCode, readonly Rule[]> = new Map(
  (Object.keys(READINGS) as LanguageCode[]).map((language) => [language, rulesOf(language)]),
);

/** What is most particular comes first: an address before a date, a date before a number, a number before a sign. */
function rulesOf(language: LanguageCode): Rule[] {
  const context = { language, reading: READINGS[language] };
  return [
    addresses,
    ...calendarRules(context),
    ...amountRules(context),
    ...codeRules,
    ...calculationRules,
    ...counterRules(language),
    ...numberRules(context),
    ...signRules,
  ];
}

/**
 * A sanitised text as it is said in a language: numbers, dates, times, percentages, money, measures, ordinals,
 * telephone numbers, addresses and signs in words. Japanese numbers are in katakana, Chinese and Korean ones in the script
 * of the language. For voices that read letters only; a speech model reads the text as it is.
 */
export function spokenForm(text: string, language: LanguageCode): string {
  if (!/[\p{N}&@#%=+_<>*§№©®™°℃℉]|www\.|\.\p{Ll}{2}/u.test(text)) return text;
  return applyRules(
    text.replace(/[℃℉]/gu, (sign) => sign.normalize('NFKC')),
    RULES.get(language) ?? [],
    { language, reading: READINGS[language] },
  )
    .replace(/ {2,}/gu, ' ')
    .trim();
}
