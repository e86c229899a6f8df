import { describe, expect, it } from 'vitest';
import { numberInKana, spellOut } from './kana.js';

describe('numbers in kana', () => {
  it.each([
    ['0', 'ゼロ'],
    ['7', 'ナナ'],
    ['10', 'ジュー'],
    ['18', 'ジューハチ'],
    ['40', 'ヨンジュー'],
    ['100', 'ヒャク'],
    ['300', 'サンビャク'],
    ['655', 'ロッピャクゴジューゴ'],
    ['1000', 'セン'],
    ['8800', 'ハッセンハッピャク'],
    ['2024', 'ニセンニジューヨン'],
    ['10000', 'イチマン'],
    ['10010001', 'イッセンイチマンイチ'],
    ['300000000', 'サンオク'],
    ['00', 'ゼロゼロ'],
    ['090', 'ゼロキューゼロ'],
  ])('%s is %s', (digits, kana) => {
    expect(numberInKana(digits)).toBe(kana);
  });

  it('a number longer than any unit is said digit by digit', () => {
    expect(numberInKana('1'.repeat(30))).toBe('イチ'.repeat(30));
  });
});

it('capital letters are spelled out', () => {
  expect(spellOut('NHK')).toBe('エヌエイチケー');
});
