import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { romanceDecimals } from '../tables.js';
import type { Gender } from '../verbalizer.js';

const spell = speller({
  cardinal: `zero; um; dois; três; quatro; cinco; seis; sete; oito; nove; dez; onze; doze; treze; catorze; quinze; dezesseis; dezessete;
    dezoito; dezenove; 20: vinte[ e >>]; 30: trinta[ e >>]; 40: quarenta[ e >>]; 50: cinquenta[ e >>]; 60: sessenta[ e >>];
    70: setenta[ e >>]; 80: oitenta[ e >>]; 90: noventa[ e >>]; 100: cem; 101: cento e >>; 200: duzentos[ e >>];
    300: trezentos[ e >>]; 400: quatrocentos[ e >>]; 500: quinhentos[ e >>]; 600: seiscentos[ e >>]; 700: setecentos[ e >>];
    800: oitocentos[ e >>]; 900: novecentos[ e >>]; 1000: mil[>e>]; 2000: << mil[>e>]; 1e6: um milhão[>e>];
    2e6: << milhões[>e>]; 1e9: um bilhão[>e>]; 2e9: << bilhões[>e>]; 1e12: um trilhão[>e>]; 2e12: << trilhões[>e>]`,
  e: `1: ' e =cardinal=; 100: '[ =cardinal=| e =cardinal=]; 1000: ' =cardinal=`,
  ordinal: `0: ; primeiro; segundo; terceiro; quarto; quinto; sexto; sétimo; oitavo; nono; décimo[ >>]; 20: vigésimo[ >>];
    30: trigésimo[ >>]; 40: quadragésimo[ >>]; 50: quinquagésimo[ >>]; 60: sexagésimo[ >>]; 70: septuagésimo[ >>];
    80: octogésimo[ >>]; 90: nonagésimo[ >>]; 100: centésimo[ >>]; 200: ducentésimo[ >>]; 300: trecentésimo[ >>];
    400: quadringentésimo[ >>]; 500: quingentésimo[ >>]; 600: sexcentésimo[ >>]; 700: septingentésimo[ >>];
    800: octingentésimo[ >>]; 900: nongentésimo[ >>]; 1000: milésimo[ >>]; 2000: <cardinal< milésimo[ >>];
    1e6: milionésimo[ >>]; 2e6: <cardinal< milionésimo[ >>]`,
});

/** Thousands are feminine with their noun, millions are nouns of their own. */
const feminine = (words: string): string =>
  words
    .replace(/\bum(?=$| mil(?!h))/gu, 'uma')
    .replace(/\bdois(?=$| mil(?!h))/gu, 'duas')
    .replace(/(?<=ent)os(?!\p{L}|.*ilh)/gu, 'as');

function cardinal(value: bigint, gender?: Gender): string {
  const words = spell(value, 'cardinal');
  return gender === 'f' ? feminine(words) : words;
}

export const PORTUGUESE = defineVerbalizer({
  language: 'pt',
  signs:
    'mais|menos|vezes|dividido por|igual a|diferente de|menor que|maior que|no máximo|no mínimo|aproximadamente|mais ou menos|sobre|e|por cento|por mil|graus|número|parágrafo|número|copyright|marca registrada|marca|arroba|ponto|sublinhado|a|a|barra|traço|raiz de|integral|soma|infinito|pi',
  per: 'por',
  currencies: `USD dólar dólares; USD/100 centavo centavos; EUR euro euros; EUR/100 cêntimo cêntimos; GBP libra libras;
    GBP/100 pêni pence; JPY iene ienes; CNY yuan yuans; KRW won wons; RUB rublo rublos; RUB/100 copeque copeques;
    BRL real reais; BRL/100 centavo centavos; CHF franco francos; INR rupia rupias`,
  units: {
    prefixes: 'quilo mega giga tera mili centi deci hecto micro nano',
    powers: ['# quadrado|# quadrados', '# cúbico|# cúbicos'],
    others: `dm decímetro decímetros; nm nanômetro nanômetros; μm micrômetro micrômetros; µm micrômetro micrômetros;
      t tonelada toneladas; Hz hertz; W watt watts; Wh watt-hora watts-hora; V volt volts; A ampere amperes; Ah ampere-hora amperes-hora;
      J joule joules; mol mol mols; cal caloria calorias; Pa pascal pascais; dB decibel decibéis`,
  },

  cardinal,
  ordinal: (value, suffix) => {
    const word = spell(value, 'ordinal');
    return /^(?:ª|a)$/u.test(suffix) ? word.replaceAll(/o(?= |$)/gu, 'a') : word;
  },
  decimal: (whole, decimals) => `${whole} vírgula ${romanceDecimals(decimals, cardinal)}`,
  counted: (words, noun) => (/ilh(?:ão|ões)$/u.test(words) ? `${words} de ${noun}` : `${words} ${noun}`),
  date: (value, _month, day, name) => {
    const words = `${day === 1 ? 'primeiro' : cardinal(BigInt(day))} de ${name}`;
    return value === undefined ? words : `${words} de ${cardinal(BigInt(value))}`;
  },
  clock: (hour, minute) =>
    `${cardinal(BigInt(hour), 'f')} ${minute > 0 ? `e ${cardinal(BigInt(minute))}` : hour < 2 ? 'hora' : 'horas'}`,
});
