import { describe, expect, test } from 'vitest';
import { sanitise } from '../sanitise.js';

/** The blocks of a text, without the full stop that ends one before another. */
function blocks(source: string): string[] {
  const { text, ends } = sanitise(source, 'en');
  return ends.map(({ offset }, index) => stopless(text.slice(ends[index - 1]?.offset ?? 0, offset).trim()));
}
const stopless = (block: string): string => block.replace(/[.。]$/u, '');

describe('the Markdown reader finds the blocks of', () => {
  test.each<[string, string[]]>([
    ['**bold** _em_ ***both*** __strong__ ~~x~~ `c`', ['bold em both strong x c']],
    ['*a **b** c* and **a *b* c**', ['a b c and a b c']],
    ['**never closed and *neither* this', ['never closed and neither this']],
    ['# A #\n\n## B\ntext\n\nTitle\n=====', ['A', 'B', 'text', 'Title']],
    ['text\n---\nmore\n\n***\n\nlast', ['text', 'more', 'last']],
    ['- a\n  - b\n    - c\n- d\n\n* e\n+ f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['1. a\n2. b\n\n3. c\n\n1) d\n2) e', ['1. a', '2. b', '3. c', '1) d', '2) e']],
    ['1. a\n   - b\n\n   more of a\n2. c', ['1. a', 'b', 'more of a', '2. c']],
    ['1. a\n\n```\nx\n```\n\n2. b', ['1. a', 'x', '2. b']],
    ['- [x] done\n- [ ] open', ['done', 'open']],
    ['para one\npara two\n- list\nlazy', ['para one', 'para two', 'list', 'lazy']],
    ['> a\n> b\n\n> c', ['a', 'b', 'c']],
    ['> a\nlazy\n\nafter', ['a', 'lazy', 'after']],
    ['> [!NOTE]\n> Useful.', ['NOTE', 'Useful.']],
    ['## A {#a-b}\ntext\n# B {.c}', ['A', 'text', 'B']],
    ['> - a\n> - b\n>\n> c', ['a', 'b', 'c']],
    ['| a | b |\n|:-:|---|\n| **c** | d |', ['a, b', 'c, d']],
    ['a | b\n---|---\n`c \\| d` | e\n\nx | y', ['a, b', 'c | d, e', 'x | y']],
    ['+---+---+\n| a | b |\n+---+---+\n| c | d |\n+---+---+', ['a, b', 'c, d']],
    ['[l](u "t") ![i](u) and [r][x]\n\n[x]: http://a.example', ['l i and r']],
    ['text[^1] here\n\n[^1]: The note.', ['text here', 'The note.']],
    ['a\\*b\\* and \\_c\\_', ['a*b and c']],
    ['&amp; &lt; &copy;', ['& < ©']],
    ['a <b>x</b> <br> x<y', ['a x x<y']],
    [
      'https://a.example/_b_/c_d *x* and **https://a.example/e_f**',
      ['https://a.example/_b_/c_d x and https://a.example/e_f'],
    ],
    ['line  \nbreak\\\nagain', ['line', 'break', 'again']],
    ['a_b_c, 2*3*4 and * * *', ['a_b_c, 2*3*4 and * * *']],
    ['**“重要”**的，**重要：**内容', ['“重要”的，重要：内容']],
    ['*waves* hello', ['hello']],
  ])('%j', (source, expected) => {
    expect(blocks(source)).toEqual(expected.map(stopless));
  });
});

describe('HTML', () => {
  test.each<[string, string[]]>([
    ['<ul>\n<li>One\n  more</li>\n<li>Two</li>\n</ul>', ['One more', 'Two']],
    ['<li>One\n<li>Two', ['One', 'Two']],
    ['<h2>A\nb</h2>\n<p>c\nd</p>', ['A b', 'c d']],
    ['**a\nb** and [c\nd](e) and `f\ng`', ['a b and c d and f g']],
  ])('%j has white space for line ends', (source, expected) => {
    expect(blocks(source)).toEqual(expected.map(stopless));
  });
});

