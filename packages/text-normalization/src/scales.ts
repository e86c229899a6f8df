import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { genderOfName } from './agreement/gender-of-noun.js';
import { scaleForms } from './cldr.js';
import { type Amount, amountInWords, formFor } from './numbers.js';
import { once } from './tables.js';
import type { Gender, Verbalizer } from './verbalizer.js';

/** The powers of ten that a language names, and how it writes them besides their names: in running text, and beside money only. */
interface Scales {
  readonly powers: readonly number[];
  readonly spellings: string;
  readonly money: string;
}

const WESTERN = [3, 6, 9, 12];
const EASTERN = [3, 4, 8, 12];
const LETTERS = 'k|K;M|m;bn|B|b;T';

/** Patterns by power between semicolons. Letters that may be units stand beside money only. */
const SCALES: Readonly<Record<LanguageCode, Scales>> = {
  en: { powers: WESTERN, spellings: 'thousand|k;millions|mn|mln;billions|bn|bln;trillions|tn|trn', money: LETTERS },
  de: { powers: WESTERN, spellings: '[Tt]ausend|Tsd\\.?;Mio\\.?;Mrd\\.?;Bio\\.', money: 'k|K|T;M|m;bn|B;tn' },
  fr: { powers: WESTERN, spellings: 'mille|k;mio;[mM]ds?|Mrd;(?!)', money: 'K;M|m;G|bn|B;tn' },
  es: { powers: WESTERN, spellings: 'mil(?! millones)|k;mill\\.|MM;mm;(?!)', money: 'K;M|m|mn;bn|B;tn' },
  it: { powers: WESTERN, spellings: 'mila|mille|k;mln\\.?|mio;m[lr]d\\.?;bilion[ei]', money: 'K;M|m|mn;bn|B;tn' },
  pt: { powers: WESTERN, spellings: 'mil(?! milhões)|k;mi;bi;tri', money: 'K;M|m|mn;bn|B;tn|T' },
  ru: {
    powers: WESTERN,
    spellings: 'тысяч[аи]?|тыс\\.?;млн\\.?;млрд\\.?;трлн\\.?',
    money: 'k|K|к|К;M|m|М|mn|mln;B|bn;tn|T',
  },
  zh: { powers: EASTERN, spellings: '千;万|萬;亿|億;万亿|兆', money: LETTERS },
  ja: { powers: EASTERN, spellings: '千;万;億;兆', money: LETTERS },
  ko: { powers: EASTERN, spellings: '천;만;억;조', money: LETTERS },
};

/** The forms of a power's name; where it has none it is multiplied out: `5k` is `five thousand`, `5M` is 五百万. */
const NAMES = new Map(
  Object.entries(SCALES).flatMap(([language, { powers }]) =>
    powers === EASTERN ? [] : [[language, once(() => namesOf(language as LanguageCode))] as const],
  ),
);
const namesOf = (language: LanguageCode): ReadonlyMap<number, readonly string[]> =>
  new Map(
    [6, 9, 12].map((power) => [
      power,
      language === 'it' && power === 12 ? ['bilione', 'bilioni'] : scaleForms(language, power),
    ]),
  );

/** The spellings by power, the highest first: 万亿 begins with 万. */
function spellingsOf(language: LanguageCode, besideMoney: boolean): [power: number, pattern: string][] {
  const { powers, spellings, money } = SCALES[language];
  const listed = spellings.split(';').map((pattern, index): [number, string] => {
    const power = powers[index] ?? 0;
    return [power, [...new Set(NAMES.get(language)?.().get(power) ?? []), pattern].join('|')];
  });
  const letters = money.split(';').map((pattern, index): [number, string] => [WESTERN[index] ?? 0, pattern]);
  return [...listed.toReversed(), ...(besideMoney ? letters.toReversed() : [])];
}

/** The pattern of a power of ten in running text or beside money, for use inside another; no groups of its own. */
export const scalePattern = (language: LanguageCode, besideMoney = false): string =>
  `(?:${spellingsOf(language, besideMoney)
    .map(([, pattern]) => pattern)
    .join('|')})`;

/** An amount of thousands, millions and so on in words: `5 Mio.` → `fünf Millionen`. */
export function scaledInWords(amount: Amount, written: string, verbalizer: Verbalizer, gender?: Gender): string {
  const { language } = verbalizer;
  const [power = 0] =
    spellingsOf(language, true).find(([, pattern]) => new RegExp(`^(?:${pattern})$`, 'u').test(written)) ?? [];
  const forms = NAMES.get(language)?.().get(power);
  if (forms) {
    const words = amountInWords(amount, verbalizer, genderOfName(language, forms[0] ?? ''));
    return `${words} ${formFor(amount, { forms }, verbalizer)}`;
  }
  const decimals = amount.decimals.replace(/0+$/u, '');
  if (decimals.length > power) return amountInWords(amount, verbalizer, gender);
  const value = amount.whole * 10n ** BigInt(power) + BigInt(decimals.padEnd(power, '0') || '0');
  return verbalizer.cardinal(value, gender);
}
