import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { digitByDigit } from '../tables.js';
import { dayOfMonth, withCounter, withNoun } from './japanese-counters.js';

/** Everything is given in katakana: what a number's kanji are read as depends on what is counted. */
const spell = speller({
  cardinal: `ゼロ; イチ; ニ; サン; ヨン; ゴ; ロク; ナナ; ハチ; キュウ; ジュウ[>>]; 20: <<ジュウ[>>]; 100: ヒャク[>>]; 200: <<ヒャク[>>];
    300: サンビャク[>>]; 400: <<ヒャク[>>]; 600: ロッピャク[>>]; 700: <<ヒャク[>>]; 800: ハッピャク[>>]; 900: <<ヒャク[>>];
    1000: セン[>>]; 2000: <<セン[>>]; 3000: サンゼン[>>]; 4000: <<セン[>>]; 8000: ハッセン[>>]; 9000: <<セン[>>];
    1e4: <thousand<マン[>>]; 1e8: <thousand<オク[>>]; 1e12: <thousand<チョウ[>>]`,
  thousand: '=cardinal=; 1000: イッセン; =cardinal=',
});
const cardinal = (value: bigint): string => spell(value, 'cardinal').replace(/\p{L}+(?=チョウ)/u, doubled);

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
  signs:
    'プラス|マイナス|カケル|ワル|イコール|ノットイコール|ショウナリ|ダイナリ|イカ|イジョウ|ヤク|プラスマイナス|スラッシュ|アンド|パーセント|パーミル|ド|ナンバー|セクション|ナンバー|コピーライト|トウロクショウヒョウ|トレードマーク|アットマーク|ドット|アンダーバー|タイ|カラ|スラッシュ|ハイフン|ルート|インテグラル|シグマ|ムゲンダイ',
  per: 'マイ',
  currencies: `USD ドル; EUR ユーロ; GBP ポンド; JPY エン; CNY ゲン; KRW ウォン; RUB ルーブル; BRL レアル; CHF フラン; INR ルピー`,
  units: {
    prefixes: 'キロ メガ ギガ テラ ミリ センチ デシ ヘクト マイクロ ナノ',
    powers: ['ヘイホウ#', 'リッポウ#'],
    others: `km/h ジソク#キロメートル; m/s ビョウソク#メートル; mph ジソク#マイル; °C ド; °F カシ#ド; ° ド; h ジカン; min フン; s ビョウ; t トン;
      ms ミリビョウ; Hz ヘルツ; W ワット; Wh ワットジ; V ボルト; A アンペア; Ah アンペアアワー; J ジュール; mol モル; cal カロリー; Pa パスカル; dB デシベル`,
  },

  cardinal,
  decimal: (whole, decimals) =>
    `${whole === 'ゼロ' ? 'レイ' : doubled(whole)}テン${digitByDigit(decimals, cardinal, '')}`,
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
