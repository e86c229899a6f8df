import { describe, expect, test } from 'vitest';
import { isWrapped, linesOf, withoutEnclosedEnds } from './lines.js';
import { MarkedText } from './marked-text.js';

const joined = (text: string): string => withoutEnclosedEnds(new MarkedText(text)).text;
const line = (width: number): string => 'x'.repeat(width);

describe('the lines of a paragraph are wrapped', () => {
  test.each<[string, string[], boolean]>([
    ['that is one line', [line(5)], true],
    ['when all but the last are long and of like width', [line(72), line(68), line(75), line(9)], true],
    ['when one is longer, by an address', [line(72), line(300), line(68), line(9)], true],
    ['but not when they are short', [line(22), line(25), line(24)], false],
    ['when the next word did not fit', [line(80), line(25), `${line(60)} ${line(19)}`, line(9)], true],
    ['nor when one is shorter than the others', [line(80), line(45), `so ${line(79)}`, line(79)], false],
    ['nor when each ends with a sentence', [`${line(50)}!`, `${line(45)}?`, line(40)], false],
    ['in columns, of which an East Asian character has two', ['字'.repeat(25), '字'.repeat(24), '字'.repeat(3)], true],
  ])('%s', (_, lines, wrapped) => {
    expect(isWrapped(lines)).toBe(wrapped);
  });
});

test('a paragraph is wrapped though its brackets go over the ends of lines', () => {
  const text = `${line(40)} (so\n${line(20)} and) ${line(30)}\n${line(70)}\nand so on.`;
  expect(linesOf(new MarkedText(text))).toHaveLength(1);
});

describe('a line ends nothing within', () => {
  test.each([
    ['brackets', 'The cat (which\nwas black) sat.\nIt slept.', 'The cat (which was black) sat.\nIt slept.'],
    ['a quotation', 'He said "never\nmind" and left.', 'He said "never mind" and left.'],
    ['a German quotation', 'Er sagte: „Nie\nwieder“ und ging.', 'Er sagte: „Nie wieder“ und ging.'],
    ['what is never closed, but for that', 'She left :(\nthen came\n(back)', 'She left :(\nthen came\n(back)'],
  ])('%s', (_, text, expected) => {
    expect(joined(text)).toBe(expected);
  });

  test('ten thousand brackets', () => {
    expect(joined('(\n'.repeat(5000))).toBe('(\n'.repeat(5000));
    expect(joined(`${'(\n'.repeat(2500)}${')'.repeat(2500)}`)).not.toContain('\n');
  });
});
