import { currencies, groups, nouns, romanceDecimals, signs } from '../tables.js';
import type { Gender, Verbalizer } from '../verbalizer.js';

const SMALL_NUMBERS =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  );
const TENS = '  vingt trente quarante cinquante soixante'.split(' ');
const SCALES = ['million', 'milliard', 'billion'];
const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');

function belowHundred(value: number): string {
  if (value < 20) return SMALL_NUMBERS[value] ?? '';
  if (value === 80) return 'quatre-vingts';
  if (value > 80) return `quatre-vingt-${SMALL_NUMBERS[value - 80]}`;
  if (value === 71) return 'soixante et onze';
  if (value >= 60)
    return value === 60 ? 'soixante' : value === 61 ? 'soixante et un' : `soixante-${SMALL_NUMBERS[value - 60]}`;
  const ten = TENS[Math.floor(value / 10)] ?? '';
  const one = value % 10;
  if (one === 0) return ten;
  return one === 1 ? `${ten} et un` : `${ten}-${SMALL_NUMBERS[one]}`;
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const cents =
    hundreds === 0 ? '' : hundreds === 1 ? 'cent' : `${SMALL_NUMBERS[hundreds]} cent${rest === 0 ? 's' : ''}`;
  if (rest === 0) return cents;
  return cents === '' ? belowHundred(rest) : `${cents} ${belowHundred(rest)}`;
}

function cardinal(value: bigint, gender?: Gender): string {
  if (value === 0n) return 'zéro';
  const [low = 0, thousands = 0, ...higher] = groups(value, 3);
  const named = higher.flatMap((group, index) =>
    group === 0 ? [] : [`${belowThousand(group)} ${SCALES[index]}${group > 1 ? 's' : ''}`],
  );
  // `quatre-vingts` and `cents` lose their s before `mille`.
  const mille =
    thousands === 0
      ? []
      : [thousands === 1 ? 'mille' : `${belowThousand(thousands).replace(/(vingt|cent)s$/u, '$1')} mille`];
  const words = [...named.reverse(), ...mille, ...(low === 0 ? [] : [belowThousand(low)])].join(' ');
  return gender === 'f' ? words.replace(/(^|[\s-])un$/u, '$1une') : words;
}

function ordinal(value: bigint, suffix: string): string {
  if (value === 1n) return /^(?:re|ère)$/u.test(suffix) ? 'première' : 'premier';
  const words = cardinal(value).replace(/(vingt|cent|million)s$/u, '$1');
  if (words.endsWith('cinq')) return `${words}uième`;
  if (words.endsWith('neuf')) return `${words.slice(0, -1)}vième`;
  return `${words.replace(/e$/u, '')}ième`;
}

/** `un million d'euros`, `un million de dollars`. */
function counted(words: string, noun: string): string {
  if (!/(?:million|milliard|billion)s?$/u.test(words)) return `${words} ${noun}`;
  return /^[aeiouhéèê]/iu.test(noun) ? `${words} d'${noun}` : `${words} de ${noun}`;
}

export const FRENCH: Verbalizer = {
  space: ' ',
  dayFirst: true,
  decimalSign: ',',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs: signs(
    'plus|moins|fois|divisé par|égale|différent de|inférieur à|supérieur à|au plus|au moins|environ|plus ou moins|sur|et|pour cent|pour mille|degrés|numéro|paragraphe|numéro|copyright|marque déposée|marque|arobase|point|tiret bas|à|à|barre oblique|tiret',
  ),
  per: 'par',
  currencies: currencies(`
    USD m dollar dollars
    USD/100 m cent cents
    EUR m euro euros
    EUR/100 m centime centimes
    GBP f livre livres
    GBP/100 m penny pence
    JPY m yen yens
    CNY m yuan yuans
    KRW m won wons
    RUB m rouble roubles
    RUB/100 m kopeck kopecks
    BRL m réal réaux
    BRL/100 m centavo centavos
    CHF m franc francs
    CHF/100 m centime centimes
    INR f roupie roupies`),
  units: nouns(`
    km m kilomètre kilomètres
    m m mètre mètres
    cm m centimètre centimètres
    mm m millimètre millimètres
    kg m kilogramme kilogrammes
    g m gramme grammes
    mg m milligramme milligrammes
    t f tonne tonnes
    l m litre litres
    L m litre litres
    ml m millilitre millilitres
    km/h m kilomètre_par_heure kilomètres_par_heure
    m/s m mètre_par_seconde mètres_par_seconde
    m² m mètre_carré mètres_carrés
    km² m kilomètre_carré kilomètres_carrés
    m³ m mètre_cube mètres_cubes
    °C m degré_Celsius degrés_Celsius
    °F m degré_Fahrenheit degrés_Fahrenheit
    ° m degré degrés
    h f heure heures
    min f minute minutes
    s f seconde secondes
    ms f milliseconde millisecondes
    Ko m kilooctet kilooctets
    Mo m mégaoctet mégaoctets
    Go m gigaoctet gigaoctets
    To m téraoctet téraoctets
    kB m kilooctet kilooctets
    MB m mégaoctet mégaoctets
    GB m gigaoctet gigaoctets
    TB m téraoctet téraoctets
    Hz m hertz hertz
    kHz m kilohertz kilohertz
    MHz m mégahertz mégahertz
    GHz m gigahertz gigahertz
    W m watt watts
    kW m kilowatt kilowatts
    kWh m kilowattheure kilowattheures
    V m volt volts
    cl m centilitre centilitres
    dl m décilitre décilitres
    ha m hectare hectares
    cm² m centimètre_carré centimètres_carrés
    kcal f kilocalorie kilocalories
    kJ m kilojoule kilojoules
    hPa m hectopascal hectopascals
    dB m décibel décibels
    mAh m milliampère-heure milliampères-heures
    Mbit/s m mégabit_par_seconde mégabits_par_seconde`),

  cardinal,
  ordinal,
  plural: (whole) => (whole < 2n ? 0 : 1),
  decimal: (whole, decimals) => `${whole} virgule ${romanceDecimals(decimals, SMALL_NUMBERS, cardinal)}`,
  negative: (words) => `moins ${words}`,
  percent: (words) => `${words} pour cent`,
  counted,
  money: (major, minor) => `${major} et ${minor}`,
  year: (value) => cardinal(BigInt(value)),
  date: (value, month, day) => {
    const words = `${day === 1 ? 'premier' : cardinal(BigInt(day))} ${MONTHS[month - 1]}`;
    return value === undefined ? words : `${words} ${cardinal(BigInt(value))}`;
  },
  time: (hour, minute, second) => {
    const clock = `${cardinal(BigInt(hour), 'f')} ${hour < 2 ? 'heure' : 'heures'}${minute === 0 ? '' : ` ${cardinal(BigInt(minute), 'f')}`}`;
    if (second === undefined) return clock;
    return `${clock} et ${cardinal(BigInt(second), 'f')} ${second < 2 ? 'seconde' : 'secondes'}`;
  },
};
