import type { LanguageCode } from '@ownvoice/shared/contract/languages';

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

/** Reads a table of nouns, `name form form; …`, with `_` for a space inside a form. */
export function nounEntries(table: string): [name: string, forms: string[]][] {
  return table.split(';').map((entry) => {
    const [name = '', ...forms] = entry.trim().split(/\s+/u);
    return [name, forms.map((form) => form.replaceAll('_', ' '))];
  });
}

type Cardinal = (value: bigint) => string;

/** Digits one by one. */
export const digitByDigit = (digits: string, cardinal: Cardinal, separator: string): string =>
  [...digits].map((digit) => cardinal(BigInt(digit))).join(separator);

/** Decimals in the Romance languages: leading zeros one by one, then one or two digits as a number, more one by one. */
export function romanceDecimals(decimals: string, cardinal: Cardinal): string {
  const rest = decimals.replace(/^0+/u, '');
  const zeros = digitByDigit(decimals.slice(0, decimals.length - rest.length), cardinal, ' ');
  const words = rest.length > 0 && rest.length <= 2 ? cardinal(BigInt(rest)) : digitByDigit(rest, cardinal, ' ');
  return [zeros, words].filter(Boolean).join(' ');
}

/** Computes a value when it is first asked for. */
export function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
