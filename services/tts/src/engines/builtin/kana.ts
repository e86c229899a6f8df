const DIGITS = ['ゼロ', 'イチ', 'ニ', 'サン', 'ヨン', 'ゴ', 'ロク', 'ナナ', 'ハチ', 'キュー'] as const;
/** Hundreds and thousands whose sounds change where the two words meet. */
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
  'キューヒャク',
] as const;
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
  'キューセン',
] as const;
/** 10⁴, 10⁸, 10¹², 10¹⁶. */
const MYRIADS = ['', 'マン', 'オク', 'チョー', 'ケー'] as const;

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット'
    .split(' ')
    .map((name, index) => [String.fromCharCode(0x41 + index), name]),
);

/**
 * A number as it is said in Japanese.
 *
 * @param digits ASCII digits; longer than twenty, or with a leading zero, they are said one by one, as in a telephone number
 * @returns katakana
 */
export function numberInKana(digits: string): string {
  if (digits.length > 20 || /^0\d/u.test(digits))
    return [...digits].map((digit) => DIGITS[Number(digit)] ?? '').join('');
  if (digits === '0') return DIGITS[0];
  const groups = digits.padStart(20, '0').match(/\d{4}/gu) ?? [];
  return groups
    .map((group, index) => {
      const unit = MYRIADS[groups.length - 1 - index] ?? '';
      const spoken = groupInKana(group, unit !== '');
      return spoken === '' ? '' : spoken + unit;
    })
    .join('');
}

function groupInKana(group: string, withUnit: boolean): string {
  const [thousands = 0, hundreds = 0, tens = 0, ones = 0] = [...group].map(Number);
  // 10,000,000 is "issenman": a thousand takes its "one" only before a unit.
  const front = thousands === 1 && withUnit ? 'イッセン' : (THOUSANDS[thousands] ?? '');
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : (DIGITS[tens] ?? '')}ジュー`;
  return front + (HUNDREDS[hundreds] ?? '') + ten + (ones === 0 ? '' : (DIGITS[ones] ?? ''));
}

/** @param letters ASCII capitals; @returns their names in katakana */
export function spellOut(letters: string): string {
  return [...letters].map((letter) => LETTERS[letter] ?? letter).join('');
}
