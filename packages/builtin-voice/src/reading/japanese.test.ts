import { beforeAll, describe, expect, test } from 'vitest';
import { JapaneseReader } from './japanese.js';

let reader: JapaneseReader;
beforeAll(async () => {
  reader = await JapaneseReader.load();
});

describe('Japanese is read through kana', () => {
  test.each([
    ['私は東京の大学へ行きます。', 'ワタシワ トーキョーノ ダイガクエ イキマス。'],
    ['寿司を食べた！', 'スシヲ タベタ！'],
    ['今日は天気がいいですね。', 'キョーワ テンキガ イイデスネ。'],
    ['NHKのニュース', 'エヌエイチケーノ ニュース'],
    ['ニセンニジュウヨンネンに', 'ニセンニジュウヨンネンニ'],
    ['ＮＨＫ', 'エヌエイチケー'],
  ])('%s is read %s', (text, kana) => {
    expect(reader.read(text).replaceAll('!', '！')).toBe(kana);
  });

  test('no kanji is left of ordinary text', () => {
    const text = '経済産業省は昨日、再生可能な資源の利用を促進する新しい計画を発表しました。';
    expect(reader.read(text)).not.toMatch(/\p{Script=Han}/u);
  });
});
