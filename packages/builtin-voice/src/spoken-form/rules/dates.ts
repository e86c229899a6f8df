import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { Context, Rule } from '../rule.js';
import type { Verbalizer } from '../verbalizer.js';

/** `2024-05-31`, `31.05.2024`, `31/05/2024`, `5/31/2024` (English), `2024/5/31`. */
const NUMERIC_DATE: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d/.-])(?:(?<year>[12]\d{3})(?<mark>[-/])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})|(?<first>\d{1,2})(?<mark2>[./])(?<second>\d{1,2})\k<mark2>(?<last>[12]\d{3}))(?![\p{sc=Latn}\p{sc=Cyrl}\d/-])/gu,
  verbalize: ({ groups }, { verbalizer }) => {
    if (groups.year !== undefined)
      return dateInWords(verbalizer, Number(groups.year), Number(groups.month), Number(groups.day));
    const first = Number(groups.first);
    const second = Number(groups.second);
    const isDayFirst = verbalizer.dayFirst || groups.mark2 === '.' || first > 12;
    return dateInWords(verbalizer, Number(groups.last), isDayFirst ? second : first, isDayFirst ? first : second);
  },
};

function dateInWords(verbalizer: Verbalizer, year: number | undefined, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return verbalizer.date(year, month, day);
}

/** `May 5, 2024`, `5 May 2024`, `3. Oktober 1990`, `5 мая 2024 года`. */
function namedDate(verbalizer: Verbalizer): Rule | undefined {
  const { months } = verbalizer;
  if (!months) return undefined;
  const names = months.join('|');
  return {
    pattern: new RegExp(
      `(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\d.])(?:(?<month>${names}) (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>[12]\\d{3}))?|(?<day2>\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?(?<month2>${names})(?:,? (?<year2>[12]\\d{3})(?: (?:года|г\\.))?)?)(?![\\p{sc=Latn}\\p{sc=Cyrl}\\d]|[.,:]\\d)`,
      'gu',
    ),
    verbalize: ({ groups, before }, { language, verbalizer: { year: sayYear } }) => {
      const month = months.indexOf(groups.month ?? groups.month2 ?? '') + 1;
      const day = Number(groups.day ?? groups.day2);
      const year = groups.year ?? groups.year2;
      if (language === 'de')
        return germanDate(
          day,
          months[month - 1] ?? '',
          year === undefined ? '' : ` ${sayYear(Number(year))}`,
          before,
          verbalizer,
        );
      return dateInWords(verbalizer, year === undefined ? undefined : Number(year), month, day);
    },
  };
}

/** The day's ending follows the word before it: `am dritten`, `der dritte`, `dritter`. */
function germanDate(
  day: number,
  month: string,
  year: string,
  before: string,
  verbalizer: Verbalizer,
): string | undefined {
  const words = verbalizer.ordinal(BigInt(day), germanEnding(before));
  return day < 1 || day > 31 || words === undefined ? undefined : `${words} ${month}${year}`;
}

export function germanEnding(before: string): 'e' | 'en' | 'er' {
  if (
    /(?:^|[^\p{L}])(?:am|im|zum|zur|vom|beim|dem|den|des|seit|ab|bis|nach|vor|jeden|jedem|seinen|seinem|ihren|ihrem|unserem)\s$/iu.test(
      before,
    )
  )
    return 'en';
  return /(?:^|[^\p{L}])(?:der|die|das)\s$/iu.test(before) ? 'e' : 'er';
}

/** `10:30`, `10:30:15`, `10.30 Uhr`, `10h30`; `10:30 Uhr` has its word already. */
const CLOCK: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d:.,])(?:(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?: ?Uhr(?![\p{sc=Latn}\p{sc=Cyrl}]))?|(?<hour2>\d{1,2})(?:\.(?<minute2>[0-5]\d) Uhr(?![\p{sc=Latn}\p{sc=Cyrl}])| ?h ?(?<minute3>[0-5]\d)))(?![\p{sc=Latn}\p{sc=Cyrl}\d:]|[.,]\d)/gu,
  verbalize: ({ groups }, { language, verbalizer }) => {
    const hour = Number(groups.hour ?? groups.hour2);
    if (hour > 24 || (groups.minute3 !== undefined && !['fr', 'pt', 'it', 'es'].includes(language))) return undefined;
    const second = groups.second === undefined ? undefined : Number(groups.second);
    return verbalizer.time(hour, Number(groups.minute ?? groups.minute2 ?? groups.minute3), second);
  },
};

