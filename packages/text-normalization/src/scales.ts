import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { genderOfName } from './agreement/gender-of-noun.js';
import { type Amount, amountInWords, formFor } from './numbers.js';
import { nounEntries } from './tables.js';
import type { Noun, Verbalizer } from './verbalizer.js';

/**
 * How a language names and abbreviates the large powers of ten: the name of each power in its forms, and the spellings of it.
 * Where a power has no noun it is multiplied out: `5k` is `five thousand`, `5M` is 五百万.
 */
interface Scales {
  readonly nouns: ReadonlyMap<string, readonly string[]>;
  /** Spellings by power of ten, in a pattern; those that only stand beside money, as letters may be units, in `money`. */
  readonly spellings: Readonly<Record<string, string>>;
  readonly money: Readonly<Record<string, string>>;
}

const nouns = (table: string): ReadonlyMap<string, readonly string[]> => new Map(nounEntries(table));
const LETTERS = { 3: 'k|K', 6: 'M|m', 9: 'B|b', 12: 'T' } as const;

const SCALES: Readonly<Record<LanguageCode, Scales>> = {
  en: {
    nouns: nouns('6 million; 9 billion; 12 trillion'),
    spellings: { 3: 'thousand|k', 6: 'millions?|mn|mln', 9: 'billions?|bn|bln', 12: 'trillions?|tn|trn' },
    money: LETTERS,
  },
  de: {
    nouns: nouns('6 Million Millionen; 9 Milliarde Milliarden; 12 Billion Billionen'),
    spellings: {
      3: 'Tausend|tausend|Tsd\\.?',
      6: 'Million(?:en)?|Mio\\.?',
      9: 'Milliarden?|Mrd\\.?',
      12: 'Billion(?:en)?|Bio\\.',
    },
    money: { 3: 'k|K|T', 6: 'M|m', 9: 'bn|B', 12: 'tn' },
  },
  fr: {
    nouns: nouns('6 million millions; 9 milliard milliards; 12 billion billions'),
    spellings: { 3: 'mille|k', 6: 'millions?|mio', 9: 'milliards?|mds?|Mds?|Mrd', 12: 'billions?' },
    money: { 3: 'K', 6: 'M|m', 9: 'Md|G|bn|B', 12: 'tn' },
  },
  es: {
    nouns: nouns('6 millón millones; 9 mil_millones mil_millones; 12 billón billones'),
    spellings: {
      3: 'mil(?! millones)|k',
      6: 'millón|millones|mill\\.|MM',
      9: 'mil millones|mm',
      12: 'billón|billones',
    },
    money: { 3: 'K', 6: 'M|m|mn', 9: 'bn|B', 12: 'tn' },
  },
  it: {
    nouns: nouns('6 milione milioni; 9 miliardo miliardi; 12 bilione bilioni'),
    spellings: { 3: 'mila|mille|k', 6: 'milion[ei]|mln\\.?|mio', 9: 'miliard[oi]|mld\\.?|mrd\\.?', 12: 'bilion[ei]' },
    money: { 3: 'K', 6: 'M|m|mn', 9: 'bn|B', 12: 'tn' },
  },
  pt: {
    nouns: nouns('6 milhão milhões; 9 bilhão bilhões; 12 trilhão trilhões'),
    spellings: { 3: 'mil(?! milhões)|k', 6: 'milhão|milhões|mi', 9: 'bilhão|bilhões|bi', 12: 'trilhão|trilhões|tri' },
    money: { 3: 'K', 6: 'M|m|mn', 9: 'bn|B', 12: 'tn|T' },
  },
  ru: {
    nouns: nouns('6 миллион миллиона миллионов; 9 миллиард миллиарда миллиардов; 12 триллион триллиона триллионов'),
    spellings: {
      3: 'тысяч[аи]?|тыс\\.?',
      6: 'миллион(?:а|ов)?|млн\\.?',
      9: 'миллиард(?:а|ов)?|млрд\\.?',
      12: 'триллион(?:а|ов)?|трлн\\.?',
    },
    money: { 3: 'k|K|к|К', 6: 'M|m|М|mn|mln', 9: 'B|bn', 12: 'tn|T' },
  },
  zh: {
    nouns: new Map(),
    spellings: { 3: '千', 4: '万|萬', 8: '亿|億', 12: '万亿|兆' },
    money: { ...LETTERS, 9: 'bn|B|b' },
  },
  ja: { nouns: new Map(), spellings: { 3: '千', 4: '万', 8: '億', 12: '兆' }, money: { ...LETTERS, 9: 'bn|B|b' } },
  ko: { nouns: new Map(), spellings: { 3: '천', 4: '만', 8: '억', 12: '조' }, money: { ...LETTERS, 9: 'bn|B|b' } },
};

/** The highest powers first: 万亿 begins with 万. */
function alternatives(tables: readonly Readonly<Record<string, string>>[]): string {
  return `(?:${tables.flatMap((table) => Object.values(table).toReversed()).join('|')})`;
}

/** The pattern of a power of ten beside an amount of money, for use inside another; no groups of its own. */
export function moneyScalePattern(language: LanguageCode): string {
  const { spellings, money } = SCALES[language];
  return alternatives([spellings, money]);
}

/** The same in running text, where single letters are units; in ten thousands it needs no space after it. */
export function scalePattern(language: LanguageCode): string {
  return alternatives([SCALES[language].spellings]);
}

/** The power of ten that a spelling stands for. */
function powerOf(written: string, language: LanguageCode): number {
  const { spellings, money } = SCALES[language];
  const found = [spellings, money]
    .flatMap((table) => Object.entries(table))
    .find(([, pattern]) => new RegExp(`^(?:${pattern})$`, 'u').test(written));
  return Number(found?.[0] ?? 0);
}

/** An amount of thousands, millions and so on in words: `5 Mio.` → `fünf Millionen`. */
export function scaledInWords(
  amount: Amount,
  written: string,
  language: LanguageCode,
  verbalizer: Verbalizer,
  gender?: Noun['gender'],
): string {
  const power = powerOf(written, language);
  const forms = SCALES[language].nouns.get(String(power));
  if (forms)
    return `${amountInWords(amount, verbalizer, genderOfName(language, forms[0] ?? ''))} ${formFor(amount, { forms }, verbalizer)}`;
  const decimals = amount.decimals.replace(/0+$/u, '');
  if (decimals.length > power) return amountInWords(amount, verbalizer, gender);
  const value = amount.whole * 10n ** BigInt(power) + BigInt(decimals.padEnd(power, '0') || '0');
  return verbalizer.cardinal(value, gender);
}
