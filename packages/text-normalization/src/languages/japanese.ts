import { defineVerbalizer } from '../language-words.js';
import { speller } from '../spelling.js';
import { digitByDigit } from '../tables.js';

/** In kanji, as numbers are written; zero is ゼロ, as it is read among digits: 〇 is the sign for "maru" too. */
const spell = speller({
  cardinal: `ゼロ; 一; 二; 三; 四; 五; 六; 七; 八; 九; 十[>>]; 20: <<十[>>]; 100: 百[>>]; 200: <<百[>>]; 1000: 千[>>]; 2000: <<千[>>];
    1e4: <thousand<万[>>]; 1e8: <thousand<億[>>]; 1e12: <thousand<兆[>>]`,
  thousand: '=cardinal=; 1000: 一千; =cardinal=',
});
const cardinal = (value: bigint): string => spell(value, 'cardinal');
/** Before 時 and 点 zero is 零. */
const withRei = (words: string): string => (words === 'ゼロ' ? '零' : words);

export const JAPANESE = defineVerbalizer({
  language: 'ja',
  space: '',
  decimalSign: '.',
  signs:
    'プラス|マイナス|かける|わる|イコール|ノットイコール|小なり|大なり|以下|以上|約|プラスマイナス|スラッシュ|アンド|パーセント|パーミル|度|ナンバー|セクション|ナンバー|コピーライト|登録商標|トレードマーク|アットマーク|ドット|アンダーバー|対|から|スラッシュ|ハイフン|ルート|インテグラル|シグマ|無限大|パイ',
  per: '毎',
  currencies: `USD ドル; EUR ユーロ; GBP ポンド; JPY 円; CNY 元; KRW ウォン; RUB ルーブル; BRL レアル; CHF フラン; INR ルピー`,
  units: {
    prefixes: 'キロ メガ ギガ テラ ミリ センチ デシ ヘクト マイクロ ナノ',
    powers: ['平方#', '立方#'],
    others: `km/h 時速#キロメートル; m/s 秒速#メートル; mph 時速#マイル; °C 度; °F 華氏#度; t トン; Hz ヘルツ; W ワット; Wh ワット時;
      V ボルト; A アンペア; Ah アンペア時; J ジュール; mol モル; cal カロリー; Pa パスカル; dB デシベル`,
  },

  cardinal,
  decimal: (whole, decimals) => `${withRei(whole)}点${digitByDigit(decimals, cardinal, '')}`,
  // 十分 alone is also the word for "enough".
  counted: (words, noun) => (words === '十' && noun === '分' ? 'ジュップン' : words + noun),
  money: (major, minor) => major + minor,
  date: (value, month, day) =>
    `${value === undefined ? '' : `${cardinal(BigInt(value))}年`}${cardinal(BigInt(month))}月${cardinal(BigInt(day))}日`,
  clock: (hour, minute) => `${withRei(cardinal(BigInt(hour)))}時${minute === 0 ? '' : `${cardinal(BigInt(minute))}分`}`,
  beforeSeconds: '',
});
