import { describe, expect, test } from 'vitest';
import { sanitise } from './sanitise.js';

/** U+FE0F: the character before it is a picture. */
const PICTURE = '\ufe0f';

describe('a character that Unicode has as text and as an emoji', () => {
  test.each([
    ['〰Hello there.', '〰Hello there.'],
    [`〰${PICTURE}Hello there.`, 'Hello there.'],
    [`Hello 〰${PICTURE} there.`, 'Hello there.'],
    ['Hello 〰 there.', 'Hello 〰 there.'],
    ['そうですね〰〰〰', 'そうですね〰'],
    ['Stop‼ Now', 'Stop! Now'],
    [`Stop‼${PICTURE} Now`, 'Stop! Now'],
    ['What⁉ Now', 'What!? Now'],
    [`What⁉${PICTURE} Now`, 'What!? Now'],
    ['Why⁇ Now⁈', 'Why? Now?!'],
    ['© 2024 Foo™, Bar®', '© 2024 Foo™, Bar®'],
    [`©${PICTURE} 2024 Foo™${PICTURE}, Bar®${PICTURE}`, '© 2024 Foo™, Bar®'],
    ['Ⓖ Ⓞ Ⓜ', 'G O M'],
    ['B♭, C♯ and D♮ ♪', 'B♭, C♯ and D♮'],
    ['Oh (¬‿¬) no (・∀・) so (╯°□°)╯︵ ┻━┻ (50°)', 'Oh no so (50°)'],
    [`Metro Ⓜ${PICTURE} here`, 'Metro here'],
    ['㊗ ㊙ ㊐', '祝 秘 日'],
    [`㊗${PICTURE} party`, 'party'],
    [`ℹ info, ℹ${PICTURE} help`, 'info, help'],
    [`a ↔ b ↔${PICTURE} c`, 'a b c'],
    [`I ♥ it, I ❤${PICTURE} it`, 'I it, I it'],
    [`☎ 555, ☎${PICTURE} 556`, '555, 556'],
    [`✔ done, ✔${PICTURE} done`, 'done, done'],
    [`庭〽うた 〽${PICTURE}`, '庭 うた'],
    [`#${PICTURE}\u20e3 and 1${PICTURE}\u20e3`, 'and 1'],
    [`〰\u200b${PICTURE}Hello`, '〰Hello'],
    [`3${PICTURE} apples`, '3 apples'],
    ['答えは○か×か。○○大学と◯×', '答えは〇か×か。〇〇大学と〇×'],
    ['○ りんご\n○ みかん', 'りんご。みかん'],
    ['ｶﾞｽ代 ﾌﾘｺﾐ', 'ガス代 フリコミ'],
    ['120㎡, 5㎥, 3㎢, 4㎝', '120m², 5m³, 3km², 4cm'],
  ])('%j is said as %j', (input, said) => {
    const { text } = sanitise(input, 'en');
    expect(text).toBe(said);
    expect(sanitise(text, 'en').text).toBe(said);
  });
});
