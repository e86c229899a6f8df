import { defineVerbalizer } from '../language-words.js';
import { romanceDecimals } from '../tables.js';
import type { Gender } from '../verbalizer.js';

const SMALL_NUMBERS =
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  );
const TENS = '  venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');
const ORDINALS = 'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo'.split(' ');

function belowHundred(value: number): string {
  if (value < 20) return SMALL_NUMBERS[value] ?? '';
  const ten = TENS[Math.floor(value / 10)] ?? '';
  const one = value % 10;
  if (one === 0) return ten;
  return (one === 1 || one === 8 ? ten.slice(0, -1) : ten) + (one === 3 ? 'tré' : SMALL_NUMBERS[one]);
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const cento = hundreds === 0 ? '' : `${hundreds === 1 ? '' : SMALL_NUMBERS[hundreds]}cento`;
  if (rest === 0) return cento;
  const low = rest === 3 && cento !== '' ? 'tré' : belowHundred(rest);
  return (low.startsWith('o') ? cento.slice(0, -1) : cento) + low;
}

function belowMillion(value: number): string {
  const thousands = Math.floor(value / 1000);
  const low = value % 1000;
  const mila =
    thousands === 0
      ? ''
      : thousands === 1
        ? 'mille'
        : `${belowThousand(thousands).replace(/tré$/u, 'tre').replace(/uno$/u, 'un')}mila`;
  return mila + (low === 0 ? '' : low === 3 && mila !== '' ? 'tré' : belowThousand(low));
}

function cardinal(value: bigint, gender?: Gender): string {
  if (value === 0n) return 'zero';
  const named = (
    [
      [1_000_000_000_000n, 'bilione', 'bilioni'],
      [1_000_000_000n, 'miliardo', 'miliardi'],
      [1_000_000n, 'milione', 'milioni'],
    ] as const
  ).map(([size, one, many]) => {
    const part = (value / size) % (size === 1_000_000_000_000n ? 1_000_000n : 1000n);
    return part === 0n ? '' : part === 1n ? `un ${one}` : `${belowMillion(Number(part))} ${many}`;
  });
  const low = belowMillion(Number(value % 1_000_000n));
  const lowest = low !== 'uno' || gender === undefined ? low : gender === 'f' ? 'una' : 'un';
  return [...named, lowest].filter(Boolean).join(' ');
}

export const ITALIAN = defineVerbalizer({
  language: 'it',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs:
    'più|meno|per|diviso|uguale|diverso da|minore di|maggiore di|al massimo|almeno|circa|più o meno|fratto|e|per cento|per mille|gradi|numero|sezione|numero|copyright|marchio registrato|marchio|chiocciola|punto|trattino basso|a|a|barra|trattino',
  per: 'per',
  currencies: `USD dollaro dollari; USD/100 centesimo centesimi; EUR euro; EUR/100 centesimo centesimi; GBP sterlina sterline;
    GBP/100 penny pence; JPY yen; CNY yuan; KRW won; RUB rublo rubli; RUB/100 copeco copechi; BRL real;
    BRL/100 centavo centavos; CHF franco franchi; CHF/100 centesimo centesimi; INR rupia rupie`,
  units: {
    prefixes: 'chilo mega giga tera milli centi deci etto micro nano',
    powers: ['# quadrato|# quadrati', '# cubo|# cubi'],
    others: `t tonnellata tonnellate; Hz hertz; W watt; Wh wattora; V volt; A ampere; Ah amperora; J joule; cal caloria calorie; Pa pascal;
      dB decibel; mq metro_quadrato metri_quadrati; mc metro_cubo metri_cubi`,
  },

  cardinal,
  ordinal: (value, suffix) => {
    const word =
      value <= 10n
        ? ORDINALS[Number(value) - 1]
        : `${cardinal(value)
            .replace(/^un | /gu, '')
            .replace(/tré$/u, 'tree')
            .replace(/sei$/u, 'seii')
            .slice(0, -1)}esimo`;
    return /^(?:ª|a)$/u.test(suffix) ? word?.replace(/o$/u, 'a') : word;
  },
  decimal: (whole, decimals) => `${whole} virgola ${romanceDecimals(decimals, SMALL_NUMBERS, cardinal)}`,
  counted: (words, noun) => {
    if (words === 'una' && /^[aeiou]/u.test(noun)) return `un'${noun}`;
    return /(?:ilion[ei]|iliard[oi])$/u.test(words) ? `${words} di ${noun}` : `${words} ${noun}`;
  },
  date: (value, _month, day, name) => {
    const words = `${day === 1 ? 'primo' : cardinal(BigInt(day))} ${name}`;
    return value === undefined ? words : `${words} ${cardinal(BigInt(value))}`;
  },
  clock: (hour, minute) =>
    `${cardinal(BigInt(hour), 'f')} ${minute === 0 ? 'in punto' : `e ${cardinal(BigInt(minute))}`}`,
});
