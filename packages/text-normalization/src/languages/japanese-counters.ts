/** How the end of a number sounds before a counter, and how the counter begins after it. */
interface Counter {
  readonly reading: string;
  /** What the last word of the number becomes: `ヨン>ヨ`. */
  readonly changes: string;
  /** What the reading becomes after the changed ends: `ッ>プン`. */
  readonly after: readonly string[];
}

/** The ends of a number before voiceless sounds: before k, before s and t, before h. */
const BEFORE_K = 'イチ>イッ ロク>ロッ ハチ>ハッ ジュウ>ジュッ ヒャク>ヒャッ';
const BEFORE_S = 'イチ>イッ ハチ>ハッ ジュウ>ジュッ';
const BEFORE_H = 'イチ>イッ ロク>ロッ ハチ>ハッ ジュウ>ジュッ ヒャク>ヒャッ';
/** With the months, hours and classes of four, seven and nine. */
const OLD_READINGS = 'ヨン>ヨ ナナ>シチ キュウ>ク';

const CHANGES: Readonly<Record<string, string>> = {
  '-': '',
  K: BEFORE_K,
  S: BEFORE_S,
  H: BEFORE_H,
  Y: 'ヨン>ヨ',
  M: 'ヨン>シ ナナ>シチ キュウ>ク',
  J: OLD_READINGS,
};

/** One a line: the counter, its reading, how the number before it changes, and how the reading does. */
const TABLE = `
  年 ネン Y
  年間 ネンカン Y
  年代 ネンダイ Y
  年生 ネンセイ Y
  月 ガツ M
  時 ジ J
  時間 ジカン J
  時半 ジハン J
  分 フン H ッ>プン サン>プン ヨン>プン
  分間 フンカン H ッ>プンカン サン>プンカン ヨン>プンカン
  秒 ビョウ -
  秒間 ビョウカン -
  円 エン Y
  人 ニン Y
  人前 ニンマエ Y
  個 コ K
  コ コ K
  戸 コ K
  件 ケン K
  軒 ケン K サン>ゲン
  曲 キョク K
  回 カイ K
  階 カイ K サン>ガイ
  ヶ月 カゲツ K
  か月 カゲツ K
  カ月 カゲツ K
  ヵ月 カゲツ K
  ケ月 カゲツ K
  箇月 カゲツ K
  か国 カコク K
  カ国 カコク K
  ヶ国 カコク K
  か所 カショ K
  カ所 カショ K
  ヶ所 カショ K
  歳 サイ S
  才 サイ S
  冊 サツ S
  社 シャ S
  章 ショウ S
  種類 シュルイ S
  世紀 セイキ S
  世代 セダイ S
  席 セキ S
  周年 シュウネン S
  週 シュウ S
  週間 シュウカン S
  足 ソク S サン>ゾク
  着 チャク S
  頭 トウ S
  等 トウ S
  点 テン S
  丁目 チョウメ S
  通 ツウ S
  本 ホン H ッ>ポン サン>ボン
  匹 ヒキ H ッ>ピキ サン>ビキ
  杯 ハイ H ッ>パイ サン>バイ
  泊 ハク H ッ>パク サン>パク ヨン>パク
  歩 ホ H ッ>ポ サン>ポ
  発 ハツ H ッ>パツ サン>パツ ヨン>パツ
  枚 マイ -
  台 ダイ -
  番 バン -
  番線 バンセン -
  号 ゴウ -
  位 イ -
  度 ド -
  名 メイ -
  名様 メイサマ -
  倍 バイ -
  部 ブ -
  問 モン -
  羽 ワ -
  割 ワリ -
  ページ ページ -
`;

const COUNTERS: ReadonlyMap<string, Counter> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line): [string, Counter] => {
      const [name = '', reading = '', changes = '-', ...after] = line.trim().split(' ');
      return [name, { reading, changes: CHANGES[changes] ?? '', after }];
    }),
);

/** The days of a month, and spans of days: `2日`, `8日間`. */
const DAYS: ReadonlyMap<string, string> = new Map(
  '2 フツカ|3 ミッカ|4 ヨッカ|5 イツカ|6 ムイカ|7 ナノカ|8 ヨウカ|9 ココノカ|10 トオカ|14 ジュウヨッカ|20 ハツカ|24 ニジュウヨッカ'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** The day of a month. */
export function dayOfMonth(day: number, words: string): string {
  return day === 1 ? 'ツイタチ' : (DAYS.get(String(day)) ?? withNichi(words));
}

/** `1日` alone is a span of a day; the first of a month stands behind its month. */
function days(digits: string, words: string): string {
  return DAYS.get(digits) ?? withNichi(words);
}

function withNichi(words: string): string {
  return `${words.replace(/ナナ$/u, 'シチ').replace(/キュウ$/u, 'ク')}ニチ`;
}

/** Numbers that have a word of their own with a counter. */
const IRREGULAR = new Map<string, string>([
  ['1人', 'ヒトリ'],
  ['2人', 'フタリ'],
  ['0時', 'レイジ'],
  ['1組', 'ヒトクミ'],
  ['2組', 'フタクミ'],
  ['1部屋', 'ヒトヘヤ'],
  ['2部屋', 'フタヘヤ'],
  ['20歳', 'ハタチ'],
  ...['ヒトツ', 'フタツ', 'ミッツ', 'ヨッツ', 'イツツ', 'ムッツ', 'ナナツ', 'ヤッツ', 'ココノツ'].map(
    (word, index): [string, string] => [`${index + 1}つ`, word],
  ),
]);

/** The counters that are known, longest first, for finding them in a text. */
export const COUNTER_NAMES: readonly string[] = [...COUNTERS.keys(), 'つ', '組', '部屋', '日', '日間'].sort(
  (left, right) => right.length - left.length,
);

/** A number and its counter when the two are one word: `1人`, `3つ`. */
export function wordWithCounter(digits: string, counter: string): string | undefined {
  return IRREGULAR.get(digits + counter);
}

/** A number in katakana with its counter, with the changes of sound between the two. */
export function withCounter(words: string, counter: string, digits = ''): string {
  if (counter === '日') return days(digits, words);
  if (counter === '日間') return `${days(digits, words)}カン`;
  const rule = COUNTERS.get(counter);
  if (!rule) return words + counter;
  const changed = replaceEnd(words, rule.changes) ?? words;
  const [, reading] = rule.after.map((pair) => pair.split('>')).find(([end = '']) => changed.endsWith(end)) ?? [];
  return changed + (reading ?? rule.reading);
}

/** A number in katakana with a unit or a currency in katakana. */
export function withNoun(words: string, noun: string): string {
  if (noun === 'フン' || noun === 'ジカン') return withCounter(words, noun === 'フン' ? '分' : '時間');
  if (noun === 'エン') return `${words.replace(/ヨン$/u, 'ヨ')}エン`;
  if (noun.startsWith('キロ')) return (replaceEnd(words, 'ロク>ロッ ジュウ>ジュッ ヒャク>ヒャッ') ?? words) + noun;
  if (/^(?:セ|ト|パ|ポ)/u.test(noun)) return (replaceEnd(words, BEFORE_S) ?? words) + noun;
  return words + noun;
}

function replaceEnd(words: string, changes: string): string | undefined {
  for (const change of changes.split(' ').filter(Boolean)) {
    const [from = '', to = ''] = change.split('>');
    if (words.endsWith(from)) return words.slice(0, -from.length) + to;
  }
  return undefined;
}
