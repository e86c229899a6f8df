import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { digitByDigit } from '../tables.js';

const spell = speller({
  cardinal: `zero; one; two; three; four; five; six; seven; eight; nine; ten; eleven; twelve; thirteen; fourteen; fifteen; sixteen;
    seventeen; eighteen; nineteen; 20: twenty[->>]; 30: thirty[->>]; 40: forty[->>]; 50: fifty[->>]; 60: sixty[->>];
    70: seventy[->>]; 80: eighty[->>]; 90: ninety[->>]; 100: << hundred[ and >>]; 1000: << thousand[>and>];
    1e6: << million[>and>]; 1e9: << billion[>and>]; 1e12: << trillion[>and>]`,
  and: `1: ' and =cardinal=; 100: ' =cardinal=`,
});
const cardinal = (value: bigint): string => spell(value, 'cardinal');
const IRREGULAR_ORDINALS = new Map(
  'one first|two second|three third|five fifth|eight eighth|nine ninth|twelve twelfth'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);

function ordinal(value: bigint): string {
  return cardinal(value).replace(/[a-z]+$/u, (word) => {
    const irregular = IRREGULAR_ORDINALS.get(word);
    return irregular ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`);
  });
}

function year(value: number): string {
  const rest = value % 100;
  const inPairs = (value >= 1100 && value < 2000) || (value >= 2010 && value < 2100);
  if (!inPairs) return cardinal(BigInt(value));
  const century = cardinal(BigInt(Math.floor(value / 100)));
  if (rest === 0) return `${century} hundred`;
  return `${century} ${rest < 10 ? 'oh ' : ''}${cardinal(BigInt(rest))}`;
}

export const ENGLISH = defineVerbalizer({
  language: 'en',
  dayFirst: false,
  decimalSign: '.',
  signs:
    'plus|minus|times|divided by|equals|is not|is less than|is greater than|is at most|is at least|about|plus or minus|over|and|percent|per mille|degrees|number|section|number|copyright|registered|trademark|at|dot|underscore|to|to|slash|dash|square root of|integral|sum|infinity|pi',
  per: 'per',
  currencies: `USD dollar dollars; USD/100 cent cents; EUR euro euros; EUR/100 cent cents; GBP pound pounds; GBP/100 penny pence;
    JPY yen; CNY yuan; KRW won; RUB rouble roubles; RUB/100 kopeck kopecks; BRL real reais; BRL/100 centavo centavos;
    CHF franc francs; INR rupee rupees`,
  units: {
    prefixes: 'kilo mega giga tera milli centi deci hecto micro nano',
    powers: ['square #', 'cubic #'],
    others: `t tonne tonnes; Hz hertz hertz; W watt watts; Wh watt_hour watt_hours; V volt volts; A amp amps; Ah amp_hour amp_hours; J joule joules; mol mole moles;
      cal calorie calories; Pa pascal pascals; dB decibel decibels; tsp teaspoon teaspoons; tbsp tablespoon tablespoons;
      Tbsp tablespoon tablespoons; yrs year years; gal gallon gallons; fps frame_per_second frames_per_second;
      rpm revolution_per_minute revolutions_per_minute`,
  },

  cardinal,
  ordinal,
  decimal: (whole, decimals) => `${whole} point ${digitByDigit(decimals, cardinal, ' ')}`,
  year,
  date: (value, _month, day, name) => {
    const words = `${name} ${ordinal(BigInt(day))}`;
    return value === undefined ? words : `${words}, ${year(value)}`;
  },
  clock: (hour, minute) =>
    minute === 0
      ? `${cardinal(BigInt(hour))} o'clock`
      : `${cardinal(BigInt(hour))} ${minute < 10 ? 'oh ' : ''}${cardinal(BigInt(minute))}`,
});
