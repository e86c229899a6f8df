import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/** Metres and litres are spelled as in Britain. */
const localeOf = (language: LanguageCode): string => (language === 'en' ? 'en-GB' : language);

/** Made once for each language: formatters lie outside the heap, so the collector comes for them too late. */
function perLanguage<T>(make: (language: LanguageCode) => T): (language: LanguageCode) => T {
  const made = new Map<LanguageCode, T>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

/** How Unicode's CLDR words one, two and five of a thing; `#` is the number unless that comes first. */
function formsOf(language: LanguageCode, options: Intl.NumberFormatOptions): readonly string[] {
  const format = new Intl.NumberFormat(localeOf(language), { ...options, maximumFractionDigits: 0 });
  return [1, 2, 5].map((count) =>
    format
      .formatToParts(count)
      .map(({ type, value }) => (type === 'integer' ? '#' : value))
      .join('')
      .replace(/[\u00a0\u202f]/gu, ' ')
      .replace(/^# ?/u, '')
      // The words of Chinese and Japanese are not separated.
      .replace(/ /gu, language === 'zh' || language === 'ja' ? '' : ' '),
  );
}

/** The names of a unit: `kilometer-per-hour`. */
export const unitForms = (language: LanguageCode, unit: string): readonly string[] =>
  formsOf(language, { style: 'unit', unit, unitDisplay: 'long' });

/** How a language abbreviates a unit, behind one and behind more. */
export const unitSymbols = (language: LanguageCode, unit: string): readonly string[] =>
  formsOf(language, { style: 'unit', unit, unitDisplay: 'short' });

/** The names of a currency: `Swedish krona`. Only German writes nouns with a capital letter. */
export const currencyForms = (language: LanguageCode, currency: string): readonly string[] =>
  formsOf(language, { style: 'currency', currency, currencyDisplay: 'name' }).map((form) =>
    language === 'pt' ? form.charAt(0).toLowerCase() + form.slice(1) : form,
  );

/** The names of the months as they stand beside a day. */
export function monthNames(language: LanguageCode, month: 'long' | 'short' = 'long'): readonly string[] {
  const format = new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month, timeZone: 'UTC' });
  return Array.from(
    { length: 12 },
    (_, index) => format.formatToParts(Date.UTC(2024, index, 5)).find(({ type }) => type === 'month')?.value ?? '',
  );
}

/** The names of the days from Monday on. */
export const weekdayNames = perLanguage((language): readonly string[] => {
  const format = new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 6, 1 + day)));
});

const dayPeriodFormat = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, { hour: 'numeric', hour12: true, dayPeriod: 'long', timeZone: 'UTC' }),
);

/** What an hour of 24 belongs to: `de la tarde`, 晚上. */
export function partOfDay(language: LanguageCode, hour: number): string {
  const parts = dayPeriodFormat(language).formatToParts(Date.UTC(2024, 0, 1, hour));
  const part = parts.find(({ type }) => type === 'dayPeriod')?.value ?? '';
  // Portuguese has a noun for twelve.
  return part.replace('meio-dia', 'da tarde');
}

/** The name of a power of ten behind one, two and five: `millón`, `millones`. */
export const scaleForms = (language: LanguageCode, power: number): readonly string[] => {
  const format = new Intl.NumberFormat(language, { notation: 'compact', compactDisplay: 'long' });
  return [1, 2, 5].map((count) =>
    format
      .formatToParts(count * 10 ** power)
      .filter(({ type }) => type === 'compact')
      .map(({ value }) => value)
      .join(''),
  );
};

const FORM: Readonly<Record<Intl.LDMLPluralRule, number>> = { zero: 1, one: 0, two: 1, few: 1, many: 2, other: 1 };

/** Which of the forms of one, two and five things stands behind a number. */
export function pluralOf(language: LanguageCode): (whole: bigint, hasDecimals: boolean) => number {
  const rules = new Intl.PluralRules(language);
  return (whole, hasDecimals) => FORM[rules.select(Number(whole) + (hasDecimals ? 0.5 : 0))];
}
