import { currencies, digitByDigit, groups, nouns, signs } from '../tables.js';
import type { Gender, Verbalizer } from '../verbalizer.js';

const SMALL_NUMBERS =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
const SCALES = [
  ['Million', 'Millionen'],
  ['Milliarde', 'Milliarden'],
  ['Billion', 'Billionen'],
] as const;
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

/** As it stands inside a longer number: `ein` for one. */
function belowHundred(value: number): string {
  if (value === 1) return 'ein';
  if (value < 20) return SMALL_NUMBERS[value] ?? '';
  const one = value % 10;
  const ten = TENS[Math.floor(value / 10)] ?? '';
  return one === 0 ? ten : `${belowHundred(one)}und${ten}`;
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  return `${hundreds === 0 ? '' : `${belowHundred(hundreds)}hundert`}${rest === 0 ? '' : belowHundred(rest)}`;
}

function ending(words: string, gender: Gender | undefined): string {
  if (!words.endsWith('ein')) return words;
  if (gender === undefined) return `${words}s`;
  return gender === 'f' && words === 'ein' ? 'eine' : words;
}

function cardinal(value: bigint, gender?: Gender): string {
  if (value === 0n) return 'null';
  const [low = 0, thousands = 0, ...higher] = groups(value, 3);
  const named = higher.flatMap((group, index) => {
    const [one, many] = SCALES[index] ?? ['', ''];
    if (group === 0) return [];
    return [group === 1 ? `eine ${one}` : `${belowThousand(group)} ${many}`];
  });
  const word = `${thousands === 0 ? '' : `${belowThousand(thousands)}tausend`}${belowThousand(low)}`;
  return [...named.reverse(), ...(word === '' ? [] : [ending(word, gender)])].join(' ');
}

/** The stem that the endings of an ordinal are added to: `dritt`, `zwanzigst`. */
function ordinalStem(value: bigint): string {
  const irregular = new Map([
    [1n, 'erst'],
    [3n, 'dritt'],
    [7n, 'siebt'],
    [8n, 'acht'],
  ]);
  const low = value % 100n;
  const words = cardinal(value, 'm');
  const whole = irregular.get(low);
  if (whole !== undefined && low < 20n) return words.slice(0, words.length - cardinal(low, 'm').length) + whole;
  return `${words}${low > 0n && low < 20n ? 't' : 'st'}`;
}

function year(value: number): string {
  if (value < 1100 || value >= 2000) return cardinal(BigInt(value));
  const rest = value % 100;
  return `${belowHundred(Math.floor(value / 100))}hundert${rest === 0 ? '' : ending(belowHundred(rest), undefined)}`;
}

export const GERMAN: Verbalizer = {
  space: ' ',
  dayFirst: true,
  decimalSign: ',',
  digits: SMALL_NUMBERS.slice(0, 10),
  months: MONTHS,
  signs: signs(
    'plus|minus|mal|geteilt durch|gleich|ungleich|kleiner als|größer als|höchstens|mindestens|ungefähr|plus minus|durch|und|Prozent|Promille|Grad|Nummer|Paragraf|Nummer|Copyright|registriert|Trademark|at|Punkt|Unterstrich|zu|bis|Schrägstrich|Strich',
  ),
  per: 'pro',
  currencies: currencies(`
    USD m Dollar Dollar
    USD/100 m Cent Cent
    EUR m Euro Euro
    EUR/100 m Cent Cent
    GBP n Pfund Pfund
    GBP/100 m Penny Pence
    JPY m Yen Yen
    CNY m Yuan Yuan
    KRW m Won Won
    RUB m Rubel Rubel
    RUB/100 f Kopeke Kopeken
    BRL m Real Real
    BRL/100 m Centavo Centavos
    CHF m Franken Franken
    CHF/100 n Rappen Rappen
    INR f Rupie Rupien`),
  units: nouns(`
    km m Kilometer Kilometer
    m m Meter Meter
    cm m Zentimeter Zentimeter
    mm m Millimeter Millimeter
    kg n Kilogramm Kilogramm
    g n Gramm Gramm
    mg n Milligramm Milligramm
    t f Tonne Tonnen
    l m Liter Liter
    L m Liter Liter
    ml m Milliliter Milliliter
    km/h m Kilometer_pro_Stunde Kilometer_pro_Stunde
    m/s m Meter_pro_Sekunde Meter_pro_Sekunde
    m² m Quadratmeter Quadratmeter
    km² m Quadratkilometer Quadratkilometer
    m³ m Kubikmeter Kubikmeter
    °C n Grad_Celsius Grad_Celsius
    °F n Grad_Fahrenheit Grad_Fahrenheit
    ° n Grad Grad
    h f Stunde Stunden
    min f Minute Minuten
    Std. f Stunde Stunden
    Std f Stunde Stunden
    Min. f Minute Minuten
    Sek. f Sekunde Sekunden
    s f Sekunde Sekunden
    ms f Millisekunde Millisekunden
    kB n Kilobyte Kilobyte
    MB n Megabyte Megabyte
    GB n Gigabyte Gigabyte
    TB n Terabyte Terabyte
    Hz n Hertz Hertz
    kHz n Kilohertz Kilohertz
    MHz n Megahertz Megahertz
    GHz n Gigahertz Gigahertz
    W n Watt Watt
    kW n Kilowatt Kilowatt
    kWh f Kilowattstunde Kilowattstunden
    V n Volt Volt
    Uhr n Uhr Uhr
    EL m Esslöffel Esslöffel
    TL m Teelöffel Teelöffel
    Pck. n Päckchen Päckchen
    Msp. f Messerspitze Messerspitzen
    cl m Zentiliter Zentiliter
    dl m Deziliter Deziliter
    ha n Hektar Hektar
    cm² m Quadratzentimeter Quadratzentimeter
    kcal f Kilokalorie Kilokalorien
    kJ n Kilojoule Kilojoule
    hPa n Hektopascal Hektopascal
    dB n Dezibel Dezibel
    mAh f Milliamperestunde Milliamperestunden
    Mbit/s n Megabit_pro_Sekunde Megabit_pro_Sekunde`),

  cardinal,
  // The suffix carries the ending that the sentence asks for: `e`, `en` or `er`.
  ordinal: (value, suffix) => `${ordinalStem(value)}${suffix}`,
  plural: (whole, hasDecimals) => (whole === 1n && !hasDecimals ? 0 : 1),
  decimal: (whole, decimals) => `${whole} Komma ${digitByDigit(decimals, SMALL_NUMBERS, ' ')}`,
  negative: (words) => `minus ${words}`,
  percent: (words) => `${words} Prozent`,
  counted: (words, noun) => `${words} ${noun}`,
  money: (major, minor) => `${major} und ${minor}`,
  year,
  date: (value, month, day) => {
    const words = `${ordinalStem(BigInt(day))}er ${MONTHS[month - 1]}`;
    return value === undefined ? words : `${words} ${year(value)}`;
  },
  time: (hour, minute, second) => {
    const clock = `${cardinal(BigInt(hour), 'm')} Uhr${minute === 0 ? '' : ` ${cardinal(BigInt(minute))}`}`;
    if (second === undefined) return clock;
    return `${clock} und ${cardinal(BigInt(second), 'f')} ${second === 1 ? 'Sekunde' : 'Sekunden'}`;
  },
};
