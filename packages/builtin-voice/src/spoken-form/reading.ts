/** The gender of a noun that a number is said before; languages without genders ignore it. */
export type Gender = 'm' | 'f' | 'n';

/** A thing that is counted. */
export interface Noun {
  readonly gender: Gender;
  /** One form for each plural of the language, in the order that `Reading.plural` counts. */
  readonly forms: readonly string[];
}

export interface Currency {
  readonly major: Noun;
  /** The hundredth part, where it is named. */
  readonly minor?: Noun;
}

export type CurrencyCode = 'USD' | 'EUR' | 'GBP' | 'JPY' | 'CNY' | 'KRW' | 'RUB' | 'BRL' | 'CHF' | 'INR';

/** Signs that have a name when they stand in a calculation, an address or alone. */
export type Sign =
  | (
      | '+'
      | '-'
      | '×'
      | '÷'
      | '='
      | '≠'
      | '<'
      | '>'
      | '≤'
      | '≥'
      | '≈'
      | '±'
      | '/'
      | '&'
      | '%'
      | '‰'
      | '°'
      | '#'
      | '§'
      | '№'
      | '©'
      | '®'
      | '™'
    )
  | ('@' | '.' | '_' | ':' | '–' | 'slash' | 'dash');

/** How one language says what is written in figures and signs. Words are lower-case; nothing is read from the locale. */
export interface Reading {
  /** Between the words of a sentence: a space, or nothing in Chinese and Japanese. */
  readonly space: string;
  /** Whether a date in figures has the day before the month. */
  readonly dayFirst: boolean;
  /** The sign before decimals; the other of `.` and `,` groups thousands. */
  readonly decimalSign: '.' | ',';
  /** The names of the digits 0–9, for numbers that are read one by one. */
  readonly digits: readonly string[];
  /** The names of the months as they are written beside a day in figures; absent where figures are read as they stand. */
  readonly months?: readonly string[];
  readonly signs: Readonly<Record<Sign, string>>;
  readonly fractions: Readonly<Record<'½' | '⅓' | '⅔' | '¼' | '¾', string>>;
  readonly currencies: Readonly<Record<CurrencyCode, Currency>>;
  /** By unit symbol: `km`, `°C`. */
  readonly units: ReadonlyMap<string, Noun>;

  /** A whole number of at least 0; with a gender, as it is said before a noun of it. */
  cardinal(value: bigint, gender?: Gender): string;
  /** An ordinal from 1, or undefined where the language writes it otherwise. `suffix` is what was written after the figures. */
  ordinal(value: bigint, suffix: string): string | undefined;
  /** Which of a noun's forms stands after a number, given its whole part and whether it has decimals. */
  plural(whole: bigint, hasDecimals: boolean): number;
  /** A number with decimals, from its whole part and its decimal figures. */
  decimal(whole: string, decimals: string): string;
  negative(words: string): string;
  percent(words: string, whole: bigint, hasDecimals: boolean): string;
  /** A number and the noun counted; `words` is the number already said. */
  counted(words: string, noun: string): string;
  /** Joins the whole and the hundredth part of an amount of money. */
  money(major: string, minor: string): string;
  year(value: number): string;
  /** `month` 1–12, `day` 1–31. */
  date(year: number | undefined, month: number, day: number): string;
  /** 24 hours; `second` only where it was written. */
  time(hour: number, minute: number, second: number | undefined): string;
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

const codes: readonly CurrencyCode[] = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'KRW', 'RUB', 'BRL', 'CHF', 'INR'];

/** Reads a table of currencies: nouns by code, the hundredth part under the code with `/100`. */
export function currencies(table: string): Readonly<Record<CurrencyCode, Currency>> {
  const all = nouns(table);
  const entries = codes.map((code): [CurrencyCode, Currency] => {
    const major = all.get(code);
    if (!major) throw new TypeError(`no name for ${code}`);
    const minor = all.get(`${code}/100`);
    return [code, minor ? { major, minor } : { major }];
  });
  return Object.fromEntries(entries) as Record<CurrencyCode, Currency>;
}

const signOrder: readonly Sign[] = [
  ...([
    '+',
    '-',
    '×',
    '÷',
    '=',
    '≠',
    '<',
    '>',
    '≤',
    '≥',
    '≈',
    '±',
    '/',
    '&',
    '%',
    '‰',
    '°',
    '#',
    '§',
    '№',
    '©',
    '®',
    '™',
  ] as const),
  ...(['@', '.', '_', ':', '–', 'slash', 'dash'] as const),
];

/**
 * Reads the names of the signs, separated by `|`, in the order + - × ÷ = ≠ < > ≤ ≥ ≈ ± / & % ‰ ° # § № © ® ™ @ . _ : –
 * and, in addresses, slash and dash.
 */
export function signs(names: string): Readonly<Record<Sign, string>> {
  const list = names.split('|').map((name) => name.trim());
  if (list.length !== signOrder.length) throw new TypeError(`${list.length} names for ${signOrder.length} signs`);
  return Object.fromEntries(signOrder.map((sign, index) => [sign, list[index]])) as Record<Sign, string>;
}

/** A number cut into groups of `size` figures, the lowest first. */
export function groups(value: bigint, size: 3 | 4): number[] {
  const base = 10n ** BigInt(size);
  const list: number[] = [];
  for (let rest = value; rest > 0n; rest /= base) list.push(Number(rest % base));
  return list;
}

/**
 * Decimals as the Romance languages say them: two are read as a number, more of them one by one, leading zeros always.
 */
export function decimalFigures(
  decimals: string,
  digits: readonly string[],
  cardinal: (value: bigint) => string,
): string {
  const zeros = /^0*/u.exec(decimals)?.[0].length ?? 0;
  const rest = decimals.slice(zeros);
  const words =
    rest.length <= 2 ? [cardinal(BigInt(rest || '0'))] : [...rest].map((figure) => digits[Number(figure)] ?? '');
  return [...Array.from({ length: zeros }, () => digits[0] ?? ''), ...(rest === '' ? [] : words)].join(' ');
}
