import { currencies, digitByDigit, groups, nouns, signs } from '../tables.js';
import type { Verbalizer } from '../verbalizer.js';

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
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

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

export const ENGLISH: Verbalizer = {
  space: ' ',
  dayFirst: false,
  decimalSign: '.',
  digits: SMALL_NUMBERS.slice(0, 10),
  months: MONTHS,
  signs: signs(
    'plus|minus|times|divided by|equals|is not|is less than|is greater than|is at most|is at least|about|plus or minus|over|and|percent|per mille|degrees|number|section|number|copyright|registered|trademark|at|dot|underscore|to|to|slash|dash',
  ),
  per: 'per',
  currencies: currencies(`
    USD n dollar dollars
    USD/100 n cent cents
    EUR n euro euros
    EUR/100 n cent cents
    GBP n pound pounds
    GBP/100 n penny pence
    JPY n yen yen
    CNY n yuan yuan
    KRW n won won
    RUB n rouble roubles
    RUB/100 n kopeck kopecks
    BRL n real reais
    BRL/100 n centavo centavos
    CHF n franc francs
    INR n rupee rupees`),
  units: nouns(`
    km n kilometre kilometres
    m n metre metres
    cm n centimetre centimetres
    mm n millimetre millimetres
    kg n kilogram kilograms
    g n gram grams
    mg n milligram milligrams
    t n tonne tonnes
    l n litre litres
    L n litre litres
    ml n millilitre millilitres
    km/h n kilometre_per_hour kilometres_per_hour
    m/s n metre_per_second metres_per_second
    mph n mile_per_hour miles_per_hour
    m² n square_metre square_metres
    km² n square_kilometre square_kilometres
    m³ n cubic_metre cubic_metres
    °C n degree_Celsius degrees_Celsius
    °F n degree_Fahrenheit degrees_Fahrenheit
    ° n degree degrees
    h n hour hours
    min n minute minutes
    s n second seconds
    ms n millisecond milliseconds
    kB n kilobyte kilobytes
    MB n megabyte megabytes
    GB n gigabyte gigabytes
    TB n terabyte terabytes
    Hz n hertz hertz
    kHz n kilohertz kilohertz
    MHz n megahertz megahertz
    GHz n gigahertz gigahertz
    W n watt watts
    kW n kilowatt kilowatts
    kWh n kilowatt_hour kilowatt_hours
    V n volt volts
    lb n pound pounds
    ft n foot feet
    lbs n pound pounds
    oz n ounce ounces
    tsp n teaspoon teaspoons
    tbsp n tablespoon tablespoons
    Tbsp n tablespoon tablespoons
    mi n mile miles
    yd n yard yards
    gal n gallon gallons
    hr n hour hours
    hrs n hour hours
    mins n minute minutes
    sec n second seconds
    secs n second seconds
    yrs n year years
    ha n hectare hectares
    cm² n square_centimetre square_centimetres
    kcal n kilocalorie kilocalories
    kJ n kilojoule kilojoules
    hPa n hectopascal hectopascals
    dB n decibel decibels
    mAh n milliamp_hour milliamp_hours
    Mbps n megabit_per_second megabits_per_second
    fps n frame_per_second frames_per_second
    rpm n revolution_per_minute revolutions_per_minute`),

  cardinal,
  ordinal,
  plural: (whole, hasDecimals) => (whole === 1n && !hasDecimals ? 0 : 1),
  decimal: (whole, decimals) => `${whole} point ${digitByDigit(decimals, SMALL_NUMBERS, ' ')}`,
  negative: (words) => `minus ${words}`,
  percent: (words) => `${words} percent`,
  counted: (words, noun) => `${words} ${noun}`,
  money: (major, minor) => `${major} and ${minor}`,
  year,
  date: (value, month, day) => {
    const words = `${MONTHS[month - 1]} ${ordinal(BigInt(day))}`;
    return value === undefined ? words : `${words}, ${year(value)}`;
  },
  time: (hour, minute, second) => {
    const clock =
      minute === 0
        ? `${cardinal(BigInt(hour))} o'clock`
        : `${cardinal(BigInt(hour))} ${minute < 10 ? 'oh ' : ''}${belowThousand(minute)}`;
    if (second === undefined) return clock;
    return `${clock.replace(" o'clock", ' hundred hours')} and ${cardinal(BigInt(second))} ${second === 1 ? 'second' : 'seconds'}`;
  },
};
