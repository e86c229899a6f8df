import { currencies, nouns, romanceDecimals, signs } from '../tables.js';
import type { Gender, Verbalizer } from '../verbalizer.js';

const SMALL_NUMBERS =
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  );
const TENS = '  venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');
const MONTHS = 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
  ' ',
);
const ORDINALS = 'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo'.split(' ');

function belowHundred(value: number): string {
  if (value < 20) return SMALL_NUMBERS[value] ?? '';
  const ten = TENS[Math.floor(value / 10)] ?? '';
  const one = value % 10;
  if (one === 0) return ten;
  return (one === 1 || one === 8 ? ten.slice(0, -1) : ten) + (one === 3 ? 'tré' : SMALL_NUMBERS[one]);
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const cento = hundreds === 0 ? '' : `${hundreds === 1 ? '' : SMALL_NUMBERS[hundreds]}cento`;
  if (rest === 0) return cento;
  const low = rest === 3 && cento !== '' ? 'tré' : belowHundred(rest);
  return (low.startsWith('o') ? cento.slice(0, -1) : cento) + low;
}

function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const low = value % 1000;
  const mila =
    thousands === 0
      ? ''
      : thousands === 1
        ? 'mille'
        : `${belowThousand(thousands).replace(/tré$/u, 'tre').replace(/uno$/u, 'un')}mila`;
  return mila + (low === 0 ? '' : low === 3 && mila !== '' ? 'tré' : belowThousand(low));
}

function cardinal(value: bigint, gender?: Gender): string {
  if (value === 0n) return 'zero';
  const named = (
    [
      [1_000_000_000_000n, 'bilione', 'bilioni'],
      [1_000_000_000n, 'miliardo', 'miliardi'],
      [1_000_000n, 'milione', 'milioni'],
    ] as const
  ).map(([size, one, many]) => {
    const part = (value / size) % (size === 1_000_000_000_000n ? 1_000_000n : 1000n);
    return part === 0n ? '' : part === 1n ? `un ${one}` : `${belowMillion(Number(part))} ${many}`;
  });
  const low = belowMillion(Number(value % 1_000_000n));
  const lowest = low !== 'uno' || gender === undefined ? low : gender === 'f' ? 'una' : 'un';
  return [...named, lowest].filter(Boolean).join(' ');
}

export const ITALIAN: Verbalizer = {
  space: ' ',
  dayFirst: true,
  decimalSign: ',',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs: signs(
    'più|meno|per|diviso|uguale|diverso da|minore di|maggiore di|al massimo|almeno|circa|più o meno|fratto|e|per cento|per mille|gradi|numero|sezione|numero|copyright|marchio registrato|marchio|chiocciola|punto|trattino basso|a|a|barra|trattino',
  ),
  per: 'per',
  currencies: currencies(`
    USD m dollaro dollari
    USD/100 m centesimo centesimi
    EUR m euro euro
    EUR/100 m centesimo centesimi
    GBP f sterlina sterline
    GBP/100 m penny pence
    JPY m yen yen
    CNY m yuan yuan
    KRW m won won
    RUB m rublo rubli
    RUB/100 m copeco copechi
    BRL m real real
    BRL/100 m centavo centavos
    CHF m franco franchi
    CHF/100 m centesimo centesimi
    INR f rupia rupie`),
  units: nouns(`
    km m chilometro chilometri
    m m metro metri
    cm m centimetro centimetri
    mm m millimetro millimetri
    kg m chilogrammo chilogrammi
    g m grammo grammi
    mg m milligrammo milligrammi
    t f tonnellata tonnellate
    l m litro litri
    L m litro litri
    ml m millilitro millilitri
    km/h m chilometro_orario chilometri_orari
    m/s m metro_al_secondo metri_al_secondo
    m² m metro_quadrato metri_quadrati
    km² m chilometro_quadrato chilometri_quadrati
    m³ m metro_cubo metri_cubi
    °C m grado_Celsius gradi_Celsius
    °F m grado_Fahrenheit gradi_Fahrenheit
    ° m grado gradi
    h f ora ore
    min m minuto minuti
    s m secondo secondi
    ms m millisecondo millisecondi
    kB m kilobyte kilobyte
    MB m megabyte megabyte
    GB m gigabyte gigabyte
    TB m terabyte terabyte
    Hz m hertz hertz
    kHz m chilohertz chilohertz
    MHz m megahertz megahertz
    GHz m gigahertz gigahertz
    W m watt watt
    kW m chilowatt chilowatt
    kWh m chilowattora chilowattora
    V m volt volt
    mq m metro_quadrato metri_quadrati
    mc m metro_cubo metri_cubi
    cl m centilitro centilitri
    dl m decilitro decilitri
    ha m ettaro ettari
    cm² m centimetro_quadrato centimetri_quadrati
    kcal f chilocaloria chilocalorie
    kJ m chilojoule chilojoule
    hPa m ettopascal ettopascal
    dB m decibel decibel
    Mbit/s m megabit_al_secondo megabit_al_secondo`),

  cardinal,
  ordinal: (value, suffix) => {
    const word =
      value <= 10n
        ? ORDINALS[Number(value) - 1]
        : `${cardinal(value).replace(/tré$/u, 'tree').replace(/sei$/u, 'seii').slice(0, -1)}esimo`;
    return /^(?:ª|a)$/u.test(suffix) ? word?.replace(/o$/u, 'a') : word;
  },
  plural: (whole, hasDecimals) => (whole === 1n && !hasDecimals ? 0 : 1),
  decimal: (whole, decimals) => `${whole} virgola ${romanceDecimals(decimals, SMALL_NUMBERS, cardinal)}`,
  negative: (words) => `meno ${words}`,
  percent: (words) => `${words} per cento`,
  counted: (words, noun) => (/(?:ilion[ei]|iliard[oi])$/u.test(words) ? `${words} di ${noun}` : `${words} ${noun}`),
  money: (major, minor) => `${major} e ${minor}`,
  year: (value) => cardinal(BigInt(value)),
  date: (value, month, day) => {
    const words = `${day === 1 ? 'primo' : cardinal(BigInt(day))} ${MONTHS[month - 1]}`;
    return value === undefined ? words : `${words} ${cardinal(BigInt(value))}`;
  },
  time: (hour, minute, second) => {
    const clock = `${cardinal(BigInt(hour), 'f')} ${minute === 0 ? 'in punto' : `e ${cardinal(BigInt(minute))}`}`;
    if (second === undefined) return clock;
    return `${clock} e ${cardinal(BigInt(second), 'm')} ${second === 1 ? 'secondo' : 'secondi'}`;
  },
};
