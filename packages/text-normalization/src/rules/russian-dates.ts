import { dateEnding, declinedOrdinal } from '../languages/russian-ordinals.js';
import type { Rule } from '../rule.js';
import type { Verbalizer } from '../verbalizer.js';

const dayInWords = (day: number, ending: string, verbalizer: Verbalizer): string =>
  declinedOrdinal(verbalizer.ordinal(BigInt(day), '') ?? '', ending);

const MONTH = '(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)';

/** `с 5 по 10 мая`, `между 1 и 5 июня`: days before one month, each behind its own preposition or that of the first. */
export const RUSSIAN_DAYS: Rule = {
  pattern: new RegExp(
    `(?<![\\p{sc=Cyrl}\\d.,:])(?:\\d{1,2}(?:,| и| или| по| до) ){1,6}\\d{1,2}(?= ${MONTH}(?!\\p{L}))`,
    'gu',
  ),
  verbalize: ({ text, before }, { verbalizer }) => {
    let ending = dateEnding(before);
    return text.replace(/(?:(?<= )(по|до) )?(\d{1,2})/gu, (_, preposition: string | undefined, day: string) => {
      if (preposition !== undefined) ending = dateEnding(` ${preposition} `);
      const words = dayInWords(Number(day), ending, verbalizer);
      return preposition === undefined ? words : `${preposition} ${words}`;
    });
  },
};

/** `5–10 мая`: from the one day to the other. */
export const RUSSIAN_DAY_RANGE: Rule = {
  pattern: new RegExp(
    `(?<![\\p{sc=Cyrl}\\d.,:])(?<from>\\d{1,2}) ?[-–—] ?(?<to>\\d{1,2})(?= ${MONTH}(?!\\p{L}))`,
    'gu',
  ),
  verbalize: ({ groups, before }, { verbalizer }) => {
    const from = dayInWords(Number(groups.from), 'го', verbalizer);
    const to = dayInWords(Number(groups.to), 'е', verbalizer);
    return `${/(?:^|\s)с\s$/u.test(before) ? '' : 'с '}${from} по ${to}`;
  },
};

/** `в марте 2024`, `5–10 мая 2024`: the year behind its month. */
export const RUSSIAN_MONTH_YEAR: Rule = {
  pattern:
    /(?<=(?:январ|феврал|март|апрел|ма[йяе]|июн|июл|август|сентябр|октябр|ноябр|декабр)\p{Ll}{0,3} )(?<year>[12]\d{3})(?![\p{L}\d]| ?[гч]|[.,]\d)/giu,
  verbalize: ({ groups }, { verbalizer }) => `${verbalizer.ordinal(BigInt(groups.year ?? 0), 'го')} года`,
};

const YEAR_ENDINGS: Readonly<Record<string, string>> = {
  год: '',
  года: 'го',
  году: 'м',
  годом: 'м+',
  годы: '',
  годов: 'го',
  годах: 'м',
  годам: 'му',
};
const TO_YEAR = /(?:^|\s)ко?\s$/iu;

/** `в 2024 году`: the year is an ordinal in the case of its noun. */
export const RUSSIAN_YEAR: Rule = {
  pattern:
    /(?<![\p{sc=Latn}\p{sc=Cyrl}\d])(?:(?<from>[12]\d{3}) ?[-–—] ?)?(?<year>[12]\d{3}) ?(?<noun>год(?:а|у|ом|ы|ов|ах|ам)?|гг?\.)(?![\p{sc=Latn}\p{sc=Cyrl}])/gu,
  verbalize: ({ groups, before }, { verbalizer }) => {
    const isLocative = /(?:^|\s)в\s$/iu.test(before);
    const abbreviated: Readonly<Record<string, string>> = {
      'г.': isLocative ? 'году' : TO_YEAR.test(before) ? 'году' : 'года',
      'гг.': isLocative ? 'годах' : 'годов',
    };
    const noun = abbreviated[groups.noun ?? ''] ?? groups.noun ?? 'год';
    const ending = noun === 'году' && TO_YEAR.test(before) ? 'му' : (YEAR_ENDINGS[noun] ?? '');
    const inWords = (year: string | undefined): string => dayInWords(Number(year), ending, verbalizer);
    const from = groups.from === undefined ? '' : `${inWords(groups.from)} – `;
    return `${from}${inWords(groups.year)} ${noun}`;
  },
};
