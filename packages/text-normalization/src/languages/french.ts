import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { romanceDecimals } from '../tables.js';
import type { Gender } from '../verbalizer.js';

const spell = speller({
  cardinal: `zéro; un; deux; trois; quatre; cinq; six; sept; huit; neuf; dix; onze; douze; treize; quatorze; quinze; seize; dix-sept;
    dix-huit; dix-neuf; 20: vingt[>et>]; 30: trente[>et>]; 40: quarante[>et>]; 50: cinquante[>et>]; 60/20: soixante[>et>];
    80: quatre-vingts; 81/20: quatre-vingt->>; 100: cent[ >>]; 200: << cent[ >>|s]; 1000: mille[ >>]; 2000: << mille[ >>];
    1e6: un million[ >>]; 2e6: << millions[ >>]; 1e9: un milliard[ >>]; 2e9: << milliards[ >>]; 1e12: un billion[ >>];
    2e12: << billions[ >>]`,
  et: `1: ' et un; -=cardinal=; 11: ' et onze; -=cardinal=`,
});

function cardinal(value: bigint, gender?: Gender): string {
  // `quatre-vingts` and `cents` lose their s before `mille`.
  const words = spell(value, 'cardinal').replace(/(?<=vingt|cent)s(?= mille)/gu, '');
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
  signs:
    'plus|moins|fois|divisé par|égale|différent de|inférieur à|supérieur à|au plus|au moins|environ|plus ou moins|sur|et|pour cent|pour mille|degrés|numéro|paragraphe|numéro|copyright|marque déposée|marque|arobase|point|tiret bas|à|à|barre oblique|tiret|racine de|intégrale|somme|l’infini|pi',
  per: 'par',
  currencies: `USD dollar dollars; USD/100 cent cents; EUR euro euros; EUR/100 centime centimes; GBP livre livres;
    GBP/100 penny pence; JPY yen yens; CNY yuan yuans; KRW won wons; RUB rouble roubles; RUB/100 kopeck kopecks;
    BRL réal réaux; BRL/100 centavo centavos; CHF franc francs; CHF/100 centime centimes; INR roupie roupies`,
  units: {
    prefixes: 'kilo méga giga téra milli centi déci hecto micro nano',
    powers: ['# carré|# carrés', '# cube|# cubes'],
    others: `t tonne tonnes; Hz hertz; W watt watts; Wh wattheure wattheures; V volt volts; A ampère ampères; Ah ampère-heure ampères-heures;
      J joule joules; mol mole moles; cal calorie calories; Pa pascal pascals; dB décibel décibels; Ko kilooctet kilooctets`,
  },

  cardinal,
  ordinal,
  decimal: (whole, decimals) => `${whole} virgule ${romanceDecimals(decimals, cardinal)}`,
  counted,
  date: (value, _month, day, name) => {
    const words = `${day === 1 ? 'premier' : cardinal(BigInt(day))} ${name}`;
    return value === undefined ? words : `${words} ${cardinal(BigInt(value))}`;
  },
  clock: (hour, minute) =>
    `${cardinal(BigInt(hour), 'f')} ${hour < 2 ? 'heure' : 'heures'}${minute === 0 ? '' : ` ${cardinal(BigInt(minute), 'f')}`}`,
});
