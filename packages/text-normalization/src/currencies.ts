import { escaped } from './numbers.js';
import type { Context } from './rule.js';
import type { Currency } from './verbalizer.js';

const CODES =
  `USD EUR GBP JPY CNY KRW RUB BRL CHF INR AUD CAD NZD HKD SGD TWD SEK NOK DKK PLN CZK HUF RON BGN TRY UAH ILS MXN ARS CLP
  COP ZAR THB VND IDR PHP MYR AED SAR EGP KZT RMB`.split(/\s+/u);
/** Before a number these are words, or versions. */
const ONLY_BEHIND = /^(?:TRY|COP|PHP)$/u;

/** What stands for a currency; a sign that several share means the first. */
const CODE_BY_SYMBOL: ReadonlyMap<string, string> = new Map([
  ...CODES.flatMap((code) => symbolsOf(code).map((symbol): [string, string] => [symbol, code])).toReversed(),
  ['US$', 'USD'],
  ['￥', 'JPY'],
  ['元', 'CNY'],
  ['円', 'JPY'],
  ['원', 'KRW'],
  ...['руб.', 'руб', 'р.'].map((rouble): [string, string] => [rouble, 'RUB']),
]);

function symbolsOf(code: string): string[] {
  const symbols = (['symbol', 'narrowSymbol'] as const).map(
    (currencyDisplay) =>
      new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === 'currency')?.value ?? '',
  );
  // `kr` and `R` are too little to go by.
  return symbols.filter((symbol) => /\p{Sc}|^(?:zł|Kč)$/u.test(symbol));
}

/** Patterns of currencies for use inside others; no groups of their own. */
export const CURRENCY_SYMBOLS = [...CODE_BY_SYMBOL.keys()]
  .filter((symbol) => /^[^\p{sc=Han}\p{sc=Hangul}\p{sc=Cyrl}]+$/u.test(symbol))
  .sort((left, right) => right.length - left.length)
  .map(escaped)
  .join('|');
export const CODES_BEHIND = CODES.join('|');
export const CODES_BEFORE = CODES.filter((code) => !ONLY_BEHIND.test(code)).join('|');

export function currencyOf(symbol: string, { language, verbalizer }: Context): Currency {
  if (symbol === 'RMB' || (language === 'zh' && /[¥￥]/u.test(symbol))) return verbalizer.currency('CNY');
  return verbalizer.currency(CODE_BY_SYMBOL.get(symbol) ?? symbol);
}
