import { genderOfNoun } from '../agreement/gender-of-noun.js';
import { CODES_BEFORE, CODES_BEHIND, CURRENCY_SYMBOLS, currencyOf } from '../currencies.js';
import { declinedCardinal, russianCase } from '../languages/russian-cases.js';
import {
  type Amount,
  amountInWords,
  countedInWords,
  numberInWords,
  numberPattern,
  parseNumber,
  SIGN,
  signed,
  unitPattern,
} from '../numbers.js';
import { type Context, type Rule, type RuleMatch, until } from '../rule.js';
import { scaledInWords, scalePattern } from '../scales.js';
import type { Currency, Noun, Verbalizer } from '../verbalizer.js';
import { powerInWords } from './powers.js';

const LETTER = String.raw`[\p{sc=Latn}\p{sc=Cyrl}]`;
const SPACE = String.raw`[ \u00a0\u202f]?`;
const TO = ` ?[-–—~〜～] ?`;

function money({ groups, before, after }: RuleMatch, context: Context): string | undefined {
  const { language, verbalizer } = context;
  const amount = parseNumber(groups.number ?? groups.number2 ?? '', verbalizer);
  if (!amount) return undefined;
  const currency = currencyOf(groups.symbol ?? groups.symbol2 ?? '', context);
  const words =
    moneyInWords(amount, groups.scale ?? groups.scale2, currency, context, asksForGenitive(before, after, context)) +
    perUnit(groups.per, 'money', context) +
    (groups.each === undefined ? '' : ` ${language === 'it' ? 'al' : verbalizer.per} ${groups.each}`);
  return signed(words, groups.sign ?? groups.sign2, verbalizer);
}

function moneyInWords(
  amount: Amount,
  scale: string | undefined,
  { major, minor }: Currency,
  { verbalizer }: Context,
  isGenitive = false,
): string {
  if (scale !== undefined) {
    const words = scaledInWords(amount, scale, verbalizer, major.gender);
    return verbalizer.counted(words, major.forms.at(-1) ?? '');
  }
  const hundredths = amount.decimals.length === 2 ? BigInt(amount.decimals) : undefined;
  if (amount.decimals === '' || hundredths === 0n || (hundredths === undefined && /^0+$/u.test(amount.decimals))) {
    return isGenitive
      ? genitive({ whole: amount.whole, decimals: '' }, major, verbalizer)
      : countedInWords({ whole: amount.whole, decimals: '' }, major, verbalizer);
  }
  if (hundredths === undefined || !minor)
    return countedInWords({ ...amount, decimals: amount.decimals.replace(/0+$/u, '') }, major, verbalizer);
  const cents = countedInWords({ whole: hundredths, decimals: '' }, minor, verbalizer);
  return amount.whole === 0n
    ? cents
    : verbalizer.money(countedInWords({ whole: amount.whole, decimals: '' }, major, verbalizer), cents);
}

/** `до пяти километров`: the Russian genitive, singular behind one. */
function genitive(amount: Amount, noun: Noun, verbalizer: Verbalizer): string {
  const words = declinedCardinal(amountInWords(amount, verbalizer, noun.gender), 'genitive');
  return `${words} ${noun.forms[verbalizer.plural(amount.whole, false) === 0 ? 1 : 2]}`;
}

const RUSSIAN_PERCENT: Noun = { gender: 'm', forms: ['процент', 'процента', 'процентов'] };

const asksForGenitive = (before: string, after: string, { language }: Context): boolean =>
  language === 'ru' && russianCase(before, after) === 'genitive';

/** `$5-10`, `€3bn–€5bn`, `$5-10M`: the currency is said once, after both amounts. */
function moneyRange({ groups }: RuleMatch, context: Context): string | undefined {
  const { verbalizer } = context;
  const amounts = [groups.from, groups.to].map((written) => parseNumber(written ?? '', verbalizer));
  const [from, to] = amounts;
  const { symbol = '', symbol2 = symbol, scale, scale2 } = groups;
  if (!from || !to || symbol2 !== symbol) return undefined;
  const currency = currencyOf(symbol, context);
  const hasCents = amounts.some((amount) => amount?.decimals.length === 2);
  const first = hasCents
    ? moneyInWords(from, scale, currency, context)
    : scale === undefined || scale === scale2
      ? amountInWords(from, verbalizer, currency.major.gender)
      : scaledInWords(from, scale, verbalizer, currency.major.gender);
  return first + until(context) + moneyInWords(to, scale2, currency, context);
}

