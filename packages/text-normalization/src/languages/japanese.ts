import { defineVerbalizer } from '../language-words.js';
import { digitByDigit, groups } from '../tables.js';
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

export const JAPANESE = defineVerbalizer({
  language: 'ja',
  space: '',
  decimalSign: '.',
  digits: DIGITS,
  signs:
    'プラス|マイナス|カケル|ワル|イコール|ノットイコール|ショウナリ|ダイナリ|イカ|イジョウ|ヤク|プラスマイナス|スラッシュ|アンド|パーセント|パーミル|ド|ナンバー|セクション|ナンバー|コピーライト|トウロクショウヒョウ|トレードマーク|アットマーク|ドット|アンダーバー|タイ|カラ|スラッシュ|ハイフン',
  per: 'マイ',
  currencies: `USD ドル; EUR ユーロ; GBP ポンド; JPY エン; CNY ゲン; KRW ウォン; RUB ルーブル; BRL レアル; CHF フラン; INR ルピー`,
  units: {
    prefixes: 'キロ メガ ギガ テラ ミリ センチ デシ ヘクト マイクロ ナノ',
    powers: ['ヘイホウ#', 'リッポウ#'],
    others: `km/h ジソク#キロメートル; m/s ビョウソク#メートル; mph ジソク#マイル; °C ド; °F カシ#ド; ° ド; h ジカン; min フン; s ビョウ; t トン;
      ms ミリビョウ; Hz ヘルツ; W ワット; Wh ワットジ; V ボルト; A アンペア; Ah アンペアアワー; J ジュール; cal カロリー; Pa パスカル; dB デシベル`,
  },

  cardinal,
  decimal: (whole, decimals) =>
    `${whole === 'ゼロ' ? 'レイ' : doubled(whole)}テン${digitByDigit(decimals, DIGITS, '')}`,
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
  clock: (hour, minute) =>
    withCounter(hour === 0 ? 'レイ' : cardinal(BigInt(hour)), '時') +
    (minute === 0 ? '' : withCounter(cardinal(BigInt(minute)), '分')),
  beforeSeconds: '',
});
