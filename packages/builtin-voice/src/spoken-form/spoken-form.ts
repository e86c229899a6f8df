import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { applyRules, type Rule } from './rule.js';
import { ADDRESSES } from './rules/addresses.js';
import { amountRules } from './rules/amounts.js';
import { counterRules } from './rules/counters.js';
import { dateRules } from './rules/dates.js';
import { CODE_RULES, numberRules } from './rules/numerals.js';
import { CALCULATION_RULES, SIGN_RULES } from './rules/signs.js';
import { VERBALIZERS } from './verbalizers.js';

const RULES: ReadonlyMap<LanguageCode, readonly Rule[]> = new Map(
  (Object.keys(VERBALIZERS) as LanguageCode[]).map((language) => [language, rulesOf(language)]),
);

/** What is most particular comes first: an address before a date, a date before a number, a number before a sign. */
function rulesOf(language: LanguageCode): Rule[] {
  const context = { language, verbalizer: VERBALIZERS[language] };
  return [
    ADDRESSES,
    ...dateRules(context),
    ...amountRules(context),
    ...CODE_RULES,
    ...CALCULATION_RULES,
    ...counterRules(language),
    ...numberRules(context),
    ...SIGN_RULES,
  ];
}

/**
 * The spoken form of a sanitised text: numbers, dates, times, percentages, money, measures, ordinals,
 * telephone numbers, addresses and signs in words. Japanese numbers are in katakana, Chinese and Korean ones in the script
 * of the language. For voices that read letters only; a speech model reads the text as it is.
 */
export function spokenForm(text: string, language: LanguageCode): string {
  if (!/[\p{N}&@#%=+_<>*§№©®™°℃℉]|www\.|\.\p{Ll}{2}/u.test(text)) return text;
  return applyRules(
    text.replace(/[℃℉]/gu, (sign) => sign.normalize('NFKC')),
    RULES.get(language) ?? [],
    { language, verbalizer: VERBALIZERS[language] },
  )
    .replace(/ {2,}/gu, ' ')
    .trim();
}
