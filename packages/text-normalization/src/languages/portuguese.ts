import { currencies, groups, nouns, romanceDecimals, signs } from '../tables.js';
import type { Gender, Verbalizer } from '../verbalizer.js';

const SMALL_NUMBERS =
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  );
const TENS = '  vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const HUNDREDS = ' cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(
  ' ',
);
const SCALES = [
  ['milhão', 'milhões'],
  ['bilhão', 'bilhões'],
  ['trilhão', 'trilhões'],
] as const;
const MONTHS = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
const ORDINALS = 'primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono décimo'.split(' ');

const ORDINAL_TENS =
  ' décimo vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo centésimo'.split(
    ' ',
  );

/** `vigésimo primeiro`; more than a hundred are counted with cardinals. */
function ordinalUpToHundred(value: number): string | undefined {
  const tens = ORDINAL_TENS[Math.floor(value / 10)];
  const ones = value > 100 ? undefined : ORDINALS[(value % 10) - 1];
  return [tens, ones].filter(Boolean).join(' ') || undefined;
}

function belowThousand(value: number): string {
  if (value === 100) return 'cem';
  const rest = value % 100;
  const low =
    rest < 20
      ? rest === 0
        ? ''
        : SMALL_NUMBERS[rest]
      : `${TENS[Math.floor(rest / 10)]}${rest % 10 === 0 ? '' : ` e ${SMALL_NUMBERS[rest % 10]}`}`;
  return [HUNDREDS[Math.floor(value / 100)], low].filter(Boolean).join(' e ');
}

const feminine = (words: string): string =>
  words
    .replace(/\bum$/u, 'uma')
    .replace(/\bdois$/u, 'duas')
    .replaceAll(/(\p{L}*)(ent|hent)os\b/gu, '$1$2as');

function cardinal(value: bigint, gender?: Gender): string {
  if (value === 0n) return 'zero';
  const [low = 0, thousands = 0, ...higher] = groups(value, 3);
  const inGender = (words: string): string => (gender === 'f' ? feminine(words) : words);
  const named = higher.flatMap((group, index) => {
    const [one, many] = SCALES[index] ?? ['', ''];
    return group === 0 ? [] : [`${belowThousand(group)} ${group === 1 ? one : many}`];
  });
  const mil = thousands === 0 ? [] : [thousands === 1 ? 'mil' : `${inGender(belowThousand(thousands))} mil`];
  const before = [...named.reverse(), ...mil].join(' ');
  if (low === 0) return before;
  if (before === '') return inGender(belowThousand(low));
  return `${before} ${low < 100 || low % 100 === 0 ? 'e ' : ''}${inGender(belowThousand(low))}`;
}

export const PORTUGUESE: Verbalizer = {
  space: ' ',
  dayFirst: true,
  decimalSign: ',',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs: signs(
    'mais|menos|vezes|dividido por|igual a|diferente de|menor que|maior que|no máximo|no mínimo|aproximadamente|mais ou menos|sobre|e|por cento|por mil|graus|número|parágrafo|número|copyright|marca registrada|marca|arroba|ponto|sublinhado|a|a|barra|traço',
  ),
  per: 'por',
  currencies: currencies(`
    USD m dólar dólares
    USD/100 m centavo centavos
    EUR m euro euros
    EUR/100 m cêntimo cêntimos
    GBP f libra libras
    GBP/100 m pêni pence
    JPY m iene ienes
    CNY m yuan yuans
    KRW m won wons
    RUB m rublo rublos
    RUB/100 m copeque copeques
    BRL m real reais
    BRL/100 m centavo centavos
    CHF m franco francos
    INR f rupia rupias`),
  units: nouns(`
    km m quilômetro quilômetros
    m m metro metros
    cm m centímetro centímetros
    mm m milímetro milímetros
    kg m quilograma quilogramas
    g m grama gramas
    mg m miligrama miligramas
    t f tonelada toneladas
    l m litro litros
    L m litro litros
    ml m mililitro mililitros
    km/h m quilômetro_por_hora quilômetros_por_hora
    m/s m metro_por_segundo metros_por_segundo
    m² m metro_quadrado metros_quadrados
    km² m quilômetro_quadrado quilômetros_quadrados
    m³ m metro_cúbico metros_cúbicos
    °C m grau_Celsius graus_Celsius
    °F m grau_Fahrenheit graus_Fahrenheit
    ° m grau graus
    h f hora horas
    min m minuto minutos
    s m segundo segundos
    ms m milissegundo milissegundos
    kB m kilobyte kilobytes
    MB m megabyte megabytes
    GB m gigabyte gigabytes
    TB m terabyte terabytes
    Hz m hertz hertz
    kHz m quilohertz quilohertz
    MHz m megahertz megahertz
    GHz m gigahertz gigahertz
    W m watt watts
    kW m quilowatt quilowatts
    kWh m quilowatt-hora quilowatts-hora
    V m volt volts
    cl m centilitro centilitros
    dl m decilitro decilitros
    ha m hectare hectares
    cm² m centímetro_quadrado centímetros_quadrados
    kcal f quilocaloria quilocalorias
    kJ m quilojoule quilojoules
    hPa m hectopascal hectopascais
    dB m decibel decibéis
    Mbit/s m megabit_por_segundo megabits_por_segundo`),

  cardinal,
  ordinal: (value, suffix) => {
    const word = ordinalUpToHundred(Number(value));
    return /^(?:ª|a)$/u.test(suffix) ? word?.replaceAll(/o(?= |$)/gu, 'a') : word;
  },
  plural: (whole) => (whole < 2n ? 0 : 1),
  decimal: (whole, decimals) => `${whole} vírgula ${romanceDecimals(decimals, SMALL_NUMBERS, cardinal)}`,
  negative: (words) => `menos ${words}`,
  percent: (words) => `${words} por cento`,
  counted: (words, noun) => (/ilh(?:ão|ões)$/u.test(words) ? `${words} de ${noun}` : `${words} ${noun}`),
  money: (major, minor) => `${major} e ${minor}`,
  year: (value) => cardinal(BigInt(value)),
  date: (value, month, day) => {
    const words = `${day === 1 ? 'primeiro' : cardinal(BigInt(day))} de ${MONTHS[month - 1]}`;
    return value === undefined ? words : `${words} de ${cardinal(BigInt(value))}`;
  },
  time: (hour, minute, second) => {
    const hours = `${cardinal(BigInt(hour), 'f')} ${hour < 2 ? 'hora' : 'horas'}`;
    const clock = minute === 0 ? hours : `${cardinal(BigInt(hour), 'f')} e ${cardinal(BigInt(minute))}`;
    if (second === undefined) return clock;
    return `${clock} e ${cardinal(BigInt(second))} ${second < 2 ? 'segundo' : 'segundos'}`;
  },
};
