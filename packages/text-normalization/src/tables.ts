import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { CURRENCY_CODES, type Currency, type CurrencyCode, type Noun, SIGNS, type Sign } from './verbalizer.js';

/** An entry for each language, so that a table does not compile until a new language has one or needs {@link none}. */
export type ByLanguage<Entry> = Readonly<Record<LanguageCode, Entry | undefined>>;

/** The languages that need no entry in a table. */
export function none<Code extends LanguageCode>(...languages: readonly Code[]): Record<Code, undefined> {
  return Object.fromEntries(languages.map((language) => [language, undefined])) as Record<Code, undefined>;
}

/** The words of a list that is separated by white space. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}

/**
 * Reads a table of nouns: one a line, `symbol gender form form…`, with `_` for a space inside a form.
 */
export function nouns(table: string): ReadonlyMap<string, Noun> {
  const entries = table
    .trim()
    .split('\n')
    .map((line): [string, Noun] => {
      const [symbol = '', gender, ...forms] = line.trim().split(/\s+/u);
      const isGender = gender === 'm' || gender === 'f' || gender === 'n';
      if (!isGender || forms.length === 0) throw new TypeError(`not a noun: ${line}`);
      return [symbol, { gender, forms: forms.map((form) => form.replaceAll('_', ' ')) }];
    });
  return new Map(entries);
}

/** Reads a table of currencies: nouns by code, the hundredth part under the code with `/100`. */
export function currencies(table: string): Readonly<Record<CurrencyCode, Currency>> {
  const all = nouns(table);
  const entries = CURRENCY_CODES.map((code): [CurrencyCode, Currency] => {
    const major = all.get(code);
    if (!major) throw new TypeError(`no name for ${code}`);
    const minor = all.get(`${code}/100`);
    return [code, minor ? { major, minor } : { major }];
  });
  return Object.fromEntries(entries) as Record<CurrencyCode, Currency>;
}

/** Reads the names of all {@link SIGNS} in their order, separated by `|`. */
export function signs(names: string): Readonly<Record<Sign, string>> {
  const list = names.split('|').map((name) => name.trim());
  if (list.length !== SIGNS.length) throw new TypeError(`${list.length} names for ${SIGNS.length} signs`);
  return Object.fromEntries(SIGNS.map((sign, index) => [sign, list[index]])) as Record<Sign, string>;
}

/** A number in groups of `size` digits, the lowest first. */
export function groups(value: bigint, size: 3 | 4): number[] {
  const base = 10n ** BigInt(size);
  const list: number[] = [];
  for (let rest = value; rest > 0n; rest /= base) list.push(Number(rest % base));
  return list;
}

/**
 * Digits one by one.
 *
 * @param names of the digits 0–9
 */
export function digitByDigit(digits: string, names: readonly string[], separator: string): string {
  return [...digits].map((digit) => names[Number(digit)] ?? digit).join(separator);
}

/** Decimals in the Romance languages: leading zeros one by one, then one or two digits as a number, more one by one. */
export function romanceDecimals(
  decimals: string,
  names: readonly string[],
  cardinal: (value: bigint) => string,
): string {
  const rest = decimals.replace(/^0+/u, '');
  const zeros = digitByDigit(decimals.slice(0, decimals.length - rest.length), names, ' ');
  const words = rest.length > 0 && rest.length <= 2 ? cardinal(BigInt(rest)) : digitByDigit(rest, names, ' ');
  return [zeros, words].filter(Boolean).join(' ');
}
