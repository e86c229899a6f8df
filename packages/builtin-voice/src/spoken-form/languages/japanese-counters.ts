/** How the end of a number sounds before a counter, and how the counter begins after it. */
interface Counter {
  readonly reading: string;
  /** What the last word of the number becomes: `ヨン>ヨ`. */
  readonly changes: string;
  /** What the reading becomes after the changed ends: `ッ>プン`. */
  readonly after?: string;
}

const BEFORE_K = 'イチ>イッ ロク>ロッ ハチ>ハッ ジュウ>ジュッ ヒャク>ヒャッ';
const BEFORE_S = 'イチ>イッ ハチ>ハッ ジュウ>ジュッ';
const BEFORE_H = 'イチ>イッ ロク>ロッ ハチ>ハッ ジュウ>ジュッ ヒャク>ヒャッ';

const COUNTERS = new Map<string, Counter>([
  ['年', { reading: 'ネン', changes: 'ヨン>ヨ' }],
  ['月', { reading: 'ガツ', changes: 'ヨン>シ ナナ>シチ キュウ>ク' }],
  ['時', { reading: 'ジ', changes: 'ヨン>ヨ ナナ>シチ キュウ>ク' }],
  ['時間', { reading: 'ジカン', changes: 'ヨン>ヨ ナナ>シチ キュウ>ク' }],
  ['分', { reading: 'フン', changes: BEFORE_H, after: 'ッ>プン サン>プン ヨン>プン' }],
  ['秒', { reading: 'ビョウ', changes: '' }],
  ['円', { reading: 'エン', changes: 'ヨン>ヨ' }],
  ['人', { reading: 'ニン', changes: 'ヨン>ヨ' }],
  ['個', { reading: 'コ', changes: BEFORE_K }],
  ['回', { reading: 'カイ', changes: BEFORE_K }],
  ['階', { reading: 'カイ', changes: BEFORE_K, after: 'サン>ガイ' }],
  ['ヶ月', { reading: 'カゲツ', changes: BEFORE_K }],
  ['か月', { reading: 'カゲツ', changes: BEFORE_K }],
  ['歳', { reading: 'サイ', changes: BEFORE_S }],
  ['才', { reading: 'サイ', changes: BEFORE_S }],
  ['冊', { reading: 'サツ', changes: BEFORE_S }],
  ['週間', { reading: 'シュウカン', changes: BEFORE_S }],
  ['本', { reading: 'ホン', changes: BEFORE_H, after: 'ッ>ポン サン>ボン' }],
  ['匹', { reading: 'ヒキ', changes: BEFORE_H, after: 'ッ>ピキ サン>ビキ' }],
  ['杯', { reading: 'ハイ', changes: BEFORE_H, after: 'ッ>パイ サン>バイ' }],
  ['枚', { reading: 'マイ', changes: '' }],
  ['台', { reading: 'ダイ', changes: '' }],
  ['番', { reading: 'バン', changes: '' }],
  ['度', { reading: 'ド', changes: '' }],
  ['名', { reading: 'メイ', changes: '' }],
  ['倍', { reading: 'バイ', changes: '' }],
  ['ページ', { reading: 'ページ', changes: '' }],
]);

/** Numbers that have a word of their own with a counter. */
const IRREGULAR = new Map<string, string>([
  ['1人', 'ヒトリ'],
  ['2人', 'フタリ'],
  ['20歳', 'ハタチ'],
  ...['ヒトツ', 'フタツ', 'ミッツ', 'ヨッツ', 'イツツ', 'ムッツ', 'ナナツ', 'ヤッツ', 'ココノツ'].map(
    (word, index): [string, string] => [`${index + 1}つ`, word],
  ),
]);

/** The counters that are known, longest first, for finding them in a text. */
export const COUNTER_NAMES: readonly string[] = [...COUNTERS.keys(), 'つ'].sort(
  (left, right) => right.length - left.length,
);

/** A number and its counter when the two are one word: `1人`, `3つ`. */
export function wordWithCounter(digits: string, counter: string): string | undefined {
  return IRREGULAR.get(digits + counter);
}

/** A number in katakana with its counter, with the changes of sound between the two. */
export function withCounter(words: string, counter: string): string {
  const rule = COUNTERS.get(counter);
  if (!rule) return words + counter;
  const changed = replaceEnd(words, rule.changes) ?? words;
  const [, reading] =
    (rule.after?.split(' ') ?? []).map((pair) => pair.split('>')).find(([end = '']) => changed.endsWith(end)) ?? [];
  return changed + (reading ?? rule.reading);
}

function replaceEnd(words: string, changes: string): string | undefined {
  for (const change of changes.split(' ').filter(Boolean)) {
    const [from = '', to = ''] = change.split('>');
    if (words.endsWith(from)) return words.slice(0, -from.length) + to;
  }
  return undefined;
}
