import { defineVerbalizer } from '../language-words.js';
import { ordinalByPlaces, romanceDecimals } from '../tables.js';
import type { Gender } from '../verbalizer.js';

const SMALL_NUMBERS =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const TENS = '   treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS =
  ' ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ');
const ORDINALS = {
  ones: 'primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo',
  tens: 'décimo vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo',
  hundreds:
    'centésimo ducentésimo tricentésimo cuadringentésimo quingentésimo sexcentésimo septingentésimo octingentésimo noningentésimo',
  scales: [
    [1_000_000n, 'millonésimo'],
    [1000n, 'milésimo'],
  ] as [bigint, string][],
};

function belowThousand(value: number): string {
  if (value === 100) return 'cien';
  const rest = value % 100;
  const low =
    rest < 30
      ? rest === 0
        ? ''
        : SMALL_NUMBERS[rest]
      : `${TENS[Math.floor(rest / 10)]}${rest % 10 === 0 ? '' : ` y ${SMALL_NUMBERS[rest % 10]}`}`;
  return [HUNDREDS[Math.floor(value / 100)], low].filter(Boolean).join(' ');
}

/** `uno` is shortened before a noun, and before `mil` and `millones` too. */
function beforeNoun(words: string, gender: Gender): string {
  if (gender === 'f')
    return words.replace(/uno$/u, 'una').replaceAll('cientos', 'cientas').replace('quinientos', 'quinientas');
  return words.replace(/veintiuno$/u, 'veintiún').replace(/uno$/u, 'un');
}

function belowMillion(value: number, gender?: Gender): string {
  const thousands = Math.floor(value / 1000);
  const low = belowThousand(value % 1000);
  const mil =
    thousands === 0
      ? ''
      : thousands === 1
        ? 'mil'
        : `${beforeNoun(belowThousand(thousands), gender === 'f' ? 'f' : 'm')
            .replace(/veintiuna$/u, 'veintiún')
            .replace(/una$/u, 'un')} mil`;
  const lowest = gender && low !== '' ? beforeNoun(low, gender) : low;
  return [mil, lowest].filter(Boolean).join(' ');
}

function cardinal(value: bigint, gender?: Gender): string {
  if (value === 0n) return 'cero';
  const million = 1_000_000n;
  const named = [value / (million * million), (value / million) % million].map((part, index) => {
    if (part === 0n) return '';
    const noun = index === 0 ? ['billón', 'billones'] : ['millón', 'millones'];
    return part === 1n ? `un ${noun[0]}` : `${beforeNoun(belowMillion(Number(part)), 'm')} ${noun[1]}`;
  });
  return [...named, belowMillion(Number(value % million), gender)].filter(Boolean).join(' ');
}

export const SPANISH = defineVerbalizer({
  language: 'es',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs:
    'más|menos|por|entre|igual a|distinto de|menor que|mayor que|como máximo|como mínimo|aproximadamente|más menos|entre|y|por ciento|por mil|grados|número|sección|número|copyright|marca registrada|marca|arroba|punto|guion bajo|a|a|barra|guion',
  per: 'por',
  currencies: `USD dólar dólares; USD/100 centavo centavos; EUR euro euros; EUR/100 céntimo céntimos; GBP libra libras;
    GBP/100 penique peniques; JPY yen yenes; CNY yuan yuanes; KRW won wones; RUB rublo rublos; RUB/100 kopek kopeks;
    BRL real reales; BRL/100 centavo centavos; CHF franco francos; INR rupia rupias`,
  units: {
    prefixes: 'kilo mega giga tera mili centi deci hecto micro nano',
    powers: ['# cuadrado|# cuadrados', '# cúbico|# cúbicos'],
    others: `dm decímetro decímetros; nm nanómetro nanómetros; μm micrómetro micrómetros; µm micrómetro micrómetros;
      t tonelada toneladas; Hz hercio hercios; W vatio vatios; Wh vatio_hora vatios_hora; V voltio voltios; A amperio amperios;
      Ah amperio_hora amperios_hora; J julio julios; cal caloría calorías; Pa pascal pascales; dB decibelio decibelios`,
  },

  cardinal,
  ordinal: (value, suffix) => {
    const word = ordinalByPlaces(value, ORDINALS, (count) => cardinal(count).replaceAll(' ', ''));
    if (/[ªa]$/u.test(suffix)) return word.replaceAll(/o(?= |$)/gu, 'a');
    return suffix === 'er' ? word.replace(/ero$/u, 'er') : word;
  },
  decimal: (whole, decimals) => `${whole} coma ${romanceDecimals(decimals, SMALL_NUMBERS, cardinal)}`,
  counted: (words, noun) => (/ill(?:ón|ones)$/u.test(words) ? `${words} de ${noun}` : `${words} ${noun}`),
  money: (major, minor) => `${major} con ${minor}`,
  date: (value, _month, day, name) => {
    const words = `${cardinal(BigInt(day))} de ${name}`;
    return value === undefined ? words : `${words} de ${cardinal(BigInt(value))}`;
  },
  clock: (hour, minute) =>
    `${cardinal(BigInt(hour), 'f')} ${minute === 0 ? 'en punto' : `y ${cardinal(BigInt(minute))}`}`,
});
