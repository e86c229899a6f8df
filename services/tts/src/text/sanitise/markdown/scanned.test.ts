import { describe, expect, test } from 'vitest';
import { parsedBlocks } from './parsed.js';
import { scannedBlocks } from './scanned.js';

const oneLine = (blocks: readonly string[]): string[] =>
  blocks.map((block) => block.trim().replace(/\s+/gu, ' ')).filter((block) => block !== '');

describe('the scanner finds in ordinary markdown what the parser finds', () => {
  test.each([
    '**bold** _em_ ***both*** __strong__ ~~x~~ `c`',
    '*a **b** c* and **a *b* c**',
    '**never closed and *neither* this',
    '# A #\n\n## B\ntext\n\nTitle\n=====',
    'text\n---\nmore\n\n***\n\nlast',
    '- a\n  - b\n    - c\n- d\n\n* e\n+ f',
    '1. a\n2. b\n\n3. c\n\n1) d\n2) e',
    '- [x] done\n- [ ] open',
    'para one\npara two\n- list\nlazy',
    '> a\n> b\n\n> c',
    '| a | b |\n|:-:|---|\n| **c** | d |',
    '[l](u "t") ![i](u) and [r][x]\n\n[x]: http://a.example',
    'text[^1] here\n\n[^1]: The note.',
    'a\\*b\\* and \\_c\\_',
    '&amp; &lt; &copy;',
    'a <b>x</b> <br> x<y',
    'https://a.example/_b_/c_d *x* and **https://a.example/e_f**',
    'line  \nbreak',
    'a_b_c, 2*3*4 and * * *',
    '**“重要”**的，**重要：**内容',
    '*waves* hello',
  ])('%j', (source) => {
    expect(oneLine(scannedBlocks(source))).toEqual(oneLine(parsedBlocks(source)));
  });
});
