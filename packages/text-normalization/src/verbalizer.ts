import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/** The gender of a noun that follows a number; languages without genders ignore it. */
export type Gender = 'm' | 'f' | 'n';

/** A thing that is counted; `#` in a form is the place of the number, which is else before it. */
export interface Noun {
  readonly gender: Gender;
  /** One form for each plural of the language, in the order that `Verbalizer.plural` counts. */
  readonly forms: readonly string[];
}

export interface Currency {
  readonly major: Noun;
  /** The hundredth part, where it is named. */
  readonly minor: Noun | undefined;
}

/** Signs that have a name in a calculation, in an address or alone, in the order of the languages' tables. */
export const SIGNS = [
  ...(['+', '-', '×', '÷', '=', '≠', '<', '>', '≤', '≥', '≈', '±', '/', '&', '%', '‰', '°', '#', '§'] as const),
  ...(['№', '©', '®', '™', '@', '.', '_', ':', '–', 'slash', 'dash'] as const),
  ...(['√', '∫', '∑', '∞', 'π'] as const),
] as const;
export type Sign = (typeof SIGNS)[number];

/** How one language puts numbers, dates, amounts and signs into words. Words are lower-case. */
export interface Verbalizer {
  readonly language: LanguageCode;
  /** Between the words of a sentence: a space, or nothing in Chinese and Japanese. */
  readonly space: string;
  /** Whether a date in digits has the day before the month. */
  readonly dayFirst: boolean;
  /** The sign before decimals; the other of `.` and `,` groups thousands. */
  readonly decimalSign: '.' | ',';
  /** The names of the digits 0–9, for numbers that are read one by one. */
  readonly digits: readonly string[];
  /** The names of the months beside a day. */
  readonly months: readonly string[];
  readonly signs: Readonly<Record<Sign, string>>;
  /** Between a quantity and a unit: dollars `per` kilogram. */
  readonly per: string;
  /** By unit symbol: `km`, `°C`. */
  readonly units: ReadonlyMap<string, Noun>;
  /** By ISO code. */
  currency(code: string): Currency;

  /** A whole number of at least 0; with a gender, in the form before a noun of it. */
  cardinal(value: bigint, gender?: Gender): string;
  /** An ordinal from 1, or undefined where the language writes it otherwise. `suffix` is what was written after the digits. */
  ordinal(value: bigint, suffix: string): string | undefined;
  /** Which of a noun's forms follows a number, given its whole part and whether it has decimals. */
  plural(whole: bigint, hasDecimals: boolean): number;
  /** A number with decimals, from its whole part in words and its decimal digits. */
  decimal(whole: string, decimals: string): string;
  negative(words: string): string;
  positive(words: string): string;
  percent(words: string, whole: bigint, hasDecimals: boolean): string;
  /** A number and the noun counted; `words` is the number in words. */
  counted(words: string, noun: string): string;
  /** Joins the whole and the hundredth part of an amount of money. */
  money(major: string, minor: string): string;
  year(value: number): string;
  /** `month` 1–12, `day` 1–31; `before` is the text that the case depends on. */
  date(year: number | undefined, month: number, day: number, before?: string): string;
  /** 24 hours; `second` only where it was written. */
  time(hour: number, minute: number, second: number | undefined): string;
}
