import { type Amount, amountInWords, numberInWords, numberPattern, parseNumber } from '../numbers.js';
import type { Context, Rule, RuleMatch } from '../rule.js';
import type { CurrencyCode, Noun, Verbalizer } from '../verbalizer.js';

const MINUS = String.raw`(?:(?<![\p{sc=Latn}\p{sc=Cyrl}\p{N}\p{Pe}]\s?)(?<minus>[-−]) ?)?`;
const SCALE = String.raw`(?: (?<scale>(?:thousand|million|billion|trillion|Tausend|Millionen|Million|Milliarden|Milliarde|Mio\.|Mrd\.|millions?|milliards?|mil millones|mil|millones|millón|milioni|milione|miliardi|miliardo|milhões|milhão|bilhões|bilhão|тысяч[аи]?|миллион(?:а|ов)?|миллиард(?:а|ов)?)(?![\p{sc=Latn}\p{sc=Cyrl}])))?`;

const CODE_BY_SYMBOL: Readonly<Record<string, CurrencyCode>> = {
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
const CURRENCY_SYMBOLS = String.raw`US\$|R\$|[$€£¥￥₩₽₹]`;
const ISO_CODES = 'USD|EUR|GBP|JPY|CNY|RMB|KRW|RUB|BRL|CHF|INR';

function currencyOf(symbol: string, { language, verbalizer }: Context): Verbalizer['currencies'][CurrencyCode] {
  if (symbol === '¥' || symbol === '￥') return verbalizer.currencies[language === 'zh' ? 'CNY' : 'JPY'];
  if (symbol === 'RMB') return verbalizer.currencies.CNY;
  return verbalizer.currencies[CODE_BY_SYMBOL[symbol] ?? (symbol as CurrencyCode)];
}

function money({ groups }: RuleMatch, context: Context): string | undefined {
  const { verbalizer } = context;
  const amount = parseNumber(groups.number ?? groups.number2 ?? '', verbalizer);
  if (!amount) return undefined;
  const { major, minor } = currencyOf(groups.symbol ?? groups.symbol2 ?? '', context);
  const large = groups.scale ?? groups.scale2;
  const words =
    large === undefined
      ? moneyInWords(amount, major, minor, verbalizer)
      : largeAmountInWords(amount, large, major, verbalizer);
  return groups.minus === undefined && groups.minus2 === undefined ? words : verbalizer.negative(words);
}

function moneyInWords(amount: Amount, major: Noun, minor: Noun | undefined, verbalizer: Verbalizer): string {
  const hundredths = amount.decimals.length === 2 ? BigInt(amount.decimals) : undefined;
  if (amount.decimals === '' || hundredths === 0n || (hundredths === undefined && /^0+$/u.test(amount.decimals))) {
    return countedInWords({ whole: amount.whole, decimals: '' }, major, verbalizer);
  }
  if (hundredths === undefined || !minor)
    return countedInWords({ ...amount, decimals: amount.decimals.replace(/0+$/u, '') }, major, verbalizer);
  const cents = countedInWords({ whole: hundredths, decimals: '' }, minor, verbalizer);
  return amount.whole === 0n
    ? cents
    : verbalizer.money(countedInWords({ whole: amount.whole, decimals: '' }, major, verbalizer), cents);
}

function largeAmountInWords(amount: Amount, large: string, major: Noun, verbalizer: Verbalizer): string {
  const name = { 'Mio.': 'Millionen', 'Mrd.': 'Milliarden' }[large] ?? large;
  const gender = /^M/u.test(name) ? 'f' : 'm';
  return verbalizer.counted(`${amountInWords(amount, verbalizer, gender)} ${name}`, major.forms.at(-1) ?? '');
}

function countedInWords(amount: Amount, noun: Noun, verbalizer: Verbalizer): string {
  const hasDecimals = amount.decimals !== '';
  const form = noun.forms[Math.min(verbalizer.plural(amount.whole, hasDecimals), noun.forms.length - 1)] ?? '';
  return verbalizer.counted(amountInWords(amount, verbalizer, noun.gender), form);
}

/** Money, percentages and measures: a number and what it counts. */
export function amountRules(context: Context): Rule[] {
  const { verbalizer } = context;
  const number = numberPattern(verbalizer.decimalSign);
  const end = String.raw`(?![\p{sc=Latn}\p{sc=Cyrl}\p{N}])`;
  const units = [...verbalizer.units.keys()]
    .sort((left, right) => right.length - left.length)
    .map(escaped)
    .join('|');
  const second = (pattern: string): string =>
    pattern.replaceAll('<minus>', '<minus2>').replaceAll('<scale>', '<scale2>');
  return [
    {
      pattern: new RegExp(
        `${MINUS}(?<symbol>${CURRENCY_SYMBOLS}) ?(?<number>${number})${SCALE}(?!\\d)|${second(MINUS)}(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\d.,])(?<number2>${number})${second(SCALE)} ?(?<symbol2>${CURRENCY_SYMBOLS}|[元円원]|(?:${ISO_CODES})(?![\\p{sc=Latn}\\p{sc=Cyrl}]))`,
        'gu',
      ),
      verbalize: money,
    },
    {
      pattern: new RegExp(
        `${MINUS}(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\d.,])(?<number>${number})[ \\u00a0\\u202f]?(?<sign>[%％‰])`,
        'gu',
      ),
      verbalize: ({ groups }) => {
        const amount = parseNumber(groups.number ?? '', verbalizer);
        if (!amount) return undefined;
        const value = amountInWords(amount, verbalizer);
        const words =
          groups.sign === '‰'
            ? `${value}${verbalizer.space}${verbalizer.signs['‰']}`
            : verbalizer.percent(beforePercent(value, context), amount.whole, amount.decimals !== '');
        return groups.minus === undefined ? words : verbalizer.negative(words);
      },
    },
    {
      pattern: new RegExp(
        `${MINUS}(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\d.,])(?<number>${number})[ \\u00a0\\u202f]?(?<unit>${units})${end}`,
        'gu',
      ),
      verbalize: ({ groups }) => {
        const noun = verbalizer.units.get(groups.unit ?? '');
        const amount = parseNumber(groups.number ?? '', verbalizer);
        if (!noun) return undefined;
        const words = amount
          ? countedInWords(amount, noun, verbalizer)
          : `${numberInWords(groups.number ?? '', verbalizer)}${verbalizer.space}${noun.forms.at(-1)}`;
        return groups.minus === undefined ? words : verbalizer.negative(words);
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