const hasCounters = (language: string): boolean => ['zh', 'ja', 'ko'].includes(language);

/** A power of ten beside money; East Asian ones need nothing after them. */
function scaleOf({ language }: Context): string {
  return `(?:${SPACE}(?<scale>${scalePattern(language, true)})(?!${LETTER}${hasCounters(language) ? '' : '|\\d'}))?`;
}

/** The same groups with other names, for the second half of a pattern. */
const second = (pattern: string): string => pattern.replaceAll('<sign>', '<sign2>').replaceAll('<scale>', '<scale2>');

/** A range of money, before any other range. */
export function moneyRangeRule(context: Context): Rule {
  const number = numberPattern(context.verbalizer.decimalSign);
  const scale = scaleOf(context);
  return {
    pattern: new RegExp(
      `(?<symbol>${CURRENCY_SYMBOLS})${SPACE}(?<from>${number})${scale}${TO}(?<symbol2>${CURRENCY_SYMBOLS})?${SPACE}(?<to>${number})${second(scale)}(?![\\d/-])`,
      'gu',
    ),
    verbalize: moneyRange,
  };
}

/** ` per kilogram`, after money or a unit. */
function perUnit(unit: string | undefined, of: 'money' | 'unit', { language, verbalizer }: Context): string {
  // `9.81 m/s²`
  const [, symbol = '', power = ''] = /^(.+?)([²³]?)$/u.exec(unit ?? '') ?? [];
  const name = (verbalizer.units.get(unit ?? '') ?? verbalizer.units.get(symbol))?.forms[0];
  if (name === undefined) return '';
  const { space } = verbalizer;
  const words =
    language === 'ru'
      ? ` ${of === 'money' ? 'за' : 'в'} ${name.replace(/а(?=$| )/u, 'у').replace(/я(?=$| )/u, 'ю')}`
      : `${space}${verbalizer.per}${space}${name}`;
  return power === '' || verbalizer.units.has(unit ?? '')
    ? words
    : words + powerInWords(power, 2, { language, verbalizer });
}

/** ` per 100 kilometres`, of fuel. */
function perDistance({ language, verbalizer }: Context): string {
  const kilometre = verbalizer.units.get(language === 'ru' ? 'км' : 'km');
  const per = { fr: 'aux', es: 'cada', ru: 'на' }[language as string] ?? verbalizer.per;
  const { space } = verbalizer;
  return kilometre
    ? `${space}${per}${space}${countedInWords({ whole: 100n, decimals: '' }, kilometre, verbalizer)}`
    : '';
}