const YEAR_CONTEXT: Readonly<Partial<Record<LanguageCode, RegExp>>> = {
  en: /(?:^|[^\p{L}])(?:in|since|from|until|till|by|of|before|after|during|year|spring|summer|autumn|fall|winter|early|late|mid|around|circa|January|February|March|April|May|June|July|August|September|October|November|December) $/iu,
  de: /(?:^|[^\p{L}])(?:in|im Jahr|im Jahre|Jahr|Jahre|seit|von|bis|ab|um|vor|nach|anno|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember) $/iu,
};

/** A number of four digits after a word that a year follows. */
const YEAR: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d.,:/-])(?<year>1[1-9]\d\d|20\d\d)(?![\p{sc=Latn}\p{sc=Cyrl}\d:%/]|[.,]\d| ?[%€$£°]| (?:people|men|women|years|days|times|Menschen|Leute|Personen|Jahre|Tage|Euro|Meter|km|kg|m)(?![\p{sc=Latn}\p{sc=Cyrl}]))/gu,
  verbalize: ({ groups, before }, { language, verbalizer }) =>
    YEAR_CONTEXT[language]?.test(before) === true ? verbalizer.year(Number(groups.year)) : undefined,
};

const DECADE: Rule = {
  pattern: /(?<![\p{sc=Latn}\p{sc=Cyrl}\d])(?<century>1[1-9]|20)(?<tens>[1-9])0['’]?s(?![\p{sc=Latn}\p{sc=Cyrl}])/gu,
  verbalize: ({ groups }, { language, verbalizer }) =>
    language === 'en'
      ? verbalizer
          .year(Number(`${groups.century}${groups.tens}0`))
          .replace(/ty$/u, 'ties')
          .replace(/ten$/u, 'tens')
      : undefined,
};

const RUSSIAN_YEAR_ENDINGS: Readonly<Record<string, string>> = { год: '', года: 'го', году: 'м', годом: 'м' };

/** `в 2024 году`: the year is an ordinal in the case of its noun. */
const RUSSIAN_YEAR: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d])(?<year>[12]\d{3}) ?(?<noun>год(?:а|у|ом)?|г\.)(?![\p{sc=Latn}\p{sc=Cyrl}])/gu,
  verbalize: ({ groups }, { language, verbalizer }) => {
    if (language !== 'ru') return undefined;
    const noun = groups.noun === 'г.' ? 'года' : (groups.noun ?? 'год');
    return `${verbalizer.ordinal(BigInt(groups.year ?? '0'), RUSSIAN_YEAR_ENDINGS[noun] ?? '')} ${noun}`;
  },
};

/** `2024年5月1日`, `5月1日`, `2024년 5월 1일`; a Chinese year alone is read digit by digit. */
const EAST_ASIAN_DATE: Rule = {
  pattern:
    /(?<!\d)(?:(?:(?<year>\d{4})[年년] ?)?(?<month>\d{1,2})[月월] ?(?<day>\d{1,2})[日号號일]|(?<yearOnly>\d{4})年(?!\d|[间間]))/gu,
  verbalize: ({ groups }, { language, verbalizer }) => {
    if (groups.yearOnly !== undefined)
      return language === 'zh' ? `${verbalizer.year(Number(groups.yearOnly))}年` : undefined;
    return dateInWords(
      verbalizer,
      groups.year === undefined ? undefined : Number(groups.year),
      Number(groups.month),
      Number(groups.day),
    );
  },
};

/** `am 1.5.`: only after a word that a date follows, since `1.5` may also end a sentence. */
const GERMAN_SHORT_DATE: Rule = {
  pattern: /(?<![\p{sc=Latn}\d.,])(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?!\d)/gu,
  verbalize: ({ groups, before }, { language, verbalizer }) => {
    if (language !== 'de' || germanEnding(before) === 'er') return undefined;
    const month = verbalizer.months?.[Number(groups.month) - 1];
    return month === undefined ? undefined : germanDate(Number(groups.day), month, '', before, verbalizer);
  },
};

/** Dates, years and times. */
export function dateRules({ language, verbalizer }: Context): Rule[] {
  const named = namedDate(verbalizer);
  const isEastAsian = language === 'zh' || language === 'ja' || language === 'ko';
  return [
    NUMERIC_DATE,
    ...(isEastAsian ? [EAST_ASIAN_DATE] : []),
    ...(named ? [named] : []),
    GERMAN_SHORT_DATE,
    CLOCK,
    DECADE,
    RUSSIAN_YEAR,
    YEAR,
  ];
}
