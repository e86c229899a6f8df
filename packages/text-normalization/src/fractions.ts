import type { LanguageCode } from '@ownvoice/shared/contract/languages';
import type { Verbalizer } from './verbalizer.js';

/** How a language names a fraction and joins it to a whole number. */
interface FractionWords {
  /** The words of `above/below`, or undefined where the fraction has no name of its own. */
  readonly name: (above: number, below: number, verbalizer: Verbalizer) => string | undefined;
  /** A whole number with a fraction: 1½. */
  readonly mixed: (whole: string, fraction: string, isHalf: boolean, verbalizer: Verbalizer) => string;
}

/** Fractions from a half to a tenth by name: one form for one part and one for more. */
function named(table: string, one: string): FractionWords['name'] {
  const names = table.split(' ').map((pair) => pair.split('/'));
  return (above, below, verbalizer) => {
    const [single = '', many = single] = names[below - 2] ?? [];
    if (single === '') return undefined;
    return above === 1 ? `${one} ${single}` : `${verbalizer.cardinal(BigInt(above), 'm')} ${many}`;
  };
}

const denominatorFirst =
  (over: string): FractionWords['name'] =>
  (above, below, { cardinal }) =>
    cardinal(BigInt(below)) + over + cardinal(BigInt(above));

const joinedBy =
  (and: string): FractionWords['mixed'] =>
  (whole, fraction) =>
    `${whole}${and}${fraction}`;

const ENGLISH_ONE = /^one (?=half$|third$|quarter$)/u;

const FRACTIONS: Readonly<Record<LanguageCode, FractionWords>> = {
  en: {
    name: named(
      'half/halves third/thirds quarter/quarters fifth/fifths sixth/sixths seventh/sevenths eighth/eighths ninth/ninths tenth/tenths',
      'one',
    ),
    mixed: (whole, fraction) => `${whole} and ${fraction.replace(ENGLISH_ONE, 'a ')}`,
  },
  de: {
    name: (above, below, verbalizer) =>
      above === 1 && below === 2
        ? 'ein halb'
        : named('Halbe Drittel Viertel Fünftel Sechstel Siebtel Achtel Neuntel Zehntel', 'ein')(
            above,
            below,
            verbalizer,
          ),
    mixed: (whole, fraction, isHalf) => (isHalf ? `${whole.replace(/eins$/u, 'ein')}einhalb` : `${whole} ${fraction}`),
  },
  fr: {
    name: named(
      'demi/demis tiers quart/quarts cinquième/cinquièmes sixième/sixièmes septième/septièmes huitième/huitièmes neuvième/neuvièmes dixième/dixièmes',
      'un',
    ),
    mixed: (whole, fraction, isHalf) => `${whole} et ${isHalf ? 'demi' : fraction}`,
  },
  es: {
    name: named(
      'medio/medios tercio/tercios cuarto/cuartos quinto/quintos sexto/sextos séptimo/séptimos octavo/octavos noveno/novenos décimo/décimos',
      'un',
    ),
    mixed: (whole, fraction, isHalf) => `${whole} y ${isHalf ? 'medio' : fraction}`,
  },
  it: {
    name: named(
      'mezzo/mezzi terzo/terzi quarto/quarti quinto/quinti sesto/sesti settimo/settimi ottavo/ottavi nono/noni decimo/decimi',
      'un',
    ),
    mixed: (whole, fraction, isHalf) => `${whole} e ${isHalf ? 'mezzo' : fraction}`,
  },
  pt: {
    name: named(
      'meio/meios terço/terços quarto/quartos quinto/quintos sexto/sextos sétimo/sétimos oitavo/oitavos nono/nonos décimo/décimos',
      'um',
    ),
    mixed: (whole, fraction, isHalf) => `${whole} e ${isHalf ? 'meio' : fraction}`,
  },
  ru: {
    name: russianFraction,
    mixed: (whole, fraction, isHalf) => {
      if (!isHalf) return `${whole} и ${fraction}`;
      return whole === 'один' ? 'полтора' : `${whole} с половиной`;
    },
  },
  zh: { name: denominatorFirst('分之'), mixed: joinedBy('又') },
  ja: { name: denominatorFirst('ブンノ'), mixed: joinedBy('ト') },
  ko: { name: denominatorFirst('분의 '), mixed: joinedBy('과 ') },
};

const RUSSIAN_PARTS: ReadonlyMap<number, string> = new Map([
  [2, 'вторая/вторых'],
  [3, 'треть/трети'],
  [4, 'четверть/четверти'],
]);

/** `одна вторая`, `две трети`, `пять восьмых`. */
function russianFraction(above: number, below: number, verbalizer: Verbalizer): string | undefined {
  if (below < 2 || below > 10) return undefined;
  const stem = verbalizer.ordinal(BigInt(below), '')?.replace(/(?:ый|ой)$/u, '') ?? '';
  const [one, many] = (RUSSIAN_PARTS.get(below) ?? `${stem}ая/${stem}ых`).split('/');
  return `${verbalizer.cardinal(BigInt(above), 'f')} ${above === 1 ? one : many}`;
}

/** The name of a fraction below one, or undefined where it has none. */
export function fractionInWords(
  above: number,
  below: number,
  language: LanguageCode,
  verbalizer: Verbalizer,
): string | undefined {
  return above > 0 && above < below ? FRACTIONS[language].name(above, below, verbalizer) : undefined;
}

/** A whole number and a fraction below one, or undefined where the fraction has no name. */
export function mixedInWords(
  whole: bigint,
  [above, below]: readonly [number, number],
  language: LanguageCode,
  verbalizer: Verbalizer,
): string | undefined {
  const fraction = fractionInWords(above, below, language, verbalizer);
  if (fraction === undefined) return undefined;
  return FRACTIONS[language].mixed(verbalizer.cardinal(whole), fraction, above === 1 && below === 2, verbalizer);
}
