import { type Language, languages } from '../languages.js';
import { chinese } from './languages/chinese.js';
import { english } from './languages/english.js';
import { french } from './languages/french.js';
import { german } from './languages/german.js';
import { italian } from './languages/italian.js';
import { japanese } from './languages/japanese.js';
import { korean } from './languages/korean.js';
import { portuguese } from './languages/portuguese.js';
import { russian } from './languages/russian.js';
import { spanish } from './languages/spanish.js';
import type { Reading } from './reading.js';
import { applyRules, type Rule } from './rule.js';
import { addresses } from './rules/addresses.js';
import { amountRules } from './rules/amounts.js';
import { calendarRules } from './rules/calendar.js';
import { counterRules } from './rules/counters.js';
import { codeRules, numberRules } from './rules/figures.js';
import { calculationRules, signRules } from './rules/signs.js';

const readings: Readonly<Record<Language, Reading>> = {
  en: english,
  zh: chinese,
  ja: japanese,
  ko: korean,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  ru: russian,
};

const rules: ReadonlyMap<Language, readonly Rule[]> = new Map(
  languages.map((language) => [language, rulesOf(language)]),
);

/** What is most particular comes first: an address before a date, a date before a number, a number before a sign. */
function rulesOf(language: Language): Rule[] {
  const context = { language, reading: readings[language] };
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
export function spokenForm(text: string, language: Language): string {
  if (!/[\p{N}&@#%=+_<>*§№©®™°℃℉]|www\.|\.\p{Ll}{2}/u.test(text)) return text;
  return applyRules(
    text.replace(/[℃℉]/gu, (sign) => sign.normalize('NFKC')),
    rules.get(language) ?? [],
    { language, reading: readings[language] },
  )
    .replace(/ {2,}/gu, ' ')
    .trim();
}
