import { defineVerbalizer } from '../language-words.js';
import { digitByDigit, groups } from '../tables.js';

const SMALL_NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion'];
const IRREGULAR_ORDINALS = new Map(
  'one first|two second|three third|five fifth|eight eighth|nine ninth|twelve twelfth'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const ten = TENS[Math.floor(rest / 10)] ?? '';
  const one = SMALL_NUMBERS[rest % 10] ?? '';
  const low = rest < 20 ? (SMALL_NUMBERS[rest] ?? '') : rest % 10 === 0 ? ten : `${ten}-${one}`;
  if (hundreds === 0) return low;
  return rest === 0 ? `${SMALL_NUMBERS[hundreds]} hundred` : `${SMALL_NUMBERS[hundreds]} hundred and ${low}`;
}

function cardinal(value: bigint): string {
  if (value === 0n) return 'zero';
  const parts = groups(value, 3).flatMap((group, index) =>
    group === 0 ? [] : [belowThousand(group) + (SCALES[index] ?? '')],
  );
  const needsAnd = parts.length > 1 && value % 1000n > 0n && value % 1000n < 100n;
  const [last = '', ...higher] = parts;
  return needsAnd ? `${higher.reverse().join(' ')} and ${last}` : parts.reverse().join(' ');
}

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
  const century = belowThousand(Math.floor(value / 100));
  if (rest === 0) return `${century} hundred`;
  return rest < 10 ? `${century} oh ${SMALL_NUMBERS[rest]}` : `${century} ${belowThousand(rest)}`;
}

export const ENGLISH = defineVerbalizer({
  language: 'en',
  dayFirst: false,
  decimalSign: '.',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs:
    'plus|minus|times|divided by|equals|is not|is less than|is greater than|is at most|is at least|about|plus or minus|over|and|percent|per mille|degrees|number|section|number|copyright|registered|trademark|at|dot|underscore|to|to|slash|dash',
  per: 'per',
  currencies: `USD dollar dollars; USD/100 cent cents; EUR euro euros; EUR/100 cent cents; GBP pound pounds; GBP/100 penny pence;
    JPY yen; CNY yuan; KRW won; RUB rouble roubles; RUB/100 kopeck kopecks; BRL real reais; BRL/100 centavo centavos;
    CHF franc francs; INR rupee rupees`,
  units: {
    prefixes: 'kilo mega giga tera milli centi deci hecto micro nano',
    powers: ['square #', 'cubic #'],
    others: `t tonne tonnes; Hz hertz hertz; W watt watts; Wh watt_hour watt_hours; V volt volts; A amp amps; Ah amp_hour amp_hours; J joule joules;
      cal calorie calories; Pa pascal pascals; dB decibel decibels; tsp teaspoon teaspoons; tbsp tablespoon tablespoons;
      Tbsp tablespoon tablespoons; yrs year years; gal gallon gallons; fps frame_per_second frames_per_second;
      rpm revolution_per_minute revolutions_per_minute`,
  },

  cardinal,
  ordinal,
  decimal: (whole, decimals) => `${whole} point ${digitByDigit(decimals, SMALL_NUMBERS, ' ')}`,
  year,
  date: (value, _month, day, name) => {
    const words = `${name} ${ordinal(BigInt(day))}`;
    return value === undefined ? words : `${words}, ${year(value)}`;
  },
  clock: (hour, minute) =>
    minute === 0
      ? `${cardinal(BigInt(hour))} o'clock`
      : `${cardinal(BigInt(hour))} ${minute < 10 ? 'oh ' : ''}${belowThousand(minute)}`,
});
