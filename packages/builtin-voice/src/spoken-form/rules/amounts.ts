import { type Amount, numberPattern, parseNumber, sayAmount, sayNumber } from '../numbers.js';
import type { CurrencyCode, Noun, Reading } from '../reading.js';
import type { Context, Rule, Written } from '../rule.js';

const minus = String.raw`(?:(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}\p{Pe}]\s?)(?<minus>[-−]) ?)?`;
const scale = String.raw`(?: (?<scale>(?:thousand|million|billion|trillion|Tausend|Millionen|Million|Milliarden|Milliarde|Mio\.|Mrd\.|millions?|milliards?|mil millones|mil|millones|millón|milioni|milione|miliardi|miliardo|milhões|milhão|bilhões|bilhão|тысяч[аи]?|миллион(?:а|ов)?|миллиард(?:а|ов)?)(?![\p{sc=Latn}\p{sc=Cyrl}])))?`;

const codeBySymbol: Readonly<Record<string, CurrencyCode>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '₩': 'KRW',
  '₽': 'RUB',
  R$: 'BRL',
  '₹': 'INR',
  元: 'CNY',
  円: 'JPY',
  원: 'KRW',
};
const symbols = String.raw`US\$|R\$|[$€£¥￥₩₽₹]`;
const isoCodes = 'USD|EUR|GBP|JPY|CNY|RMB|KRW|RUB|BRL|CHF|INR';

function currencyOf(symbol: string, { language, reading }: Context): Reading['currencies'][CurrencyCode] {
  if (symbol === '¥' || symbol === '￥') return reading.currencies[language === 'zh' ? 'CNY' : 'JPY'];
  if (symbol === 'RMB') return reading.currencies.CNY;
  return reading.currencies[codeBySymbol[symbol] ?? (symbol as CurrencyCode)];
}

function money({ groups }: Written, context: Context): string | undefined {
  const { reading } = context;
  const amount = parseNumber(groups.number ?? groups.number2 ?? '', reading);
  if (!amount) return undefined;
  const { major, minor } = currencyOf(groups.symbol ?? groups.symbol2 ?? '', context);
  const large = groups.scale ?? groups.scale2;
  const words = large === undefined ? sayMoney(amount, major, minor, reading) : sayLarge(amount, large, major, reading);
  return groups.minus === undefined && groups.minus2 === undefined ? words : reading.negative(words);
}

function sayMoney(amount: Amount, major: Noun, minor: Noun | undefined, reading: Reading): string {
  const hundredths = amount.decimals.length === 2 ? BigInt(amount.decimals) : undefined;
  if (amount.decimals === '' || hundredths === 0n || (hundredths === undefined && /^0+$/u.test(amount.decimals))) {
    return sayCounted({ whole: amount.whole, decimals: '' }, major, reading);
  }
  if (hundredths === undefined || !minor)
    return sayCounted({ ...amount, decimals: amount.decimals.replace(/0+$/u, '') }, major, reading);
  const cents = sayCounted({ whole: hundredths, decimals: '' }, minor, reading);
  return amount.whole === 0n
    ? cents
    : reading.money(sayCounted({ whole: amount.whole, decimals: '' }, major, reading), cents);
}

function sayLarge(amount: Amount, large: string, major: Noun, reading: Reading): string {
  const name = { 'Mio.': 'Millionen', 'Mrd.': 'Milliarden' }[large] ?? large;
  const gender = /^M/u.test(name) ? 'f' : 'm';
  return reading.counted(`${sayAmount(amount, reading, gender)} ${name}`, major.forms.at(-1) ?? '');
}

function sayCounted(amount: Amount, noun: Noun, reading: Reading): string {
  const hasDecimals = amount.decimals !== '';
  const form = noun.forms[Math.min(reading.plural(amount.whole, hasDecimals), noun.forms.length - 1)] ?? '';
  return reading.counted(sayAmount(amount, reading, noun.gender), form);
}

/** Money, percentages and measures: a number and what it counts. */
export function amountRules(context: Context): Rule[] {
  const { reading } = context;
  const number = numberPattern(reading.decimalSign);
  const end = String.raw`(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])`;
  const units = [...reading.units.keys()]
    .sort((left, right) => right.length - left.length)
    .map(escaped)
    .join('|');
  const second = (pattern: string): string =>
    pattern.replaceAll('<minus>', '<minus2>').replaceAll('<scale>', '<scale2>');
  return [
    {
      pattern: new RegExp(
        `${minus}(?<symbol>${symbols}) ?(?<number>${number})${scale}(?!\\d)|${second(minus)}(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\d.,])(?<number2>${number})${second(scale)} ?(?<symbol2>${symbols}|[元円원]|(?:${isoCodes})(?![\\p{sc=Latn}\\p{sc=Cyrl}]))`,
        'gu',
      ),
      say: money,
    },
    {
      pattern: new RegExp(
        `${minus}(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\d.,])(?<number>${number})[ \\u00a0\\u202f]?(?<sign>[%％‰])`,
        'gu',
      ),
      say: ({ groups }) => {
        const amount = parseNumber(groups.number ?? '', reading);
        if (!amount) return undefined;
        const value = sayAmount(amount, reading);
        const words =
          groups.sign === '‰'
            ? `${value}${reading.space}${reading.signs['‰']}`
            : reading.percent(beforePercent(value, context), amount.whole, amount.decimals !== '');
        return groups.minus === undefined ? words : reading.negative(words);
      },
    },
    {
      pattern: new RegExp(
        `${minus}(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\d.,])(?<number>${number})[ \\u00a0\\u202f]?(?<unit>${units})${end}`,
        'gu',
      ),
      say: ({ groups }) => {
        const noun = reading.units.get(groups.unit ?? '');
        const amount = parseNumber(groups.number ?? '', reading);
        if (!noun) return undefined;
        const words = amount
          ? sayCounted(amount, noun, reading)
          : `${sayNumber(groups.number ?? '', reading)}${reading.space}${noun.forms.at(-1)}`;
        return groups.minus === undefined ? words : reading.negative(words);
      },
    },
  ];
}

/** German says `ein Prozent`, as before every noun. */
function beforePercent(words: string, { language }: Context): string {
  return language === 'de' && /(?:^|hundert|tausend)eins$/u.test(words) ? words.slice(0, -1) : words;
}

function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}-]/gu, String.raw`\$&`);
}
