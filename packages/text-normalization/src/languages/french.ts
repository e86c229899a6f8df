import { defineVerbalizer } from '../language-words.js';
import { groups, romanceDecimals } from '../tables.js';
import type { Gender } from '../verbalizer.js';

const SMALL_NUMBERS =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  );
const TENS = '  vingt trente quarante cinquante soixante'.split(' ');
const SCALES = ['million', 'milliard', 'billion'];

function belowHundred(value: number): string {
  if (value < 20) return SMALL_NUMBERS[value] ?? '';
  if (value === 80) return 'quatre-vingts';
  if (value > 80) return `quatre-vingt-${SMALL_NUMBERS[value - 80]}`;
  if (value === 71) return 'soixante et onze';
  if (value >= 60)
    return value === 60 ? 'soixante' : value === 61 ? 'soixante et un' : `soixante-${SMALL_NUMBERS[value - 60]}`;
  const ten = TENS[Math.floor(value / 10)] ?? '';
  const one = value % 10;
  if (one === 0) return ten;
  return one === 1 ? `${ten} et un` : `${ten}-${SMALL_NUMBERS[one]}`;
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const cents =
    hundreds === 0 ? '' : hundreds === 1 ? 'cent' : `${SMALL_NUMBERS[hundreds]} cent${rest === 0 ? 's' : ''}`;
  if (rest === 0) return cents;
  return cents === '' ? belowHundred(rest) : `${cents} ${belowHundred(rest)}`;
}

function cardinal(value: bigint, gender?: Gender): string {
  if (value === 0n) return 'zéro';
  const [low = 0, thousands = 0, ...higher] = groups(value, 3);
  const named = higher.flatMap((group, index) =>
    group === 0 ? [] : [`${belowThousand(group)} ${SCALES[index]}${group > 1 ? 's' : ''}`],
  );
  // `quatre-vingts` and `cents` lose their s before `mille`.
  const mille =
    thousands === 0
      ? []
      : [thousands === 1 ? 'mille' : `${belowThousand(thousands).replace(/(vingt|cent)s$/u, '$1')} mille`];
  const words = [...named.reverse(), ...mille, ...(low === 0 ? [] : [belowThousand(low)])].join(' ');
  return gender === 'f' ? words.replace(/(^|[\s-])un$/u, '$1une') : words;
}

function ordinal(value: bigint, suffix: string): string {
  if (value === 1n) return /^(?:re|ère)$/u.test(suffix) ? 'première' : 'premier';
  if (/^nde?$/u.test(suffix)) return `second${suffix.slice(2)}`;
  const words = cardinal(value)
    .replace(/(vingt|cent|million|milliard)s$/u, '$1')
    .replace(/^un (?=mill)/u, '');
  if (words.endsWith('cinq')) return `${words}uième`;
  if (words.endsWith('neuf')) return `${words.slice(0, -1)}vième`;
  return `${words.replace(/e$/u, '')}ième`;
}

/** `un million d'euros`, `un million de dollars`. */
function counted(words: string, noun: string): string {
  if (!/(?:million|milliard|billion)s?$/u.test(words)) return `${words} ${noun}`;
  return /^[aeiouhéèê]/iu.test(noun) ? `${words} d'${noun}` : `${words} de ${noun}`;
}

export const FRENCH = defineVerbalizer({
  language: 'fr',
  digits: SMALL_NUMBERS.slice(0, 10),
  signs:
    'plus|moins|fois|divisé par|égale|différent de|inférieur à|supérieur à|au plus|au moins|environ|plus ou moins|sur|et|pour cent|pour mille|degrés|numéro|paragraphe|numéro|copyright|marque déposée|marque|arobase|point|tiret bas|à|à|barre oblique|tiret',
  per: 'par',
  currencies: `USD dollar dollars; USD/100 cent cents; EUR euro euros; EUR/100 centime centimes; GBP livre livres;
    GBP/100 penny pence; JPY yen yens; CNY yuan yuans; KRW won wons; RUB rouble roubles; RUB/100 kopeck kopecks;
    BRL réal réaux; BRL/100 centavo centavos; CHF franc francs; CHF/100 centime centimes; INR roupie roupies`,
  units: {
    prefixes: 'kilo méga giga téra milli centi déci hecto micro nano',
    powers: ['# carré|# carrés', '# cube|# cubes'],
    others: `t tonne tonnes; Hz hertz; W watt watts; Wh wattheure wattheures; V volt volts; A ampère ampères; Ah ampère-heure ampères-heures;
      J joule joules; cal calorie calories; Pa pascal pascals; dB décibel décibels; Ko kilooctet kilooctets`,
  },

  cardinal,
  ordinal,
  decimal: (whole, decimals) => `${whole} virgule ${romanceDecimals(decimals, SMALL_NUMBERS, cardinal)}`,
  counted,
  date: (value, _month, day, name) => {
    const words = `${day === 1 ? 'premier' : cardinal(BigInt(day))} ${name}`;
    return value === undefined ? words : `${words} ${cardinal(BigInt(value))}`;
  },
  clock: (hour, minute) =>
    `${cardinal(BigInt(hour), 'f')} ${hour < 2 ? 'heure' : 'heures'}${minute === 0 ? '' : ` ${cardinal(BigInt(minute), 'f')}`}`,
});
