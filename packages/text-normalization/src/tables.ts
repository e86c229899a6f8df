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

/** Ordinals from one on, place by place: `centésimo vigésimo terceiro`. */
export function ordinalByPlaces(
  value: bigint,
  names: {
    readonly ones: string;
    readonly tens: string;
    readonly hundreds: string;
    readonly scales: readonly [bigint, string][];
  },
  times: (value: bigint) => string,
): string {
  for (const [scale, name] of names.scales) {
    if (value < scale) continue;
    const count = value / scale;
    const rest = value % scale;
    return `${count === 1n ? '' : times(count)}${name}${rest === 0n ? '' : ` ${ordinalByPlaces(rest, names, times)}`}`;
  }
  const small = names.ones.split(' ');
  const low = Number(value % 100n);
  const places = [
    names.hundreds.split(' ')[Number(value / 100n) - 1],
    low <= small.length ? undefined : names.tens.split(' ')[Math.floor(low / 10) - 1],
    small[(low <= small.length ? low : low % 10) - 1],
  ];
  return places.filter(Boolean).join(' ');
}

/** Computes a value when it is first asked for. */
export function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
