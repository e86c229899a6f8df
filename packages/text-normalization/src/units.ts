import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import { unitForms, unitSymbols } from './cldr.js';
import { nounEntries } from './tables.js';
import type { Noun } from './verbalizer.js';

/** By symbol, the units that CLDR names in every language. */
const NAMED = `km kilometer; m meter; cm centimeter; mm millimeter; kg kilogram; g gram; l liter; L liter; ml milliliter; mL milliliter;
  km/h kilometer-per-hour; m/s meter-per-second; mph mile-per-hour; °C celsius; °F fahrenheit; ° degree; h hour; min minute; s second;
  ms millisecond; μs microsecond; µs microsecond; kB kilobyte; KB kilobyte; MB megabyte; GB gigabyte; TB terabyte; PB petabyte; kbit kilobit;
  Mbit megabit; Gbit gigabit; Mbit/s megabit-per-second; Mbps megabit-per-second; lb pound; lbs pound; ft foot; oz ounce; yd yard;
  gal gallon; mi mile; ha hectare`;
/** Their abbreviations in these languages are words, or signs of something else. */
const NO_LOCAL_SYMBOL = /^(?:foot|ounce|yard|gallon|mile|pound)$/u;
/** Everyday words, which stand behind numbers too: `nel 2023 ha vinto`. */
const SYMBOLS_AS_WORDS: Readonly<Partial<Record<LanguageCode, readonly string[]>>> = {
  es: ['mi', 'ha'],
  it: ['mi', 'ha'],
  pt: ['mi'],
};

/** The prefixes that each unit has in practice. */
const PREFIXED = 'Hz kMGT; W mkMGT; Wh kMGT; V mk; A m; Ah m; J kM; mol mμn; cal k; Pa hkM; g mμ; l cdhμ; m dμn';
const PREFIXES = 'kMGTmcdhμn';
const SQUARES = 'm km cm mm ft mi'.split(' ');

export interface UnitWords {
  /** What kilo, mega, giga, tera, milli, centi, deci, hecto, micro and nano are called, and how they are written if not in Latin. */
  readonly prefixes: string;
  readonly prefixSymbols?: string;
  /** Around the name of a length: its square and its cube, by plural. */
  readonly powers: readonly [square: string, cube: string];
  /** Further units and those that are named otherwise: `symbol form form; …`, with `_` for a space. */
  readonly others: string;
}

/** Every unit of a language by its symbols. */
export function unitsOf(
  language: LanguageCode,
  { prefixes, prefixSymbols, powers, others }: UnitWords,
  noun: (forms: readonly string[]) => Noun,
): ReadonlyMap<string, Noun> {
  const forms = new Map<string, readonly string[]>();
  for (const [symbol, [id = '']] of nounEntries(NAMED)) {
    if (SYMBOLS_AS_WORDS[language]?.includes(symbol)) continue;
    const names = unitForms(language, id);
    const local = NO_LOCAL_SYMBOL.test(id) ? [] : unitSymbols(language, id);
    for (const written of [symbol, ...local.filter((short) => /^[\p{sc=Latn}\p{sc=Cyrl}°/.]+$/u.test(short))])
      forms.set(written, names);
  }
  for (const [symbol, names] of nounEntries(others)) forms.set(symbol, names);
  const prefixNames = prefixes.split(' ');
  const symbols = prefixSymbols?.split(' ') ?? [...PREFIXES];
  for (const [written, [kinds = '']] of nounEntries(PREFIXED)) {
    const stem = LOCAL_STEMS[language]?.[written] ?? written;
    const names = forms.get(stem);
    for (const prefix of names ? kinds : '') {
      const index = PREFIXES.indexOf(prefix);
      const name = prefixNames[index] ?? '';
      const prefixed = names?.map((form) => name + form.charAt(0).toLowerCase() + form.slice(1)) ?? [];
      const symbol = (symbols[index] ?? '') + stem;
      for (const written of [symbol, symbol.replace('μ', 'µ')]) if (!forms.has(written)) forms.set(written, prefixed);
    }
  }
  for (const length of SQUARES) {
    const stem = LOCAL_STEMS[language]?.[length] ?? length;
    powers.forEach((pattern, index) => {
      const around = pattern.split('|');
      const names = forms
        .get(stem)
        ?.map((form, count) => (around[Math.min(count, around.length - 1)] ?? '#').replace('#', form.toLowerCase()));
      if (names) forms.set(stem + ('²³'[index] ?? ''), names);
    });
  }
  // `Suite 5A`, `Room 5J`
  for (const letter of ['A', 'J', 'А']) forms.delete(letter);
  return new Map([...forms].map(([symbol, names]) => [symbol, noun(names)]));
}

/** Units that Russian writes in its own letters. */
const LOCAL_STEMS: Partial<Record<LanguageCode, Readonly<Record<string, string>>>> = {
  ru: Object.fromEntries(
    'Hz Гц;W Вт;Wh Вт·ч;V В;A А;Ah А·ч;J Дж;mol моль;cal кал;Pa Па;g г;l л;m м;t т;km км;cm см;mm мм'
      .split(';')
      .map((pair) => pair.split(' ') as [string, string]),
  ),
};
