import { LANGUAGE_CODES } from '@ownvoice/shared/contract/languages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitise } from './sanitise.js';

const anyLanguage = fc.constantFrom(...Object.values(LANGUAGE_CODES));

/** What must come through, whatever stands around it. */
const word = fc.constantFrom(
  ...[
    'Hello',
    'fifty',
    '50%',
    '$5.00',
    '10:30',
    '1000000',
    '3*4=12',
    '2 < 3',
    'C#',
    'C++',
    "don't",
    'snake_case',
    'a@b.example',
    'https://a.example/b_c_d?e=1',
  ],
  ...[
    'Grüße',
    'Schiff',
    'œuvre',
    'mañana',
    'perché',
    'coração',
    'Привет',
    '你好',
    '二〇〇〇年',
    'こんにちは',
    'コーヒー',
    '안녕하세요',
    'XIII',
    '½',
    '20 °C',
    '№ 5',
    '©',
    'x²',
  ],
);

/** What must go, however often it is written. */
const removed = fc.constantFrom(
  '😀',
  '👨‍👩‍👧',
  '🇫🇷',
  '✂',
  '→',
  '█',
  '（笑）',
  '【叹气】',
  '\u200b',
  '\u0007',
  ':smile:',
);

const marked = fc.tuple(fc.constantFrom('**', '_', '~~', '`', '***', '__'), word).map(([mark, inside]) => ({
  written: /[*_`]/u.test(inside) ? inside : `${mark}${inside}${mark}`,
  kept: [inside],
}));
const plain = word.map((inside) => ({ written: inside, kept: [inside] }));
const gone = removed.map((written) => ({ written, kept: [] as string[] }));
const link = word.map((inside) => ({ written: `[${inside}](https://a.example/x)`, kept: [inside] }));

const line = fc
  .array(fc.oneof({ weight: 4, arbitrary: plain }, marked, gone, link), { minLength: 1, maxLength: 8 })
  .map((parts) => ({
    written: parts.map((part) => part.written).join(' '),
    kept: parts.flatMap((part) => part.kept),
  }));
const block = fc
  .tuple(fc.constantFrom('', '# ', '> ', '## '), line)
  .map(([mark, { written, kept }]) => ({ written: mark + written, kept }));
const list = fc
  .tuple(fc.constantFrom('-', '*', '+', '1.'), fc.array(line, { minLength: 2, maxLength: 4 }))
  .map(([mark, items]) => ({
    written: items.map(({ written }) => `${mark} ${written}`).join('\n'),
    kept: items.flatMap(({ kept }) => kept),
  }));
const document = fc.array(fc.oneof(block, list), { minLength: 1, maxLength: 5 }).map((blocks) => ({
  written: blocks.map(({ written }) => written).join('\n\n'),
  kept: blocks.flatMap(({ kept }) => kept),
}));

describe('sanitising', () => {
  test('loses no word outside what is removed, and keeps their order', () => {
    fc.assert(
      fc.property(document, anyLanguage, ({ written, kept }, language) => {
        const { text } = sanitise(written, language);
        let from = 0;
        const lost = kept.find((each) => {
          const found = text.indexOf(each, from);
          from = found + each.length;
          return found < 0;
        });
        expect(lost, text).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  test('once is enough: a second time changes nothing', () => {
    fc.assert(
      fc.property(document, anyLanguage, ({ written }, language) => {
        const { text } = sanitise(written, language);
        expect(sanitise(text, language).text).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  test('leaves no markdown of what it removes', () => {
    fc.assert(
      fc.property(document, anyLanguage, ({ written }, language) => {
        expect(sanitise(written, language).text).not.toMatch(/\*\*|~~|`|__|\]\(|(?:^|\s)#+\s|[\u{1f000}-\u{1ffff}]/u);
      }),
      { numRuns: 500 },
    );
  });

  test('says where every paragraph, heading and list item ends', () => {
    const { text, ends } = sanitise('# One\n\nTwo is here.\n\n- three\n- four', 'en');
    const paragraphs = ends.map(({ offset }, index) => text.slice(ends[index - 1]?.offset ?? 0, offset));
    expect(paragraphs).toEqual(['One. ', 'Two is here. ', 'three. ', 'four']);
    expect(ends.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'item', 'paragraph']);
  });

  test('never collapses digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,30}$/u), (digits) => {
        expect(sanitise(`Number ${digits} here`, 'en').text).toBe(`Number ${digits} here`);
      }),
    );
  });

  test('collapses any other letter that is repeated four times or more to two', () => {
    fc.assert(
      fc.property(fc.constantFrom(...'abdefghjknopqrstuyzéñ'), fc.integer({ min: 4, max: 60 }), (letter, times) => {
        expect(sanitise(`w${letter.repeat(times)} yes`, 'en').text).toBe(`w${letter.repeat(2)} yes`);
      }),
    );
  });
});

describe('what looks like markdown', () => {
  test.each([
    '$\\',
    '\\frac{',
    '$\\frac{\\sqrt{\\frac{a}{b}}}{c}$',
    '$\\left\\{ x \\middle| y \\right\\}$',
    '\\[\\int_0^1 x\\,dx\\]',
  ])('no backslash of a command is left of the formula %j', (input) => {
    expect(sanitise(`a ${input} b`, 'en').text).not.toMatch(/\\[a-z,{}]|[{}]{2}/u);
  });

  test('is read the same however long the text is', () => {
    const piece =
      '# Heading\n\nSome **bold**, _em_ and ~~old~~ text with `code` and [a link](b).\n\n- one\n- two\n\n1. first\n2. second\n\n> quoted\n\n| a | b |\n|---|---|\n| c | d |\n\n';
    const said =
      'Heading. Some bold, em and old text with code and a link. one. two. 1. first. 2. second. quoted. a, b. c, d';
    expect(sanitise(piece, 'en').text).toBe(said);
    expect(sanitise(piece.repeat(30), 'en').text).toBe(Array.from({ length: 30 }, () => said).join('. '));
  });
});
