import { currencies, digitByDigit, groups, nouns, signs } from '../tables.js';
import type { Verbalizer } from '../verbalizer.js';
import { dayOfMonth, withCounter, withNoun } from './japanese-counters.js';

/** Everything is given in katakana: what a number's kanji are read as depends on what is counted. */
const DIGITS = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュウ'];
const HUNDREDS = [
  '',
  'ヒャク',
  'ニヒャク',
  'サンビャク',
  'ヨンヒャク',
  'ゴヒャク',
  'ロッピャク',
  'ナナヒャク',
  'ハッピャク',
  'キュウヒャク',
];
const THOUSANDS = [
  '',
  'セン',
  'ニセン',
  'サンゼン',
  'ヨンセン',
  'ゴセン',
  'ロクセン',
  'ナナセン',
  'ハッセン',
  'キュウセン',
];
const SCALES = ['', 'マン', 'オク', 'チョウ'];
function belowTenThousand(value: number): string {
  const ten = Math.floor(value / 10) % 10;
  return [
    THOUSANDS[Math.floor(value / 1000)],
    HUNDREDS[Math.floor(value / 100) % 10],
    ten === 0 ? '' : `${ten === 1 ? '' : DIGITS[ten]}ジュウ`,
    value % 10 === 0 ? '' : DIGITS[value % 10],
  ].join('');
}

function cardinal(value: bigint): string {
  if (value === 0n) return 'ゼロ';
  const parts = groups(value, 4).flatMap((group, index) => {
    if (group === 0) return [];
    const words = index > 0 && group === 1000 ? 'イッセン' : belowTenThousand(group);
    return [(index === 3 ? doubled(words) : words) + (SCALES[index] ?? '')];
  });
  return parts.reverse().join('');
}

/** The last sound before チョウ, テン and other voiceless beginnings: イチ → イッ. */
function doubled(words: string): string {
  return words
    .replace(/イチ$/u, 'イッ')
    .replace(/ハチ$/u, 'ハッ')
    .replace(/ジュウ$/u, 'ジュッ');
}

export const JAPANESE: Verbalizer = {
  space: '',
  dayFirst: true,
  decimalSign: '.',
  digits: DIGITS,
  signs: signs(
    'プラス|マイナス|カケル|ワル|イコール|ノットイコール|ショウナリ|ダイナリ|イカ|イジョウ|ヤク|プラスマイナス|スラッシュ|アンド|パーセント|パーミル|ド|ナンバー|セクション|ナンバー|コピーライト|トウロクショウヒョウ|トレードマーク|アットマーク|ドット|アンダーバー|タイ|カラ|スラッシュ|ハイフン',
  ),
  per: 'マイ',
  currencies: currencies(`
    USD n ドル
    EUR n ユーロ
    GBP n ポンド
    JPY n エン
    CNY n ゲン
    KRW n ウォン
    RUB n ルーブル
    BRL n レアル
    CHF n フラン
    INR n ルピー`),
  units: nouns(`
    km n キロメートル
    m n メートル
    cm n センチメートル
    mm n ミリメートル
    kg n キログラム
    g n グラム
    mg n ミリグラム
    t n トン
    l n リットル
    L n リットル
    ml n ミリリットル
    km/h n ジソク#キロメートル
    m/s n ビョウソク#メートル
    m² n ヘイホウメートル
    km² n ヘイホウキロメートル
    m³ n リッポウメートル
    °C n ド
    °F n カシ#ド
    ° n ド
    h n ジカン
    min n フン
    s n ビョウ
    kB n キロバイト
    MB n メガバイト
    GB n ギガバイト
    TB n テラバイト
    Hz n ヘルツ
    kHz n キロヘルツ
    MHz n メガヘルツ
    GHz n ギガヘルツ
    W n ワット
    kW n キロワット
    kWh n キロワットジ
    V n ボルト
    ha n ヘクタール
    cm² n ヘイホウセンチメートル
    kcal n キロカロリー
    hPa n ヘクトパスカル
    dB n デシベル
    mAh n ミリアンペアアワー`),

  cardinal,
  ordinal: () => undefined,
  plural: () => 0,
  decimal: (whole, decimals) =>
    `${whole === 'ゼロ' ? 'レイ' : doubled(whole)}テン${digitByDigit(decimals, DIGITS, '')}`,
  negative: (words) => `マイナス${words}`,
  percent: (words) => `${words.replace(/ジュウ$/u, 'ジュッ')}パーセント`,
  counted: (words, noun) => withNoun(words, noun),
  money: (major, minor) => major + minor,
  year: (value) =>
    cardinal(BigInt(value))
      .replace(/ヨン$/u, 'ヨ')
      .replace(/キュウ$/u, 'ク'),
  date: (value, month, day) => {
    const year = value === undefined ? '' : withCounter(cardinal(BigInt(value)), '年');
    return `${year}${withCounter(cardinal(BigInt(month)), '月')}${dayOfMonth(day, cardinal(BigInt(day)))}`;
  },
  time: (hour, minute, second) => {
    const hours = withCounter(hour === 0 ? 'レイ' : cardinal(BigInt(hour)), '時');
    const minutes = minute === 0 ? '' : withCounter(cardinal(BigInt(minute)), '分');
    return hours + minutes + (second === undefined ? '' : `${cardinal(BigInt(second))}ビョウ`);
  },
};
