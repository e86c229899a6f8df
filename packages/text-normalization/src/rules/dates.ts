import { monthNames, weekdayNames } from '../cldr.js';
import type { Context, Rule } from '../rule.js';
import { type ByLanguage, none } from '../tables.js';
import type { Verbalizer } from '../verbalizer.js';
import { ENGLISH_DAY_OF_MONTH, ENGLISH_DAY_RANGE } from './english-dates.js';
import { GERMAN_DAYS, GERMAN_SHORT_DATE } from './german-dates.js';
import { EAST_ASIAN_RANGE } from './ranges.js';
import { RUSSIAN_DAY_RANGE, RUSSIAN_DAYS, RUSSIAN_MONTH_YEAR, RUSSIAN_YEAR } from './russian-dates.js';

/** `2024-05-31`, `2024.05.31.`, `31.05.2024`, `31/05/24`, `31-05-2024`, `5/31/2024` (English), `2024/5/31`. */
const NUMERIC_DATE: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d/.-])(?:(?<year>[12]\d{3})(?<mark>[-/]|\. ?)(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?:(?<=\.\d{1,2}|\. \d{1,2})\.(?!\d))?|(?<first>\d{1,2})(?<mark2>[./-])(?<second>\d{1,2})\k<mark2>(?<last>[12]\d{3}|(?<=[./]\d{1,2}[./])\d\d))(?: ?(?:года|г\.))?(?![\p{sc=Latn}\p{sc=Cyrl}\d/-]|[.,]\d)/gu,
  verbalize: ({ groups, before }, context) => {
    if (groups.year !== undefined)
      return dateInWords(
        { year: Number(groups.year), month: Number(groups.month), day: Number(groups.day) },
        before,
        context,
      );
    const first = Number(groups.first);
    const second = Number(groups.second);
    const isDayFirst = context.verbalizer.dayFirst || groups.mark2 === '.' || first > 12;
    const [month, day] = isDayFirst ? [second, first] : [first, second];
    const last = Number(groups.last);
    return dateInWords({ year: last < 100 ? last + (last < 50 ? 2000 : 1900) : last, month, day }, before, context);
  },
};

