import { monthNames } from '../cldr.js';
import type { Rule } from '../rule.js';

const LONG = monthNames('en');
const SHORT = monthNames('en', 'short');
const MONTH = `(?:${LONG.join('|')}|(?:${SHORT.join('|')})\\.?)`;
/** `Jan.` in full. */
const inFull = (month = ''): string => LONG[SHORT.indexOf(month.replace('.', ''))] ?? month;
const SUFFIX = '(?:st|nd|rd|th)?';
const TO = ' ?[-–—] ?';
const END = '(?![\\p{L}\\d]|[.,:]\\d)';

/** `May 5–10`, `5–10 May 2024`, `5th-7th of May`: days of one month. */
export const ENGLISH_DAY_RANGE: Rule = {
  pattern: new RegExp(
    `(?<![\\p{L}\\d.])(?:(?<month>${MONTH}) (?<from>\\d{1,2})${SUFFIX}${TO}(?<to>\\d{1,2})${SUFFIX}(?:,? (?<year>[12]\\d{3}))?|(?<from2>\\d{1,2})${SUFFIX}${TO}(?<to2>\\d{1,2})${SUFFIX} (?:of )?(?<month2>${MONTH})(?:,? (?<year2>[12]\\d{3}))?)${END}`,
    'gu',
  ),
  verbalize: ({ groups }, { verbalizer }) => {
    const days = [groups.from ?? groups.from2, groups.to ?? groups.to2].map(Number);
    if (days.some((day) => day < 1 || day > 31)) return undefined;
    const [from, to] = days.map((day) => verbalizer.ordinal(BigInt(day), ''));
    const year = groups.year ?? groups.year2;
    const words = `${inFull(groups.month ?? groups.month2)} ${from} to ${to}`;
    return year === undefined ? words : `${words}, ${verbalizer.year(Number(year))}`;
  },
};

/** `the 1st of May`: in the order that is written. */
export const ENGLISH_DAY_OF_MONTH: Rule = {
  pattern: new RegExp(
    `(?<![\\p{L}\\d.])(?<day>\\d{1,2})${SUFFIX} of (?<month>${MONTH})(?:,? (?<year>[12]\\d{3}))?${END}`,
    'gu',
  ),
  verbalize: ({ groups }, { verbalizer }) => {
    const day = Number(groups.day);
    if (day < 1 || day > 31) return undefined;
    const words = `${verbalizer.ordinal(BigInt(day), '')} of ${inFull(groups.month)}`;
    return groups.year === undefined ? words : `${words}, ${verbalizer.year(Number(groups.year))}`;
  },
};