/** Money, percentages and measures: a number and what it counts. */
export function amountRules(context: Context): Rule[] {
  const { verbalizer } = context;
  const number = numberPattern(verbalizer.decimalSign);
  const end = `(?!${LETTER}|\\p{N})`;
  const scale = scaleOf(context);
  const start = `(?<!${LETTER}|[\\d.,^])`;
  const units = unitPattern(verbalizer);
  const per = `(?: ?/ ?(?<per>${units}[²³]?)${end})?`;
  // `890 €/mois`
  const each =
    verbalizer.space === '' || ['ko', 'ru'].includes(context.language)
      ? ''
      : `(?: ?/ ?(?<each>\\p{L}\\p{Ll}{2,14})${end})?`;
  const before = `(?<symbol>${CURRENCY_SYMBOLS}|(?<!${LETTER})(?:${CODES_BEFORE}))${SPACE}(?<number>${number})${scale}(?!\\d)`;
  const after = `${start}(?<number2>${number})${second(scale)}${SPACE}(?<symbol2>${CURRENCY_SYMBOLS}|[元円원]|(?:${CODES_BEHIND}|руб\\.?|р\\.)(?!${LETTER}))`;
  return [
    { pattern: new RegExp(`(?:${SIGN}${before}|${second(SIGN)}${after})(?:${per}${each})`, 'gu'), verbalize: money },
    {
      pattern: new RegExp(`${SIGN}${start}(?<number>${number})${SPACE}(?<mark>[%％‰])`, 'gu'),
      verbalize: ({ groups, before: preceding, after: following }) => {
        const amount = parseNumber(groups.number ?? '', verbalizer);
        if (!amount) return undefined;
        if (groups.mark !== '‰' && amount.decimals === '' && asksForGenitive(preceding, following, context))
          return genitive(amount, RUSSIAN_PERCENT, verbalizer);
        const value = amountInWords(amount, verbalizer);
        const words =
          groups.mark === '‰'
            ? context.language === 'zh'
              ? `千分之${value}`
              : `${value}${verbalizer.space}${verbalizer.signs['‰']}`
            : verbalizer.percent(beforePercent(value, context), amount.whole, amount.decimals !== '');
        return signed(words, groups.sign, verbalizer);
      },
    },
    {
      pattern: new RegExp(
        `${SIGN}${start}(?<number>${number})(?:${SPACE}(?<scale>${scalePattern(context.language)})${hasCounters(context.language) ? SPACE : ' '})?${SPACE}(?<unit>${units})(?:${end}(?<distance> ?/ ?100 ?(?:km|км))${end}|${end}\\.(?=,| \\p{Ll}| \\d+ ?${units}${end})|${end}${per})`,
        'gu',
      ),
      verbalize: ({ groups, before: preceding, after: following }) => {
        const noun = verbalizer.units.get(groups.unit ?? '');
        const amount = parseNumber(groups.number ?? '', verbalizer);
        if (!noun) return undefined;
        const { scale } = groups;
        const counted =
          amount && scale !== undefined
            ? verbalizer.counted(scaledInWords(amount, scale, verbalizer, noun.gender), noun.forms.at(-1) ?? '')
            : amount
              ? amount.decimals === '' && asksForGenitive(preceding, following, context)
                ? genitive(amount, noun, verbalizer)
                : countedInWords(amount, noun, verbalizer)
              : `${numberInWords(groups.number ?? '', verbalizer)}${verbalizer.space}${noun.forms.at(-1)}`;
        const words =
          counted + (groups.distance === undefined ? perUnit(groups.per, 'unit', context) : perDistance(context));
        return signed(words, groups.sign, verbalizer);
      },
    },
  ];
}

/** `5 Mio. Menschen`, `10k users`, `3.5万人`: a number and a power of ten. */
export function scaleRule(context: Context): Rule {
  const { language, verbalizer } = context;
  const isEastAsian = hasCounters(language);
  const start = `(?<!${LETTER}|[\\d.,^])`;
  const number = numberPattern(verbalizer.decimalSign);
  return {
    // Before a noun in the plural a capital letter is a power of ten too, `5M people`, and not in `Room 4B instead`.
    pattern: new RegExp(
      `${SIGN}${start}(?<number>${number})(?:${SPACE}(?<scale>${scalePattern(language)})${isEastAsian ? '' : `(?!${LETTER}|\\d)`}|(?<letter>M|(?<=[.,]\\d{1,2})B)(?= (?:d[ei] \\p{Ll}{3}|people|\\p{Ll}{2,24}[si](?!\\p{L}))))`,
      'gu',
    ),
    verbalize: ({ groups, after: following }) => {
      const amount = parseNumber(groups.number ?? '', verbalizer);
      const written = groups.scale ?? groups.letter ?? '';
      if (!amount || (language === 'en' && /^k (?:run|race|walk)/u.test(`${written}${following}`))) return undefined;
      const gender = isEastAsian ? undefined : genderOfNoun(language, 1000n, following);
      const words = scaledInWords(amount, written, verbalizer, gender === 'f' ? gender : undefined);
      const stop = written.endsWith('.') && /^\s*$/u.test(following) ? '.' : '';
      return signed(words, groups.sign, verbalizer) + stop;
    },
  };
}

/** German says `ein Prozent`, as before every noun. */
function beforePercent(words: string, { language }: Context): string {
  return language === 'de' && /(?:^|hundert|tausend)eins$/u.test(words) ? words.slice(0, -1) : words;
}
