import { defineVerbalizer } from '../language-words.js';
import { digitByDigit, groups } from '../tables.js';
import type { Gender } from '../verbalizer.js';
import { dateEnding, declinedOrdinal, ordinalOf } from './russian-ordinals.js';

const SMALL_NUMBERS =
  'ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'.split(
    ' ',
  );
const TENS = '  двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'.split(' ');
const HUNDREDS = ' сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'.split(' ');
const SCALES: readonly (readonly [Gender, readonly string[]])[] = [
  ['f', ['тысяча', 'тысячи', 'тысяч']],
  ['m', ['миллион', 'миллиона', 'миллионов']],
  ['m', ['миллиард', 'миллиарда', 'миллиардов']],
  ['m', ['триллион', 'триллиона', 'триллионов']],
];
const DECIMAL_PLACES = [
  ['десятая', 'десятых'],
  ['сотая', 'сотых'],
  ['тысячная', 'тысячных'],
] as const;

/** 1, 21, 101 → 0; 2–4, 22–24 → 1; all others → 2. */
function form(value: bigint): number {
  const low = Number(value % 100n);
  if (low > 10 && low < 20) return 2;
  const last = low % 10;
  return last === 1 ? 0 : last >= 2 && last <= 4 ? 1 : 2;
}

function belowThousand(value: number, gender: Gender): string {
  const rest = value % 100;
  const one = rest < 20 ? rest : rest % 10;
  const ones =
    one === 1 ? { m: 'один', f: 'одна', n: 'одно' }[gender] : one === 2 && gender === 'f' ? 'две' : SMALL_NUMBERS[one];
  return [HUNDREDS[Math.floor(value / 100)], rest < 20 ? '' : TENS[Math.floor(rest / 10)], one === 0 ? '' : ones]
    .filter(Boolean)
    .join(' ');
}

function cardinal(value: bigint, gender: Gender = 'm'): string {
  if (value === 0n) return 'ноль';
  const parts = groups(value, 3).flatMap((group, index) => {
    if (group === 0) return [];
    const [scaleGender, forms] = SCALES[index - 1] ?? [gender, []];
    const noun = forms[form(BigInt(group))];
    return [
      noun === undefined
        ? belowThousand(group, scaleGender)
        : index === 1 && group === 1
          ? noun
          : `${belowThousand(group, scaleGender)} ${noun}`,
    ];
  });
  return parts.reverse().join(' ');
}

function decimal(whole: string, decimals: string): string {
  const places = DECIMAL_PLACES[decimals.length - 1];
  if (!places) return `${whole} запятая ${digitByDigit(decimals, SMALL_NUMBERS, ' ')}`;
  const value = BigInt(decimals);
  const integral = whole.replace(/один$/u, 'одна').replace(/два$/u, 'две');
  const isOne = /одна$/u.test(integral);
  return `${integral} ${isOne ? 'целая' : 'целых'} ${cardinal(value, 'f')} ${places[form(value) === 0 ? 0 : 1]}`;
}

export const RUSSIAN = defineVerbalizer({
  language: 'ru',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs:
    'плюс|минус|умножить на|разделить на|равно|не равно|меньше|больше|не больше|не меньше|примерно|плюс-минус|дробь|и|процентов|промилле|градусов|номер|параграф|номер|копирайт|зарегистрировано|торговая марка|собака|точка|подчёркивание|к|—|слэш|дефис',
  per: 'в',
  currencies: `USD доллар доллара долларов; USD/100 цент цента центов; EUR евро евро евро; EUR/100 цент цента центов;
    GBP фунт фунта фунтов; GBP/100 пенс пенса пенсов; JPY иена иены иен; CNY юань юаня юаней; KRW вона воны вон;
    RUB рубль рубля рублей; RUB/100 копейка копейки копеек; BRL реал реала реалов; BRL/100 сентаво сентаво сентаво;
    CHF франк франка франков; INR рупия рупии рупий`,
  units: {
    prefixes: 'кило мега гига тера милли санти деци гекто микро нано',
    prefixSymbols: 'к М Г Т м с д г мк н',
    powers: ['квадратный #|квадратных #', 'кубический #|кубических #'],
    others: `г грамм грамма граммов; кг килограмм килограмма килограммов; kg килограмм килограмма килограммов; т тонна тонны тонн;
      Гц герц герца герц; Вт ватт ватта ватт; Вт·ч ватт-час ватт-часа ватт-часов; В вольт вольта вольт; А ампер ампера ампер;
      А·ч ампер-час ампер-часа ампер-часов; Дж джоуль джоуля джоулей; кал калория калории калорий; Па паскаль паскаля паскалей;
      дБ децибел децибела децибел; сек секунда секунды секунд; руб рубль рубля рублей; КБ килобайт килобайта килобайт;
      Мбит/с мегабит_в_секунду мегабита_в_секунду мегабит_в_секунду`,
  },

  cardinal,
  ordinal: (value, suffix) => declinedOrdinal(ordinalOf(value, cardinal), suffix),
  decimal,
  percent: (words, whole, hasDecimals) =>
    `${words} ${['процент', 'процента', 'процентов'][hasDecimals ? 1 : form(whole)]}`,
  money: (major, minor) => `${major} ${minor}`,
  year: (value) => ordinalOf(BigInt(value), cardinal),
  date: (value, _month, day, name, before) => {
    const words = `${declinedOrdinal(ordinalOf(BigInt(day), cardinal), dateEnding(before))} ${name}`;
    return value === undefined ? words : `${words} ${declinedOrdinal(ordinalOf(BigInt(value), cardinal), 'го')} года`;
  },
  clock: (hour, minute) => {
    const hours = `${cardinal(BigInt(hour))} ${['час', 'часа', 'часов'][form(BigInt(hour))]}`;
    return minute === 0
      ? hours
      : `${hours} ${cardinal(BigInt(minute), 'f')} ${['минута', 'минуты', 'минут'][form(BigInt(minute))]}`;
  },
  beforeSeconds: ' ',
});
