import { currencies, nouns, romanceDecimals, signs } from '../tables.js';
import type { Gender, Verbalizer } from '../verbalizer.js';

const SMALL_NUMBERS =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const TENS = '   treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS =
  ' ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(' ');
const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const ORDINALS = 'primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo'.split(
  ' ',
);

const ORDINAL_TENS =
  ' décimo vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo'.split(' ');

/** `vigésimo primero`; more than ninety-nine are counted with cardinals. */
function ordinalBelowHundred(value: number): string | undefined {
  if (value <= 12) return ORDINALS[value - 1];
  const tens = ORDINAL_TENS[Math.floor(value / 10)];
  const ones = ORDINALS[(value % 10) - 1];
  return tens === undefined || ones === undefined ? tens : `${tens} ${ones}`;
}

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

export const SPANISH: Verbalizer = {
  space: ' ',
  dayFirst: true,
  decimalSign: ',',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs: signs(
    'más|menos|por|entre|igual a|distinto de|menor que|mayor que|como máximo|como mínimo|aproximadamente|más menos|entre|y|por ciento|por mil|grados|número|sección|número|copyright|marca registrada|marca|arroba|punto|guion bajo|a|a|barra|guion',
  ),
  per: 'por',
  currencies: currencies(`
    USD m dólar dólares
    USD/100 m centavo centavos
    EUR m euro euros
    EUR/100 m céntimo céntimos
    GBP f libra libras
    GBP/100 m penique peniques
    JPY m yen yenes
    CNY m yuan yuanes
    KRW m won wones
    RUB m rublo rublos
    RUB/100 m kopek kopeks
    BRL m real reales
    BRL/100 m centavo centavos
    CHF m franco francos
    INR f rupia rupias`),
  units: nouns(`
    km m kilómetro kilómetros
    m m metro metros
    cm m centímetro centímetros
    mm m milímetro milímetros
    kg m kilogramo kilogramos
    g m gramo gramos
    mg m miligramo miligramos
    t f tonelada toneladas
    l m litro litros
    L m litro litros
    ml m mililitro mililitros
    km/h m kilómetro_por_hora kilómetros_por_hora
    m/s m metro_por_segundo metros_por_segundo
    m² m metro_cuadrado metros_cuadrados
    km² m kilómetro_cuadrado kilómetros_cuadrados
    m³ m metro_cúbico metros_cúbicos
    °C m grado_Celsius grados_Celsius
    °F m grado_Fahrenheit grados_Fahrenheit
    ° m grado grados
    h f hora horas
    min m minuto minutos
    s m segundo segundos
    ms m milisegundo milisegundos
    kB m kilobyte kilobytes
    MB m megabyte megabytes
    GB m gigabyte gigabytes
    TB m terabyte terabytes
    Hz m hercio hercios
    kHz m kilohercio kilohercios
    MHz m megahercio megahercios
    GHz m gigahercio gigahercios
    W m vatio vatios
    kW m kilovatio kilovatios
    kWh m kilovatio_hora kilovatios_hora
    V m voltio voltios
    cl m centilitro centilitros
    dl m decilitro decilitros
    ha f hectárea hectáreas
    cm² m centímetro_cuadrado centímetros_cuadrados
    kcal f kilocaloría kilocalorías
    kJ m kilojulio kilojulios
    hPa m hectopascal hectopascales
    dB m decibelio decibelios
    mAh m miliamperio_hora miliamperios_hora
    Mbit/s m megabit_por_segundo megabits_por_segundo`),

  cardinal,
  ordinal: (value, suffix) => {
    const word = ordinalBelowHundred(Number(value));
    if (word === undefined) return undefined;
    if (/[ªa]$/u.test(suffix)) return word.replaceAll(/o(?= |$)/gu, 'a');
    return suffix === 'er' ? word.replace(/ero$/u, 'er') : word;
  },
  plural: (whole, hasDecimals) => (whole === 1n && !hasDecimals ? 0 : 1),
  decimal: (whole, decimals) => `${whole} coma ${romanceDecimals(decimals, SMALL_NUMBERS, cardinal)}`,
  negative: (words) => `menos ${words}`,
  percent: (words) => `${words} por ciento`,
  counted: (words, noun) => (/ill(?:ón|ones)$/u.test(words) ? `${words} de ${noun}` : `${words} ${noun}`),
  money: (major, minor) => `${major} con ${minor}`,
  year: (value) => cardinal(BigInt(value)),
  date: (value, month, day) => {
    const words = `${cardinal(BigInt(day))} de ${MONTHS[month - 1]}`;
    return value === undefined ? words : `${words} de ${cardinal(BigInt(value))}`;
  },
  time: (hour, minute, second) => {
    const clock = `${cardinal(BigInt(hour), 'f')} ${minute === 0 ? 'en punto' : `y ${cardinal(BigInt(minute))}`}`;
    if (second === undefined) return clock;
    return `${clock} y ${cardinal(BigInt(second), 'm')} ${second === 1 ? 'segundo' : 'segundos'}`;
  },
};
