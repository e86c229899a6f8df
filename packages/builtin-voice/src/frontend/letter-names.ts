/** Names of the letters A to Z in katakana. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット'
    .split(' ')
    .map((name, index) => [String.fromCharCode(0x41 + index), name]),
);

/**
 * Initials as they are pronounced in Japanese.
 *
 * @param letters ASCII capitals
 * @returns their names in katakana
 */
export function spellOut(letters: string): string {
  return [...letters].map((letter) => LETTERS[letter] ?? letter).join('');
}