/** `le 5/3`, `lunedì 5/3`: a fraction has another article, or what it is of behind it. */
const ROMANCE_DATE: Rule = {
  pattern:
    /(?<day>\d{1,2})\/(?<month>\d{1,2})(?![\p{L}\d/]|[.,]\d| (?:d[aeio]s?|du|del|dell[aeo]|dei|degli)(?!\p{L})| d[’'])/giu,
  verbalize: ({ groups, before }, context) => {
    const isDay = weekdayNames(context.language).some((name) => before.toLowerCase().endsWith(`${name} `));
    if (!isDay && !OF_A_DAY.test(before)) return undefined;
    // `reduzida em 1/3`; the first of a month is `1º/3`.
    const [day, month] = [Number(groups.day), Number(groups.month)];
    if (day < month && month < 6 && /(?:^|[^\p{L}])em $/iu.test(before)) return undefined;
    return dateInWords({ year: undefined, month, day }, before, context);
  },
};
const OF_A_DAY = /(?:^|[^\p{L}])(?:le|du|au|el|del|al|il|dal|dia|día|em) $/iu;

interface CalendarDate {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
}

function dateInWords({ year, month, day }: CalendarDate, before: string, { verbalizer }: Context): string | undefined {
  return month < 1 || month > 12 || day < 1 || day > 31 ? undefined : verbalizer.date(year, month, day, before);
}

/** `May 5, 2024`, `5 May 2024`, `1 Jan 2000`, `3. Oktober 1990`, `5 мая 2024 года`, `1 de maio de 2024`. */
function namedDate({ months, language, space, dayFirst }: Verbalizer): Rule | undefined {
  if (space === '' || /\d/u.test(months.join(''))) return undefined;
  // `9 Мая` is written with a capital letter as well.
  const long = months.flatMap((month) => [month, month.charAt(0).toUpperCase() + month.slice(1)]);
  const short = monthNames(language, 'short').map((month) => month.replace('.', ''));
  // Where months are no proper names, `3 mar` may be three seas and `3 set` three sets: a year makes it a date.
  const isCapitalised = short.every((month) => /^\p{Lu}/u.test(month));
  const [names, shortNames] = [long.join('|'), `(?:${short.join('|')})\\.?`];
  const year = (number: string): string => `(?:,? (?:del? )?(?<year${number}>[12]\\d{3})(?: (?:года|г\\.))?)`;
  const monthFirst = dayFirst
    ? ''
    : `(?<month>${names}|${shortNames}) (?<day>\\d{1,2})(?:st|nd|rd|th)?(?! ?[-–—]\\d)(?:,? (?<year>[12]\\d{3}))?|`;
  return {
    pattern: new RegExp(
      `(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\d.])(?:${monthFirst}(?<day2>\\d{1,2})(?:st|nd|rd|th|er|\\.)? (?:of |de )?(?:(?<month2>${names})${year('2')}?|(?<month3>${shortNames})${year('3')}${isCapitalised ? '?' : ''}))(?![\\p{sc=Latn}\\p{sc=Cyrl}\\d]|[.,:]\\d)`,
      'gu',
    ),
    verbalize: ({ text, groups, before, after }, context) => {
      const written = groups.year ?? groups.year2 ?? groups.year3;
      const name = (groups.month ?? groups.month2 ?? groups.month3 ?? '').toLowerCase().replace('.', '');
      const isName = (month: string): boolean => month.toLowerCase() === name;
      const date = {
        year: written === undefined ? undefined : Number(written),
        month: (months.some(isName) ? months : short).findIndex(isName) + 1,
        day: Number(groups.day ?? groups.day2),
      };
      const words = dateInWords(date, before, context);
      // German nouns begin with a capital letter as sentences do.
      const ends = text.endsWith('.') && (language === 'de' ? /^\s*$/u : /^\s*(?:$|\p{Lu})/u).test(after);
      return words && ends ? `${words}.` : words;
    },
  };
}

const YEAR_CONTEXT: ByLanguage<RegExp> = {
  en: /(?:^\(|[^\p{L}]\(|(?:^|[^\p{L}])(?:[bdc]\.|et al\.,|in|since|from|until|till|by|of|before|after|during|year|spring|summer|autumn|fall|winter|early|late|mid|around|circa|January|February|March|April|May|June|July|August|September|October|November|December) )$/iu,
  de: /(?:^\(|[^\p{L}]\(|(?:^|[^\p{L}])(?:in|im Jahr|im Jahre|Jahr|Jahre|Jahrgang|Anfang|Mitte|Ende|Frühjahr|Frühling|Sommer|Herbst|Winter|war|seit|von|bis|ab|um|vor|nach|anno|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember) )$/iu,
  ...none('zh', 'ja', 'ko', 'fr', 'es', 'it', 'pt', 'ru'),
};

/** A number of four digits after a word that a year follows. */
const YEAR: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d.,:/-])(?<year>1[1-9]\d\d|20\d\d)(?![\p{sc=Latn}\p{sc=Cyrl}\d:%/]|[.,]\d| ?[%€$£°]| (?:people|men|women|years|days|times|Menschen|Leute|Personen|Jahre|Tage|Euro|Meter|km|kg|m)(?![\p{sc=Latn}\p{sc=Cyrl}]))/gu,
  verbalize: ({ groups, before, after }, { language, verbalizer }) =>
    YEAR_CONTEXT[language]?.test(before) === true || (language === 'de' && !NOUN.test(after))
      ? verbalizer.year(Number(groups.year))
      : undefined,
};
/** German nouns begin with a capital letter: where none follows, nothing is counted. */
const NOUN = /^\.? (?:\p{Ll}+e[nrsm]? )?\p{Lu}/u;

/** `2024年5月1日`, `5月1日`, `2024년 5월 1일`; a Chinese year alone is read digit by digit. */
const EAST_ASIAN_DATE: Rule = {
  pattern:
    /(?<!\d)(?:(?:(?<year>\d{4})[年년] ?)?(?<month>\d{1,2})[月월] ?(?<day>\d{1,2})[日号號일]|(?<yearOnly>\d{4})年(?=\d{1,2}月)|(?<yearOnly2>\d{4})年(?!\d|[间間]))/gu,
  verbalize: ({ groups, before }, context) => {
    const { language, verbalizer } = context;
    const yearOnly = groups.yearOnly ?? groups.yearOnly2;
    if (yearOnly !== undefined) return language === 'zh' ? `${verbalizer.year(Number(yearOnly))}年` : undefined;
    const date = {
      year: groups.year === undefined ? undefined : Number(groups.year),
      month: Number(groups.month),
      day: Number(groups.day),
    };
    return dateInWords(date, before, context);
  },
};

const BY_LANGUAGE: ByLanguage<readonly Rule[]> = {
  en: [ENGLISH_DAY_RANGE, ENGLISH_DAY_OF_MONTH],
  de: [GERMAN_DAYS],
  ru: [RUSSIAN_DAY_RANGE, RUSSIAN_DAYS, RUSSIAN_YEAR],
  zh: [EAST_ASIAN_DATE],
  ja: [EAST_ASIAN_DATE],
  ko: [EAST_ASIAN_DATE],
  ...none('fr', 'es', 'it', 'pt'),
};

/** Dates in digits, before anything else that is written with digits and marks. */
export function numericDates({ language }: Context): Rule[] {
  if (['zh', 'ja', 'ko'].includes(language)) return [EAST_ASIAN_RANGE, NUMERIC_DATE];
  if (['fr', 'es', 'it', 'pt'].includes(language)) return [NUMERIC_DATE, ROMANCE_DATE];
  return language === 'de' ? [NUMERIC_DATE, GERMAN_SHORT_DATE] : [NUMERIC_DATE];
}

/** Dates with the name of their month. */
export function dateRules({ language, verbalizer }: Context): Rule[] {
  const named = namedDate(verbalizer);
  return [
    ...(BY_LANGUAGE[language] ?? []),
    ...(named ? [named] : []),
    ...(language === 'ru' ? [RUSSIAN_MONTH_YEAR] : []),
  ];
}

/** Years that a word before them announces. */
export const YEARS: readonly Rule[] = [YEAR];
