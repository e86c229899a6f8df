import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { digitByDigit } from '../tables.js';
import type { Gender } from '../verbalizer.js';
import { germanEnding } from './german-ordinals.js';

const spell = speller({
  // As they stand inside a longer number: `ein` for one.
  inside: `null; ein; zwei; drei; vier; fünf; sechs; sieben; acht; neun; zehn; elf; zwölf; dreizehn; vierzehn; fünfzehn; sechzehn;
    siebzehn; achtzehn; neunzehn; 20: [>>und]zwanzig; 30: [>>und]dreißig; 40: [>>und]vierzig; 50: [>>und]fünfzig;
    60: [>>und]sechzig; 70: [>>und]siebzig; 80: [>>und]achtzig; 90: [>>und]neunzig; 100: <<hundert[>>]; 1000: <<tausend[>>];
    1e6: eine Million[ >>]; 2e6: << Millionen[ >>]; 1e9: eine Milliarde[ >>]; 2e9: << Milliarden[ >>]; 1e12: eine Billion[ >>];
    2e12: << Billionen[ >>]`,
});

function cardinal(value: bigint, gender?: Gender): string {
  const words = spell(value, 'inside');
  if (gender === undefined) return words.replace(/ein$/u, 'eins');
  return gender === 'f' ? words.replace(/(?<=^| )ein$/u, 'eine') : words;
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
  return `${spell(BigInt(Math.floor(value / 100)), 'inside')}hundert${rest === 0 ? '' : cardinal(BigInt(rest))}`;
}

export const GERMAN = defineVerbalizer({
  language: 'de',
  signs:
    'plus|minus|mal|geteilt durch|gleich|ungleich|kleiner als|größer als|höchstens|mindestens|ungefähr|plus minus|durch|und|Prozent|Promille|Grad|Nummer|Paragraf|Nummer|Copyright|registriert|Trademark|at|Punkt|Unterstrich|zu|bis|Schrägstrich|Strich|Wurzel aus|Integral|Summe|unendlich|Pi',
  per: 'pro',
  currencies: `USD Dollar; USD/100 Cent; EUR Euro; EUR/100 Cent; GBP Pfund; GBP/100 Penny Pence; JPY Yen; CNY Yuan; KRW Won;
    RUB Rubel; RUB/100 Kopeke Kopeken; BRL Real; BRL/100 Centavo Centavos; CHF Franken; CHF/100 Rappen;
    INR Rupie Rupien`,
  units: {
    prefixes: 'Kilo Mega Giga Tera Milli Zenti Dezi Hekto Mikro Nano',
    powers: ['Quadrat#', 'Kubik#'],
    others: `t Tonne Tonnen; Hz Hertz; W Watt; Wh Wattstunde Wattstunden; V Volt; A Ampere; Ah Amperestunde Amperestunden; J Joule; mol Mol;
      cal Kalorie Kalorien; Pa Pascal; dB Dezibel; Std Stunde Stunden; Uhr Uhr; EL Esslöffel; TL Teelöffel; Pck. Päckchen;
      Msp. Messerspitze Messerspitzen`,
  },

  cardinal,
  // The suffix carries the ending that the sentence asks for: `e`, `en` or `er`.
  ordinal: (value, suffix) => `${ordinalStem(value)}${suffix}`,
  decimal: (whole, decimals) => `${whole} Komma ${digitByDigit(decimals, cardinal, ' ')}`,
  year,
  // `am dritten`, `der dritte`, `dritter`
  date: (value, _month, day, name, before) => {
    const words = `${ordinalStem(BigInt(day))}${germanEnding(before)} ${name}`;
    return value === undefined ? words : `${words} ${year(value)}`;
  },
  clock: (hour, minute) => `${cardinal(BigInt(hour), 'm')} Uhr${minute === 0 ? '' : ` ${cardinal(BigInt(minute))}`}`,
});