describe('links', () => {
  test.each<[string, string]>([
    ['[a](https://x.example/Foo_(bar)_(baz)) b', 'a b'],
    ['[a](<https://x.example/a b> "title") b', 'a b'],
    ['[a](./my file.md) b', 'a b'],
    ['[![build](https://x.example/b.svg)](https://x.example) b', 'build b'],
    ['[![a](1.svg)![b](2.svg)](x.html) c', 'ab c'],
    ['[a *b* `c`](x.html "t") d', 'a b c d'],
    ['<https://x.example/a_b_c> and <a@b.example>', 'https://x.example/a_b_c and a@b.example'],
    ['[a][] and [A] and [b][a] and [c]\n\n[a]: <x> "title"', 'a and A and b and [c]'],
    ['[a] b\n\n[a]:\n  https://x.example\n  "title"', 'a b'],
    ['a\n[a]: https://x.example', 'a'],
    ['[Anna]: hello', '[Anna]: hello'],
    ['[Anna]: Yes.', '[Anna]: Yes.'],
    ['a[0](event) and b[1][2]', 'a[0](event) and b[1][2]'],
    ['a \\[b](c) and !\\[d](e)', 'a [b](c) and ![d](e)'],
    ['`[a](b)` and `` ` ``', '[a](b) and `'],
    ['[a]() b', 'a b'],
    ['[a [b] c](d.html) e', 'a [b] c e'],
  ])('%j → %j', (source, expected) => {
    expect(blocks(source).join(' ¶ ')).toBe(stopless(expected));
  });
});

describe('HTML', () => {
  test.each<[string, string]>([
    ['5<sup>th</sup> of H<sub>2</sub>O', '5th of H2O'],
    ['<p align="center">\n  <img src="a.png"\n       alt="x">\n  <b>Title</b>\n</p>', 'Title'],
    ['<ul><li>a</li><li>b</li></ul>', 'a ¶ b'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a, b ¶ c'],
    ['a <!-- b --> c <!-- never closed', 'a c <!-- never closed'],
    ['<!--\na\n\nb\n--> c', 'c'],
    ['<style>\np { color: red }\n</style>\n\na', 'a'],
    ['a<br>b<br/>c', 'a b c'],
    ['if a<b and c>d', 'if a<b and c>d'],
    ['List<a> and Map<String, int>', 'List<a> and Map<String, int>'],
    ['x < y > z', 'x < y > z'],
    ['use <b> or <your name> here', 'use <b> or <your name> here'],
    ['use `<div>` here', 'use <div> here'],
    ['<speak>hello</speak>', 'hello'],
    ['<Button kind="x" disabled>Save</Button>', 'Save'],
  ])('%j → %j', (source, expected) => {
    expect(blocks(source).join(' ¶ ')).toBe(expected);
  });
});

describe('code', () => {
  test.each<[string, string]>([
    ['```js\nconst a = b[0];\nrun(a);\n```', 'const a = b 0; ¶ run(a);'],
    ['~~~\nplain words\nin a fence\n~~~', 'plain words ¶ in a fence'],
    ['```\nnever closed', 'never closed'],
    ['````\n```\nx\n```\n````', 'x'],
    ['- a\n  ```\n  x = 1\n  ```\n- b', 'a ¶ x = 1 ¶ b'],
    ['text\n\n    a = [1, 2];\n\n    <b>\n\nmore', 'text ¶ a = 1, 2; ¶ b ¶ more'],
    ['    indented *prose* (see page 3)', 'indented prose (see page 3)'],
    ['    - a\n    - b', 'a ¶ b'],
    ['[1] and {x} stay', '[1] and {x} stay'],
  ])('%j → %j', (source, expected) => {
    expect(blocks(source).join(' ¶ ')).toBe(stopless(expected));
  });
});

describe('a single mark that may be the beginning of a sentence', () => {
  test.each<[string, string]>([
    ['- 5 degrees outside.', '- 5 degrees outside.'],
    ['It is\n- 5 degrees outside.', 'It is ¶ - 5 degrees outside.'],
    ['- 5 degrees\n- 7 degrees', '5 degrees ¶ 7 degrees'],
    ['- milk', 'milk'],
    ['> 5 means more', '> 5 means more'],
    ['> 5 means\n> more', '5 means ¶ more'],
    ['>= 5 is allowed', '>= 5 is allowed'],
    ['3. Oktober', '3. Oktober'],
    ['It was in\n1986. What a year!', 'It was in ¶ 1986. What a year!'],
    ['1. e4 e5\n2. Nf3 Nc6', '1. e4 e5 ¶ 2. Nf3 Nc6'],
    ['– Да.\n– Нет.', 'Да ¶ Нет'],
    ['– Да, – сказал он.', '– Да, – сказал он.'],
    ['a) one\nb) two', 'a) one ¶ b) two'],
    ['1、苹果\n2、香蕉', '1、苹果 ¶ 2、香蕉'],
    ['・りんご\n・みかん', 'りんご ¶ みかん'],
  ])('%j → %j', (source, expected) => {
    expect(blocks(source).join(' ¶ ')).toBe(stopless(expected));
  });
});
