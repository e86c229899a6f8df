import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { romanceDecimals } from '../tables.js';
import type { Gender } from '../verbalizer.js';

const spell = speller({
  cardinal: `zero; uno; due; tre; quattro; cinque; sei; sette; otto; nove; dieci; undici; dodici; tredici; quattordici; quindici; sedici;
    diciassette; diciotto; diciannove; 20: vent>i>; 30: trent>a>; 40: quarant>a>; 50: cinquant>a>; 60: sessant>a>; 70: settant>a>;
    80: ottant>a>; 90: novant>a>; 100: cent>o>; 200: <<cent>o>; 1000: mille>accented>; 2000: <<mila>accented>;
    1e6: un milione[ >>]; 2e6: << milioni[ >>]; 1e9: un miliardo[ >>]; 2e9: << miliardi[ >>]; 1e12: un bilione[ >>];
    2e12: << bilioni[ >>]`,
  i: 'i; uno; i=accented=; 8: otto; i=accented=',
  a: 'a; uno; a=accented=; 8: otto; a=accented=',
  o: 'o; o=accented=; 8: otto; o=cardinal=; 80: =cardinal=; 90: o=cardinal=',
  accented: '0: ; =cardinal=; 3: tré; =cardinal=',
});

const ORDINALS = 'primo secondo terzo quarto quinto sesto settimo ottavo nono decimo'.split(' ');

function cardinal(value: bigint, gender?: Gender): string {
  const words = spell(value, 'cardinal')
    .replace(/tré(?=mila)/gu, 'tre')
    .replace(/uno(?=mila)/gu, 'un');
  return gender === undefined ? words : words.replace(/(?<=^| )uno$/u, gender === 'f' ? 'una' : 'un');
}

export const ITALIAN = defineVerbalizer({
  language: 'it',
  signs:
    'più|meno|per|diviso|uguale|diverso da|minore di|maggiore di|al massimo|almeno|circa|più o meno|fratto|e|per cento|per mille|gradi|numero|sezione|numero|copyright|marchio registrato|marchio|chiocciola|punto|trattino basso|a|a|barra|trattino|radice di|integrale|somma|infinito|pi greco',
  per: 'per',
  currencies: `USD dollaro dollari; USD/100 centesimo centesimi; EUR euro; EUR/100 centesimo centesimi; GBP sterlina sterline;
    GBP/100 penny pence; JPY yen; CNY yuan; KRW won; RUB rublo rubli; RUB/100 copeco copechi; BRL real;
    BRL/100 centavo centavos; CHF franco franchi; CHF/100 centesimo centesimi; INR rupia rupie`,
  units: {
    prefixes: 'chilo mega giga tera milli centi deci etto micro nano',
    powers: ['# quadrato|# quadrati', '# cubo|# cubi'],
    others: `t tonnellata tonnellate; Hz hertz; W watt; Wh wattora; V volt; A ampere; Ah amperora; J joule; mol mole moli; cal caloria calorie; Pa pascal;
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
  decimal: (whole, decimals) => `${whole} virgola ${romanceDecimals(decimals, cardinal)}`,
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
