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
    ['ニセンニジュウヨンネンに', 'ニセンニジュウヨンネンニ'],
    ['ＮＨＫ', 'エヌエイチケー'],
  ])('%s becomes %s', (text, kana) => {
    expect(converter.convert(text).replaceAll('!', '！')).toBe(kana);
  });

  test('no kanji is left in ordinary text', () => {
    const text = '経済産業省は昨日、再生可能な資源の利用を促進する新しい計画を発表しました。';
    expect(converter.convert(text)).not.toMatch(/\p{Script=Han}/u);
  });
});
