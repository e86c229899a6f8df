import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { romanceDecimals } from '../tables.js';
import type { Gender } from '../verbalizer.js';

const spell = speller({
  cardinal: `cero; uno; dos; tres; cuatro; cinco; seis; siete; ocho; nueve; diez; once; doce; trece; catorce; quince; dieciséis;
    diecisiete; dieciocho; diecinueve; veinte; veintiuno; veintidós; veintitrés; veinticuatro; veinticinco; veintiséis; veintisiete;
    veintiocho; veintinueve; 30: treinta[ y >>]; 40: cuarenta[ y >>]; 50: cincuenta[ y >>]; 60: sesenta[ y >>];
    70: setenta[ y >>]; 80: ochenta[ y >>]; 90: noventa[ y >>]; 100: cien; 101: ciento >>; 200: doscientos[ >>];
    300: trescientos[ >>]; 400: cuatrocientos[ >>]; 500: quinientos[ >>]; 600: seiscientos[ >>]; 700: setecientos[ >>];
    800: ochocientos[ >>]; 900: novecientos[ >>]; 1000: mil[ >>]; 2000: << mil[ >>]; 1e6: un millón[ >>];
    2e6: << millones[ >>]; 1e12: un billón[ >>]; 2e12: << billones[ >>]`,
  ordinal: `0: ; primero; segundo; tercero; cuarto; quinto; sexto; séptimo; octavo; noveno; décimo; undécimo; duodécimo; décimo[ >>];
    20: vigésimo[ >>]; 30: trigésimo[ >>]; 40: cuadragésimo[ >>]; 50: quincuagésimo[ >>]; 60: sexagésimo[ >>];
    70: septuagésimo[ >>]; 80: octogésimo[ >>]; 90: nonagésimo[ >>]; 100: centésimo[ >>]; 200: ducentésimo[ >>];
    300: tricentésimo[ >>]; 400: cuadringentésimo[ >>]; 500: quingentésimo[ >>]; 600: sexcentésimo[ >>];
    700: septingentésimo[ >>]; 800: octingentésimo[ >>]; 900: noningentésimo[ >>]; 1000: milésimo[ >>];
    2000: <cardinal<milésimo[ >>]; 1e6: millonésimo[ >>]; 2e6: <cardinal<millonésimo[ >>]`,
});

function cardinal(value: bigint, gender?: Gender): string {
  // `uno` is shortened before `mil` and `millones`, as before a noun.
  const words = spell(value, 'cardinal')
    .replace(/veintiuno(?= [mb]il)/gu, 'veintiún')
    .replace(/uno(?= [mb]il)/gu, 'un');
  if (gender === undefined) return words;
  if (gender === 'f') return words.replace(/uno$/u, 'una').replace(/(?<=[cn]ient)os(?!.*[mb]ill)/gu, 'as');
  return words.replace(/veintiuno$/u, 'veintiún').replace(/uno$/u, 'un');
}

export const SPANISH = defineVerbalizer({
  language: 'es',
  signs:
    'más|menos|por|entre|igual a|distinto de|menor que|mayor que|como máximo|como mínimo|aproximadamente|más menos|entre|y|por ciento|por mil|grados|número|sección|número|copyright|marca registrada|marca|arroba|punto|guion bajo|a|a|barra|guion|raíz de|integral|suma|infinito|pi',
  per: 'por',
  currencies: `USD dólar dólares; USD/100 centavo centavos; EUR euro euros; EUR/100 céntimo céntimos; GBP libra libras;
    GBP/100 penique peniques; JPY yen yenes; CNY yuan yuanes; KRW won wones; RUB rublo rublos; RUB/100 kopek kopeks;
    BRL real reales; BRL/100 centavo centavos; CHF franco francos; INR rupia rupias`,
  units: {
    prefixes: 'kilo mega giga tera mili centi deci hecto micro nano',
    powers: ['# cuadrado|# cuadrados', '# cúbico|# cúbicos'],
    others: `dm decímetro decímetros; nm nanómetro nanómetros; μm micrómetro micrómetros; µm micrómetro micrómetros;
      t tonelada toneladas; Hz hercio hercios; W vatio vatios; Wh vatio_hora vatios_hora; V voltio voltios; A amperio amperios;
      Ah amperio_hora amperios_hora; J julio julios; mol mol moles; cal caloría calorías; Pa pascal pascales; dB decibelio decibelios`,
  },

  cardinal,
  ordinal: (value, suffix) => {
    const word = spell(value, 'ordinal').replace(/(?<!mo) (?=.*mil(?:lon)?ésimo)/gu, '');
    if (/[ªa]$/u.test(suffix)) return word.replaceAll(/o(?= |$)/gu, 'a');
    return suffix === 'er' ? word.replace(/ero$/u, 'er') : word;
  },
  decimal: (whole, decimals) => `${whole} coma ${romanceDecimals(decimals, cardinal)}`,
  counted: (words, noun) => (/ill(?:ón|ones)$/u.test(words) ? `${words} de ${noun}` : `${words} ${noun}`),
  money: (major, minor) => `${major} con ${minor}`,
  date: (value, _month, day, name) => {
    const words = `${cardinal(BigInt(day))} de ${name}`;
    return value === undefined ? words : `${words} de ${cardinal(BigInt(value))}`;
  },
  clock: (hour, minute) =>
    `${cardinal(BigInt(hour), 'f')} ${minute === 0 ? 'en punto' : `y ${cardinal(BigInt(minute))}`}`,
});
