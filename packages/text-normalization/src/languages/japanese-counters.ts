/** The ends of a number before voiceless sounds: `イチ>イッ`. */
const BEFORE_K = 'イチ>イッ ロク>ロッ ハチ>ハッ ジュウ>ジュッ ヒャク>ヒャッ';
const BEFORE_S = 'イチ>イッ ハチ>ハッ ジュウ>ジュッ';

/** How the end of a number changes before a counter, and behind which of the changed ends the counter begins with b, d, g, z or with p. */
interface Change {
  readonly ends: string;
  readonly voiced?: RegExp;
  readonly plosive?: RegExp;
}

const CHANGES: Readonly<Record<string, Change>> = {
  '-': { ends: '' },
  K: { ends: BEFORE_K },
  G: { ends: BEFORE_K, voiced: /サン$/u },
  S: { ends: BEFORE_S },
  Z: { ends: BEFORE_S, voiced: /サン$/u },
  B: { ends: BEFORE_K, voiced: /サン$/u, plosive: /ッ$/u },
  P: { ends: BEFORE_K, plosive: /(?:ッ|サン|ヨン)$/u },
  H: { ends: BEFORE_K, plosive: /(?:ッ|サン)$/u },
  Y: { ends: 'ヨン>ヨ' },
  M: { ends: 'ヨン>シ ナナ>シチ キュウ>ク' },
  J: { ends: 'ヨン>ヨ ナナ>シチ キュウ>ク' },
};

/** The counters of each change with their readings. */
const TABLE = `
  Y 年=ネン 年間=ネンカン 年代=ネンダイ 年生=ネンセイ 円=エン 人=ニン 人前=ニンマエ
  M 月=ガツ
  J 時=ジ 時間=ジカン 時半=ジハン
  P 分=フン 分間=フンカン 泊=ハク 発=ハツ
  K 個=コ コ=コ 戸=コ 件=ケン 曲=キョク 回=カイ ヶ月=カゲツ か月=カゲツ カ月=カゲツ ヵ月=カゲツ ケ月=カゲツ 箇月=カゲツ か国=カコク カ国=カコク ヶ国=カコク か所=カショ カ所=カショ ヶ所=カショ
  G 軒=ケン 階=カイ
  S 歳=サイ 才=サイ 冊=サツ 社=シャ 章=ショウ 種類=シュルイ 世紀=セイキ 世代=セダイ 席=セキ 周年=シュウネン 週=シュウ 週間=シュウカン 着=チャク 頭=トウ 等=トウ 点=テン 丁目=チョウメ 通=ツウ
  Z 足=ソク
  B 本=ホン 匹=ヒキ 杯=ハイ
  H 歩=ホ
  - 秒=ビョウ 秒間=ビョウカン 枚=マイ 台=ダイ 番=バン 番線=バンセン 号=ゴウ 位=イ 度=ド 名=メイ 名様=メイサマ 倍=バイ 部=ブ 問=モン 羽=ワ 割=ワリ ページ=ページ`;

const COUNTERS: ReadonlyMap<string, { readonly reading: string; readonly change: Change }> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [kind = '-', ...counters] = line.trim().split(' ');
      return counters.map((counter): [string, { reading: string; change: Change }] => {
        const [name = '', reading = ''] = counter.split('=');
        return [name, { reading, change: CHANGES[kind] ?? { ends: '' } }];
      });
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
  const { reading, change } = COUNTERS.get(counter) ?? { reading: counter, change: { ends: '' } };
  const changed = replaceEnd(words, change.ends) ?? words;
  const mark =
    change.voiced?.test(changed) === true ? '\u3099' : change.plosive?.test(changed) === true ? '\u309a' : '';
  return changed + (reading.charAt(0) + mark).normalize('NFC') + reading.slice(1);
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
