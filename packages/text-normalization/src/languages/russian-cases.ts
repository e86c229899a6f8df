import type { Gender } from '../verbalizer.js';

/** The oblique cases of a number. */
export type Case = 'genitive' | 'dative' | 'instrumental' | 'prepositional';

const ORDER: readonly Case[] = ['genitive', 'dative', 'instrumental', 'prepositional'];

/** One word a line: the nominative, then the four cases. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  `ноль нуля нулю нулём нуле
  один одного одному одним одном
  одно одного одному одним одном
  одна одной одной одной одной
  два двух двум двумя двух
  две двух двум двумя двух
  три трёх трём тремя трёх
  четыре четырёх четырём четырьмя четырёх
  восемь восьми восьми восемью восьми
  сорок сорока сорока сорока сорока
  девяносто девяноста девяноста девяноста девяноста
  сто ста ста ста ста
  двести двухсот двумстам двумястами двухстах
  триста трёхсот трёмстам тремястами трёхстах
  четыреста четырёхсот четырёмстам четырьмястами четырёхстах
  восемьдесят восьмидесяти восьмидесяти восемьюдесятью восьмидесяти
  восемьсот восьмисот восьмистам восемьюстами восьмистах
  тысяча тысячи тысяче тысячей тысяче
  тысячи тысяч тысячам тысячами тысячах
  тысяч тысяч тысячам тысячами тысячах
  миллион миллиона миллиону миллионом миллионе
  миллиона миллионов миллионам миллионами миллионах
  миллионов миллионов миллионам миллионами миллионах
  миллиард миллиарда миллиарду миллиардом миллиарде
  миллиарда миллиардов миллиардам миллиардами миллиардах
  миллиардов миллиардов миллиардам миллиардами миллиардах`
    .split('\n')
    .map((line) => line.trim().split(' '))
    .map(([nominative = '', ...cases]) => [nominative, cases]),
);

function declinedWord(word: string, index: number): string {
  const known = WORDS.get(word)?.[index];
  if (known !== undefined) return known;
  const isInstrumental = ORDER[index] === 'instrumental';
  if (word.endsWith('десят')) return `${word.slice(0, -6)}${isInstrumental ? 'ьюдесятью' : 'идесяти'}`;
  if (word.endsWith('сот')) return `${word.slice(0, -4)}${['исот', 'истам', 'ьюстами', 'истах'][index]}`;
  return word.endsWith('ь') ? `${word.slice(0, -1)}${isInstrumental ? 'ью' : 'и'}` : word;
}

/** A cardinal of the nominative in another case. */
export function declinedCardinal(nominative: string, inCase: Case): string {
  const index = ORDER.indexOf(inCase);
  return nominative
    .split(' ')
    .map((word) => declinedWord(word, index))
    .join(' ');
}

const word = (list: string): RegExp => new RegExp(`(?:^|[^\\p{L}/])(?:${list})\\s$`, 'iu');
const GENITIVE = word(
  'из|от|до|у|без|для|около|после|кроме|среди|вокруг|против|ради|более|менее|больше|меньше|свыше|порядка|выше|ниже|старше|младше|дольше|дороже|дешевле',
);
const DATIVE = word('ко?|благодаря|равно|равен|равна|равны');
const INSTRUMENTAL = word('между|перед|передо|над');
const WITH = word('со?');
const IN = word('во?|на|об?|при');

/** The case that the word before a number asks for; undefined for the nominative and the accusative, which are alike. */
export function russianCase(before: string, after: string): Case | undefined {
  if (GENITIVE.test(before)) return 'genitive';
  if (DATIVE.test(before)) return 'dative';
  if (INSTRUMENTAL.test(before)) return 'instrumental';
  const noun = /^ (?:\p{Ll}+(?:ыми|ими|ых|их|ом|ем|ым|им|ой|ей) )?(\p{Ll}+)/u.exec(after)?.[1] ?? '';
  if (WITH.test(before)) return /(?:[ая]ми|ьми|ом|ем|ой|ей)$/u.test(noun) ? 'instrumental' : 'genitive';
  return IN.test(before) && /(?:[ая]х|е)$/u.test(noun) ? 'prepositional' : undefined;
}

/** The gender of the noun behind one in an oblique case: `с одной подругой`, `в одном городе`. */
export function obliqueGender(noun: string): Gender {
  return /(?:ой|ей|ью|ы|и)$/u.test(noun) ? 'f' : 'm';
}
