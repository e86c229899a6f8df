import { differences } from '@ownvoice/shared/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { KanaConverter } from './kana-converter.js';

let converter: KanaConverter;
beforeAll(async () => {
  converter = await KanaConverter.load();
});

describe('Japanese in kana', () => {
  test.each([
    ['私は東京の大学へ行きます。', 'ワタシワ トーキョーノ ダイガクエ イキマス。'],
    ['寿司を食べた！', 'スシヲ タベタ！'],
    ['今日は天気がいいですね。', 'キョーワ テンキガ イイデスネ。'],
    ['NHKのニュース', 'エヌエイチケーノ ニュース'],
    ['ＮＨＫ', 'エヌエイチケー'],
  ])('%s becomes %s', (text, kana) => {
    expect(converter.convert(text).replaceAll('!', '！')).toBe(kana);
  });

  test('numbers are read with their counters, and words that contain numerals stay words', () => {
    const rows =
      `三日以内に ミッカイナイニ|九時 クジ|四時半 ヨジハン|七時七分 シチジ ナナフン|零時五分 レイジ ゴフン|四月一日 シガツ ツイタチ|一日 イチニチ
      二十日 ハツカ|十七日 ジューシチニチ|十四日間 ジューヨッカカン|二、三日 ニ、 サンニチ|二泊三日 ニハク ミッカ|三本 サンボン|一本 イッポン|百本 ヒャッポン
      六匹 ロッピキ|八杯 ハッパイ|十時十分 ジュージ ジュップン|十分間 ジュップンカン|三十分 サンジュップン|一人 ヒトリ|二人組 フタリグミ|四人 ヨニン
      十歳、二十歳 ジュッサイ、 ハタチ|八歳 ハッサイ|三百 サンビャク|六百 ロッピャク|八千円 ハッセンエン|一千万 イッセンマン|一万千五百 イチマンセンゴヒャク
      十兆 ジュッチョー|二つ フタツ|一つ目 ヒトツメ|一回 イッカイ|三階 サンガイ|六カ月 ロッカゲツ|三足 サンゾク|十世紀 ジュッセイキ|一組 ヒトクミ
      何百人 ナンビャクニン|二点八パーセント ニテンハチパーセント|三点一四度 サンテンイチヨンド|零点五 レイテンゴ|三分の一 サンブンノイチ|第七百九条 ダイナナヒャクキュージョー
      六十キロメートル ロクジュッキロメートル|一トン イットン|二〇二五年 ニセンニジューゴネン|一二〇万 ヒャクニジューマン|二〇 ニゼロ
      ゼロ三、一二三四 ゼロサン、 イチニサンヨン|一緒に イッショニ|一番 イチバン|千葉県 チバケン|四国 シコク|九州 キューシュー|三月 サンガツ|万一 マンイチ
      百合 ユリ|一般 イッパン|十分だ ジューブンダ|五十嵐さん イガラシサン|二人三脚 ニニンサンキャク`.split(/\n\s*|\|/u);
    expect(
      differences(
        rows.map((row) => row.split(/ (.*)/u) as [string, string]),
        (text) => converter.convert(text),
      ),
    ).toEqual([]);
  });

  test('no kanji is left in ordinary text', () => {
    const text = '経済産業省は昨日、再生可能な資源の利用を促進する新しい計画を発表しました。';
    expect(converter.convert(text)).not.toMatch(/\p{Script=Han}/u);
  });
});
