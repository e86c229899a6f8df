import { germanEnding } from '../languages/german-ordinals.js';
import type { Rule } from '../rule.js';

const DATE_BEFORE = /(?:^|[^\p{L}])(?:am|der|den|dem|vom|zum|bis|seit|ab|und|bis zum|Stand|,)\s$|[–-] ?$/iu;

/** `am 1.5.`: only after a word that a date follows, since `1.5` may also end a sentence; `03.10.` is always one. */
export const GERMAN_SHORT_DATE: Rule = {
  pattern: /(?<![\p{sc=Latn}\d.,])(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?:(?<year>\d{2})(?![\d.]))?(?!\d)/gu,
  verbalize: ({ text, groups, before }, { verbalizer }) => {
    if (!/^\d\d\.\d\d\./u.test(text) && !DATE_BEFORE.test(before)) return undefined;
    const [year, month, day] = [groups.year, groups.month, groups.day].map((part) => part && Number(part));
    if (!month || !day || month > 12 || day > 31) return undefined;
    return verbalizer.date(
      year === undefined || year === '' ? undefined : year + (year < 50 ? 2000 : 1900),
      month,
      day,
      before,
    );
  },
};

/** `der 1. und 2. Mai`, `vom 3. bis 5. Mai`, `24./25. Dezember`: days before one month. */
export const GERMAN_DAYS: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\d.,])(?:(?:\d{1,2}\.(?:,| und| oder| bis| sowie| ?\/| ?[–-]) ?){1,6}\d{1,2}\.)(?= (?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L}))/gu,
  verbalize: ({ text, before }, { verbalizer }) =>
    text
      .replace(/ ?\/ ?/gu, ', ')
      .replace(/ ?[–-] ?/gu, ' bis ')
      .replace(/(\d{1,2})\./gu, (_, day: string) => verbalizer.ordinal(BigInt(day), germanEnding(before)) ?? day),
};
