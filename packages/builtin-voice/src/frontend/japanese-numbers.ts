/** A word with its features in the IPA dictionary; of an unknown one all but the text are empty. */
export interface Morpheme {
  readonly text: string;
  readonly partOfSpeech: string;
  readonly subclass: string;
  readonly kind: string;
  /** In katakana. */
  readonly pronunciation: string;
}

const NUMERALS: Readonly<Record<string, string>> = Object.fromEntries(
  '〇ゼロ 零レイ 一イチ 二ニ 三サン 四ヨン 五ゴ 六ロク 七ナナ 八ハチ 九キュー 十ジュー 百ヒャク 千セン 万マン 億オク 兆チョー 何ナン 数スー'
    .split(' ')
    .map((entry) => [entry.charAt(0), entry.slice(1)]),
);
const NUMBER = new RegExp(`^(?:ゼロ|[${Object.keys(NUMERALS).join('')}])+$`, 'u');
/** `二〇二五`; what begins with zero or is longer is a code. */
const POSITIONAL = new RegExp('(?<!D)(?!〇)D{2,4}(?!D)'.replaceAll('D', '[〇一二三四五六七八九]'), 'gu');

/** Numbers that are one word with what they count. */
const WORDS = new Map(
  `一人ヒトリ 二人フタリ 二人組フタリグミ 二十歳ハタチ 二十才ハタチ 〇時レイジ 百合ユリ 二日フツカ 三日ミッカ 四日ヨッカ 五日イツカ 六日ムイカ
   七日ナノカ 八日ヨーカ 九日ココノカ 十日トーカ 十四日ジューヨッカ 二十日ハツカ 二十四日ニジューヨッカ`
    .split(/\s+/u)
    .map((entry) => entry.split(/(?<=\p{sc=Han})(?=\p{sc=Kana})/u) as [string, string]),
);
/** Counters of Japanese origin, before which one and two are as well. */
const NATIVE = new Set('組 部屋 箱 袋 皿 束 株 粒 桁 切れ 通り 晩 坪'.split(' '));
/** What the dictionary does not call a counter. */
const COUNTING_NOUNS = new Set('世紀 世代 種類 部屋'.split(' '));
const BEFORE_K = /(?:イチ|ロク|ハチ|ジュー|ヒャク)$/u;
const BEFORE_S = /(?:イチ|ハチ|ジュー)$/u;
/** The ends of a number that become ッ before the first sound of a counter, and of a loanword. */
const DOUBLING: readonly (readonly [first: string, ends: RegExp, loanword?: RegExp])[] = [
  ['カキクケコ', BEFORE_K, /(?:ロク|ジュー|ヒャク)$/u],
  ['サシスセソタチツテト', BEFORE_S, BEFORE_S],
  ['ハヒフヘホ', BEFORE_K],
  ['パピプペポ', BEFORE_K, /ジュー$/u],
];

/** The kana of a number and of its counter, with the changes of sound between the two. */
function joined(number: string, counter: string, kana: string): string {
  const isOneOf = (counters: string): boolean => counters.includes(counter.charAt(0));
  const first = kana.charAt(0);
  let words = number;
  if (isOneOf('年円人畳時')) words = words.replace(/ヨン$/u, 'ヨ');
  if (isOneOf('時日')) words = words.replace(/ナナ$/u, 'シチ').replace(/キュー$/u, 'ク');
  const isLoanword = /^[\p{sc=Kana}ー]{2,}$/u.test(counter);
  const ends = DOUBLING.find(([sounds]) => sounds.includes(first))?.[isLoanword ? 2 : 1];
  if (ends) words = words.replace(ends, (end) => `${end.slice(0, -1)}ッ`);
  const isBehindN = /[サナセマ]ン$/u.test(words);
  const isPlosive = isBehindN || words.endsWith('ッ') || (isOneOf('分泊発') && words.endsWith('ヨン'));
  // 三本 サンボン, 三分 サンプン, 一本 イッポン
  const voiced = isBehindN && isOneOf('百千本匹杯階軒足') ? '\u3099' : '';
  const plosive = isPlosive && !isLoanword && 'ハヒフヘホ'.includes(first) ? '\u309a' : '';
  return words + (first + (voiced || plosive)).normalize('NFC') + kana.slice(1);
}

/** `二〇二五` → `二千二十五` */
const withPowers = (digits: string): string =>
  [...digits]
    .map((digit, index) => digit + '千百十'.slice(4 - digits.length).charAt(index))
    .join('')
    .replace(/〇[千百十]?|一(?=[千百十])/gu, '');

/** A number alone. */
function inKana(number: string): string {
  let kana = '';
  let last = '';
  for (const numeral of number) {
    const reading = NUMERALS[numeral] ?? '';
    // 千 behind 万 begins a number of its own.
    const isCounted = /[百千兆]/u.test(numeral) && /[一二三四五六七八九十何]/u.test(last);
    kana = isCounted ? joined(kana, numeral, reading) : kana + reading;
    last = numeral;
  }
  return kana;
}

/** A number in kanji with what it counts. */
interface Counted extends Morpheme {
  readonly counter?: Morpheme;
}

const isNumber = (word: Counted | undefined): word is Counted => word?.subclass === '数' && NUMBER.test(word.text);

/** Numerals are a morpheme each; what the dictionary holds as a word contains none: 一緒, 四国. */
function gathered(morphemes: readonly Morpheme[]): Counted[] {
  const words: Counted[] = [];
  for (const morpheme of morphemes) {
    const last = words.at(-1);
    if (!isNumber(last) || last.counter) words.push(morpheme);
    else if (isNumber(morpheme) || morpheme.text === '〇')
      words.splice(-1, 1, { ...last, text: last.text + morpheme.text });
    else if (morpheme.kind === '助数詞' || COUNTING_NOUNS.has(morpheme.text))
      words.splice(-1, 1, { ...last, counter: morpheme });
    else words.push(morpheme);
  }
  return words;
}

/** Reads each number in kanji with its counter as one word. */
export function withNumbers(morphemes: readonly Morpheme[]): Morpheme[] {
  return gathered(morphemes).map((word, index, words) => {
    if (!isNumber(word)) return word;
    const [beforeLast, last] = [words[index - 2], words[index - 1]];
    const isDecimal = last?.counter?.text === '点';
    const written = word.text.replaceAll('ゼロ', '〇');
    const isPositional = !isDecimal && (word.counter !== undefined || /[万億兆]/u.test(written));
    const number = isPositional ? written.replace(POSITIONAL, withPowers) : written;
    // `二、三日` and `零点二人` are no day and no two people.
    const isExact = !isDecimal && !(last?.text === '、' && isNumber(beforeLast) && !beforeLast.counter);
    return {
      ...word,
      subclass: isDecimal || last?.counter?.text === '分の' ? '接尾' : word.subclass,
      pronunciation: counted(number, word.counter, isExact, last?.text ?? ''),
    };
  });
}

function counted(number: string, counter: Morpheme | undefined, isExact: boolean, before: string): string {
  const kana = inKana(number);
  if (!counter) return kana;
  const { text, pronunciation } = counter;
  if (isExact && number + text === '一日' && before.endsWith('月')) return 'ツイタチ';
  const word = isExact ? WORDS.get(number + text.replace(/(?<=^日)間$/u, '')) : undefined;
  if (word !== undefined) return text === '日間' ? `${word}カン` : word;
  if (NATIVE.has(text)) return ((isExact && { 一: 'ヒト', 二: 'フタ' }[number]) || kana) + pronunciation;
  return joined(kana, text, text === '行' ? 'ギョー' : pronunciation);
}
