import { currencies, digitByDigit, groups, nouns, signs } from '../tables.js';
import type { Gender, Verbalizer } from '../verbalizer.js';
import { declinedOrdinal, ordinalOf } from './russian-ordinals.js';

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
const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
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

export const RUSSIAN: Verbalizer = {
  space: ' ',
  dayFirst: true,
  decimalSign: ',',
  digits: SMALL_NUMBERS.slice(0, 10),
  months: MONTHS,
  signs: signs(
    'плюс|минус|умножить на|разделить на|равно|не равно|меньше|больше|не больше|не меньше|примерно|плюс-минус|дробь|и|процентов|промилле|градусов|номер|параграф|номер|копирайт|зарегистрировано|торговая марка|собака|точка|подчёркивание|к|—|слэш|дефис',
  ),
  per: 'в',
  currencies: currencies(`
    USD m доллар доллара долларов
    USD/100 m цент цента центов
    EUR m евро евро евро
    EUR/100 m цент цента центов
    GBP m фунт фунта фунтов
    GBP/100 m пенс пенса пенсов
    JPY f иена иены иен
    CNY m юань юаня юаней
    KRW f вона воны вон
    RUB m рубль рубля рублей
    RUB/100 f копейка копейки копеек
    BRL m реал реала реалов
    BRL/100 n сентаво сентаво сентаво
    CHF m франк франка франков
    INR f рупия рупии рупий`),
  units: nouns(`
    км m километр километра километров
    м m метр метра метров
    см m сантиметр сантиметра сантиметров
    мм m миллиметр миллиметра миллиметров
    кг m килограмм килограмма килограммов
    г m грамм грамма граммов
    мг m миллиграмм миллиграмма миллиграммов
    т f тонна тонны тонн
    л m литр литра литров
    мл m миллилитр миллилитра миллилитров
    км/ч m километр_в_час километра_в_час километров_в_час
    м/с m метр_в_секунду метра_в_секунду метров_в_секунду
    м² m квадратный_метр квадратных_метра квадратных_метров
    км² m квадратный_километр квадратных_километра квадратных_километров
    м³ m кубический_метр кубических_метра кубических_метров
    км² m квадратный_километр квадратных_километра квадратных_километров
    °C m градус_Цельсия градуса_Цельсия градусов_Цельсия
    °F m градус_Фаренгейта градуса_Фаренгейта градусов_Фаренгейта
    ° m градус градуса градусов
    ч m час часа часов
    мин f минута минуты минут
    с f секунда секунды секунд
    сек f секунда секунды секунд
    КБ m килобайт килобайта килобайт
    МБ m мегабайт мегабайта мегабайт
    ГБ m гигабайт гигабайта гигабайт
    ТБ m терабайт терабайта терабайт
    Гц m герц герца герц
    кГц m килогерц килогерца килогерц
    МГц m мегагерц мегагерца мегагерц
    ГГц m гигагерц гигагерца гигагерц
    Вт m ватт ватта ватт
    кВт m киловатт киловатта киловатт
    В m вольт вольта вольт
    руб m рубль рубля рублей
    km m километр километра километров
    kg m килограмм килограмма килограммов
    GB m гигабайт гигабайта гигабайт
    MB m мегабайт мегабайта мегабайт
    га m гектар гектара гектаров
    см² m квадратный_сантиметр квадратных_сантиметра квадратных_сантиметров
    ккал f килокалория килокалории килокалорий
    кДж m килоджоуль килоджоуля килоджоулей
    гПа m гектопаскаль гектопаскаля гектопаскалей
    дБ m децибел децибела децибел
    кВт·ч m киловатт-час киловатт-часа киловатт-часов
    мА·ч m миллиампер-час миллиампер-часа миллиампер-часов
    Мбит/с m мегабит_в_секунду мегабита_в_секунду мегабит_в_секунду`),

  cardinal,
  ordinal: (value, suffix) => declinedOrdinal(ordinalOf(value, cardinal), suffix),
  plural: (whole, hasDecimals) => (hasDecimals ? 1 : form(whole)),
  decimal,
  negative: (words) => `минус ${words}`,
  percent: (words, whole, hasDecimals) =>
    `${words} ${['процент', 'процента', 'процентов'][hasDecimals ? 1 : form(whole)]}`,
  counted: (words, noun) => `${words} ${noun}`,
  money: (major, minor) => `${major} ${minor}`,
  year: (value) => ordinalOf(BigInt(value), cardinal),
  // The day and the year in the genitive: that is the case of a date in a sentence.
  date: (value, month, day) => {
    const words = `${declinedOrdinal(ordinalOf(BigInt(day), cardinal), 'го')} ${MONTHS[month - 1]}`;
    return value === undefined ? words : `${words} ${declinedOrdinal(ordinalOf(BigInt(value), cardinal), 'го')} года`;
  },
  time: (hour, minute, second) => {
    const hours = `${cardinal(BigInt(hour))} ${['час', 'часа', 'часов'][form(BigInt(hour))]}`;
    const minutes =
      minute === 0 ? '' : ` ${cardinal(BigInt(minute), 'f')} ${['минута', 'минуты', 'минут'][form(BigInt(minute))]}`;
    if (second === undefined) return hours + minutes;
    return `${hours}${minutes} ${cardinal(BigInt(second), 'f')} ${['секунда', 'секунды', 'секунд'][form(BigInt(second))]}`;
  },
};
