import { defineVerbalizer } from '../language-words.js';
import { digitByDigit, groups } from '../tables.js';
import type { Gender } from '../verbalizer.js';
import { germanEnding } from './german-ordinals.js';

const SMALL_NUMBERS =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');
const SCALES = [
  ['Million', 'Millionen'],
  ['Milliarde', 'Milliarden'],
  ['Billion', 'Billionen'],
] as const;

/** As it stands inside a longer number: `ein` for one. */
function belowHundred(value: number): string {
  if (value === 1) return 'ein';
  if (value < 20) return SMALL_NUMBERS[value] ?? '';
  const one = value % 10;
  const ten = TENS[Math.floor(value / 10)] ?? '';
  return one === 0 ? ten : `${belowHundred(one)}und${ten}`;
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  return `${hundreds === 0 ? '' : `${belowHundred(hundreds)}hundert`}${rest === 0 ? '' : belowHundred(rest)}`;
}

function ending(words: string, gender: Gender | undefined): string {
  if (!words.endsWith('ein')) return words;
  if (gender === undefined) return `${words}s`;
  return gender === 'f' && words === 'ein' ? 'eine' : words;
}

function cardinal(value: bigint, gender?: Gender): string {
  if (value === 0n) return 'null';
  const [low = 0, thousands = 0, ...higher] = groups(value, 3);
  const named = higher.flatMap((group, index) => {
    const [one, many] = SCALES[index] ?? ['', ''];
    if (group === 0) return [];
    return [group === 1 ? `eine ${one}` : `${belowThousand(group)} ${many}`];
  });
  const word = `${thousands === 0 ? '' : `${belowThousand(thousands)}tausend`}${belowThousand(low)}`;
  return [...named.reverse(), ...(word === '' ? [] : [ending(word, gender)])].join(' ');
}

/** The stem that the endings of an ordinal are added to: `dritt`, `zwanzigst`. */
function ordinalStem(value: bigint): string {
  const irregular = new Map([
    [1n, 'erst'],
    [3n, 'dritt'],
    [7n, 'siebt'],
    [8n, 'acht'],
  ]);
  const low = value % 100n;
  const words = cardinal(value, 'm')
    .replace(/^eine (?=Milli)/u, 'ein')
    .replace(/ (?=Milli)/u, '')
    .replace(/Milli(?:on|ard)(?=e?n?$)/u, (scale) => scale.toLowerCase())
    .replace(/(?<=milli(?:on|ard))e?n?$/u, '');
  const whole = irregular.get(low);
  if (whole !== undefined && low < 20n) return words.slice(0, words.length - cardinal(low, 'm').length) + whole;
  return `${words}${low > 0n && low < 20n ? 't' : 'st'}`;
}

function year(value: number): string {
  if (value < 1100 || value >= 2000) return cardinal(BigInt(value));
  const rest = value % 100;
  return `${belowHundred(Math.floor(value / 100))}hundert${rest === 0 ? '' : ending(belowHundred(rest), undefined)}`;
}

export const GERMAN = defineVerbalizer({
  language: 'de',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs:
    'plus|minus|mal|geteilt durch|gleich|ungleich|kleiner als|größer als|höchstens|mindestens|ungefähr|plus minus|durch|und|Prozent|Promille|Grad|Nummer|Paragraf|Nummer|Copyright|registriert|Trademark|at|Punkt|Unterstrich|zu|bis|Schrägstrich|Strich',
  per: 'pro',
  currencies: `USD Dollar; USD/100 Cent; EUR Euro; EUR/100 Cent; GBP Pfund; GBP/100 Penny Pence; JPY Yen; CNY Yuan; KRW Won;
    RUB Rubel; RUB/100 Kopeke Kopeken; BRL Real; BRL/100 Centavo Centavos; CHF Franken; CHF/100 Rappen;
    INR Rupie Rupien`,
  units: {
    prefixes: 'Kilo Mega Giga Tera Milli Zenti Dezi Hekto Mikro Nano',
    powers: ['Quadrat#', 'Kubik#'],
    others: `t Tonne Tonnen; Hz Hertz; W Watt; Wh Wattstunde Wattstunden; V Volt; A Ampere; Ah Amperestunde Amperestunden; J Joule;
      cal Kalorie Kalorien; Pa Pascal; dB Dezibel; Std Stunde Stunden; Uhr Uhr; EL Esslöffel; TL Teelöffel; Pck. Päckchen;
      Msp. Messerspitze Messerspitzen`,
  },

  cardinal,
  // The suffix carries the ending that the sentence asks for: `e`, `en` or `er`.
  ordinal: (value, suffix) => `${ordinalStem(value)}${suffix}`,
  decimal: (whole, decimals) => `${whole} Komma ${digitByDigit(decimals, SMALL_NUMBERS, ' ')}`,
  year,
  // `am dritten`, `der dritte`, `dritter`
  date: (value, _month, day, name, before) => {
    const words = `${ordinalStem(BigInt(day))}${germanEnding(before)} ${name}`;
    return value === undefined ? words : `${words} ${year(value)}`;
  },
  clock: (hour, minute) => `${cardinal(BigInt(hour), 'm')} Uhr${minute === 0 ? '' : ` ${cardinal(BigInt(minute))}`}`,
});
