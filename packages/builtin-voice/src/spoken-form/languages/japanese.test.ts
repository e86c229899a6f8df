import { describe, expect, test } from 'vitest';
import { spokenForm } from '../spoken-form.js';

describe('counters', () => {
  test.each([
    ['8日間', 'ヨウカカン'],
    ['2日', 'フツカ'],
    ['20日', 'ハツカ'],
    ['14日間', 'ジュウヨッカカン'],
    ['1日', 'イチニチ'],
    ['4月1日', 'シガツツイタチ'],
    ['3人', 'サンニン'],
    ['4人', 'ヨニン'],
    ['2本', 'ニホン'],
    ['5つ', 'イツツ'],
    ['1つ目', 'ヒトツメ'],
    ['3回目', 'サンカイメ'],
    ['1匹', 'イッピキ'],
    ['3階', 'サンガイ'],
    ['8歳', 'ハッサイ'],
    ['20歳', 'ハタチ'],
    ['0時', 'レイジ'],
    ['6カ月', 'ロッカゲツ'],
    ['10週間', 'ジュッシュウカン'],
    ['3軒', 'サンゲン'],
    ['3足', 'サンゾク'],
    ['2泊3日', 'ニハクミッカ'],
    ['1位', 'イチイ'],
    ['100点', 'ヒャクテン'],
    ['10万人', 'ジュウマンニン'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ja')).toBe(spoken);
  });
});

describe('decades', () => {
  test.each([
    ['80年代', 'ハチジュウネンダイ'],
    ['1990年代', 'センキュウヒャクキュウジュウネンダイ'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ja')).toBe(spoken);
  });
});

describe('money and large numbers', () => {
  test.each([
    ['3万円', 'サンマンエン'],
    ['1億2000万円', 'イチオクニセンマンエン'],
    ['5億ドル', 'ゴオクドル'],
    ['5千円', 'ゴセンエン'],
    ['$5M', 'ゴヒャクマンドル'],
    ['€3bn', 'サンジュウオクユーロ'],
    ['$5-10', 'ゴカラジュウドル'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ja')).toBe(spoken);
  });
});

describe('fractions, ranges, times, units and codes', () => {
  test.each([
    ['100km/h', 'ジソクヒャッキロメートル'],
    ['60km', 'ロクジュッキロメートル'],
    ['8kg', 'ハチキログラム'],
    ['10cm', 'ジュッセンチメートル'],
    ['5m/s', 'ビョウソクゴメートル'],
    ['10:30PM', 'ゴゴジュウジサンジュップン'],
    ['3:00 AM', 'ゴゼンサンジ'],
    ['9:00〜17:00', 'クジカラジュウシチジ'],
    ['5〜10人', 'ゴカラジュウニン'],
    ['10-20%', 'ジュウカラニジュッパーセント'],
    ['20〜25°C', 'ニジュウカラニジュウゴド'],
    ['1½', 'イチトニブンノイチ'],
    ['1 1/2', 'イチトニブンノイチ'],
    ['No.5', 'ナンバーゴ'],
    ['123-4567', 'イチニサン、ヨンゴロクナナ'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ja')).toBe(spoken);
  });
});

describe('grouped numbers, telephone numbers and powers', () => {
  test.each([
    ['1,234人', 'センニヒャクサンジュウヨニン'],
    ['03(1234)5678', 'ゼロサン、イチニサンヨン、ゴロクナナハチ'],
    ['10⁻⁴、x²', 'ジュウノマイナスヨンジョウ、xノニジョウ'],
  ])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ja')).toBe(spoken);
  });
});

describe('Roman numerals', () => {
  test.each([['第II部、ルイXIV世', '第ニ部、ルイジュウヨン世']])('%j is spoken as %j', (written, spoken) => {
    expect(spokenForm(written, 'ja')).toBe(spoken);
  });
});
