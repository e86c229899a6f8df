import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { digitByDigit } from '../tables.js';
import type { Gender } from '../verbalizer.js';
import { dateEnding, declinedOrdinal, inCompound } from './russian-ordinals.js';

const spell = speller({
  cardinal: `ноль; один; два; три; четыре; пять; шесть; семь; восемь; девять; десять; одиннадцать; двенадцать; тринадцать; четырнадцать;
    пятнадцать; шестнадцать; семнадцать; восемнадцать; девятнадцать; 20: двадцать[ >>]; 30: тридцать[ >>]; 40: сорок[ >>];
    50: пятьдесят[ >>]; 60: шестьдесят[ >>]; 70: семьдесят[ >>]; 80: восемьдесят[ >>]; 90: девяносто[ >>]; 100: сто[ >>];
    200: двести[ >>]; 300: триста[ >>]; 400: четыреста[ >>]; 500: пятьсот[ >>]; 600: шестьсот[ >>]; 700: семьсот[ >>];
    800: восемьсот[ >>]; 900: девятьсот[ >>]; 1000: тысяча[ >>]; 2000: << <thousands<[ >>]; 1e6: << миллион<s<[ >>];
    1e9: << миллиард<s<[ >>]; 1e12: << триллион<s<[ >>]`,
  thousands: 'тысяч; тысяча; тысячи; 5: тысяч; 20: >>; 100: >>',
  s: 'ов; 1: ; а; 5: ов; 20: >>; 100: >>',
  // Masculine, in the nominative; how many thousands and millions is in brackets.
  ordinal: `нулевой; первый; второй; третий; четвёртый; пятый; шестой; седьмой; восьмой; девятый; десятый; одиннадцатый; двенадцатый;
    тринадцатый; четырнадцатый; пятнадцатый; шестнадцатый; семнадцатый; восемнадцатый; девятнадцатый; 20: [двадцать >>|двадцатый];
    30: [тридцать >>|тридцатый]; 40: [сорок >>|сороковой]; 50: [пятьдесят >>|пятидесятый]; 60: [шестьдесят >>|шестидесятый];
    70: [семьдесят >>|семидесятый]; 80: [восемьдесят >>|восьмидесятый]; 90: [девяносто >>|девяностый]; 100: [сто >>|сотый];
    200: [двести >>|двухсотый]; 300: [триста >>|трёхсотый]; 400: [четыреста >>|четырёхсотый]; 500: [пятьсот >>|пятисотый];
    600: [шестьсот >>|шестисотый]; 700: [семьсот >>|семисотый]; 800: [восемьсот >>|восьмисотый]; 900: [девятьсот >>|девятисотый];
    1000: [тысяча >>|тысячный]; 2000: [<cardinal< <thousands< >>|(<cardinal<)тысячный]; 1e6: [<cardinal< миллион<s< >>|миллионный];
    2e6: [<cardinal< миллион<s< >>|(<cardinal<)миллионный]; 1e9: [<cardinal< миллиард<s< >>|миллиардный];
    2e9: [<cardinal< миллиард<s< >>|(<cardinal<)миллиардный]`,
});
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

const withFeminineThousands = (words: string): string =>
  words.replace(/один(?= тысяч)/gu, 'одна').replace(/два(?= тысяч)/gu, 'две');

const ordinalOf = (value: bigint): string =>
  withFeminineThousands(spell(value, 'ordinal')).replace(/\((.*?)\)/gu, (_, count: string) =>
    count.split(' ').map(inCompound).join(''),
  );

function cardinal(value: bigint, gender: Gender = 'm'): string {
  const words = withFeminineThousands(spell(value, 'cardinal'));
  if (gender === 'f') return words.replace(/(?<=^| )один$/u, 'одна').replace(/(?<=^| )два$/u, 'две');
  return gender === 'n' ? words.replace(/(?<=^| )один$/u, 'одно') : words;
}

function decimal(whole: string, decimals: string): string {
  const places = DECIMAL_PLACES[decimals.length - 1];
  if (!places) return `${whole} запятая ${digitByDigit(decimals, cardinal, ' ')}`;
  const value = BigInt(decimals);
  const integral = whole.replace(/один$/u, 'одна').replace(/два$/u, 'две');
  const isOne = /одна$/u.test(integral);
  return `${integral} ${isOne ? 'целая' : 'целых'} ${cardinal(value, 'f')} ${places[form(value) === 0 ? 0 : 1]}`;
}

export const RUSSIAN = defineVerbalizer({
  language: 'ru',
  signs:
    'плюс|минус|умножить на|разделить на|равно|не равно|меньше|больше|не больше|не меньше|примерно|плюс-минус|дробь|и|процентов|промилле|градусов|номер|параграф|номер|копирайт|зарегистрировано|торговая марка|собака|точка|подчёркивание|к|—|слэш|дефис|корень из|интеграл|сумма|бесконечность|пи',
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
      А·ч ампер-час ампер-часа ампер-часов; Дж джоуль джоуля джоулей; моль моль моля молей; кал калория калории калорий; Па паскаль паскаля паскалей;
      шт штука штуки штук; дБ децибел децибела децибел; сек секунда секунды секунд; руб рубль рубля рублей; КБ килобайт килобайта килобайт;
      Мбит/с мегабит_в_секунду мегабита_в_секунду мегабит_в_секунду`,
  },

  cardinal,
  ordinal: (value, suffix) => declinedOrdinal(ordinalOf(value), suffix),
  decimal,
  percent: (words, whole, hasDecimals) =>
    `${words} ${['процент', 'процента', 'процентов'][hasDecimals ? 1 : form(whole)]}`,
  money: (major, minor) => `${major} ${minor}`,
  year: (value) => ordinalOf(BigInt(value)),
  date: (value, _month, day, name, before) => {
    const words = `${declinedOrdinal(ordinalOf(BigInt(day)), dateEnding(before))} ${name}`;
    return value === undefined ? words : `${words} ${declinedOrdinal(ordinalOf(BigInt(value)), 'го')} года`;
  },
  clock: (hour, minute) => {
    const hours = `${cardinal(BigInt(hour))} ${['час', 'часа', 'часов'][form(BigInt(hour))]}`;
    return minute === 0
      ? hours
      : `${hours} ${cardinal(BigInt(minute), 'f')} ${['минута', 'минуты', 'минут'][form(BigInt(minute))]}`;
  },
  beforeSeconds: ' ',
});
