import { describe, expect, test } from 'vitest';
import { chaptersOf, spoken } from './book.js';

const titles = (text: string) => chaptersOf(text).map(({ title }) => title);

describe('the chapters of a text', () => {
  test.each([
    ['without headings is one', 'One.\n\nTwo.', ['']],
    ['begin with its headings', 'First.\n# A\nx\n# B #\ny', ['', 'A', 'B']],
    ['go down to the first level that has several', '# Book\nx\n## A\ny\n### Deeper\nz\n## B\nw', ['Book', 'A', 'B']],
    ['are not begun by comments in code', '# A\n```sh\n# no heading\n```\n# B\nx', ['A', 'B']],
    ['leave out what the file says about itself', '---\ntitle: T\n---\n\nText.', ['']],
    ['leave out headings of nothing', '#  \n\n***\n', []],
  ])('of a text %s', (_, text, expected) => {
    expect(titles(text)).toEqual(expected);
  });

  test('of a text that is too long for one are cut between paragraphs, and nothing is lost', () => {
    const paragraph = 'A sentence of some words. '.repeat(400).trim();
    const text = Array.from({ length: 60 }, () => paragraph).join('\n\n');
    const cut = spoken([{ title: 'Long', text }]);
    expect(cut.map(({ title }) => title)).toEqual(['Long (1)', 'Long (2)']);
    expect(cut.map((chapter) => chapter.text).join('\n\n')).toBe(text);
    for (const chapter of cut) expect(chapter.text.length).toBeLessThanOrEqual(500_000);
  });
});
