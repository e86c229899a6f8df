import { defineVerbalizer } from '../language-words.js';
import { groups, ordinalByPlaces, romanceDecimals } from '../tables.js';
import type { Gender } from '../verbalizer.js';

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
const ORDINALS = {
  ones: 'primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono',
  tens: 'décimo vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo',
  hundreds:
    'centésimo ducentésimo trecentésimo quadringentésimo quingentésimo sexcentésimo septingentésimo octingentésimo nongentésimo',
  scales: [
    [1_000_000n, 'milionésimo'],
    [1000n, 'milésimo'],
  ] as [bigint, string][],
};

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

export const PORTUGUESE = defineVerbalizer({
  language: 'pt',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs:
    'mais|menos|vezes|dividido por|igual a|diferente de|menor que|maior que|no máximo|no mínimo|aproximadamente|mais ou menos|sobre|e|por cento|por mil|graus|número|parágrafo|número|copyright|marca registrada|marca|arroba|ponto|sublinhado|a|a|barra|traço',
  per: 'por',
  currencies: `USD dólar dólares; USD/100 centavo centavos; EUR euro euros; EUR/100 cêntimo cêntimos; GBP libra libras;
    GBP/100 pêni pence; JPY iene ienes; CNY yuan yuans; KRW won wons; RUB rublo rublos; RUB/100 copeque copeques;
    BRL real reais; BRL/100 centavo centavos; CHF franco francos; INR rupia rupias`,
  units: {
    prefixes: 'quilo mega giga tera mili centi deci hecto micro nano',
    powers: ['# quadrado|# quadrados', '# cúbico|# cúbicos'],
    others: `dm decímetro decímetros; nm nanômetro nanômetros; μm micrômetro micrômetros; µm micrômetro micrômetros;
      t tonelada toneladas; Hz hertz; W watt watts; Wh watt-hora watts-hora; V volt volts; A ampere amperes; Ah ampere-hora amperes-hora;
      J joule joules; cal caloria calorias; Pa pascal pascais; dB decibel decibéis`,
  },

  cardinal,
  ordinal: (value, suffix) => {
    const word = ordinalByPlaces(value, ORDINALS, (count) => `${cardinal(count)} `);
    return /^(?:ª|a)$/u.test(suffix) ? word.replaceAll(/o(?= |$)/gu, 'a') : word;
  },
  decimal: (whole, decimals) => `${whole} vírgula ${romanceDecimals(decimals, SMALL_NUMBERS, cardinal)}`,
  counted: (words, noun) => (/ilh(?:ão|ões)$/u.test(words) ? `${words} de ${noun}` : `${words} ${noun}`),
  date: (value, _month, day, name) => {
    const words = `${day === 1 ? 'primeiro' : cardinal(BigInt(day))} de ${name}`;
    return value === undefined ? words : `${words} de ${cardinal(BigInt(value))}`;
  },
  clock: (hour, minute) =>
    `${cardinal(BigInt(hour), 'f')} ${minute > 0 ? `e ${cardinal(BigInt(minute))}` : hour < 2 ? 'hora' : 'horas'}`,
});
