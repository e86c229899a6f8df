import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HtmlRenderer, Parser } from 'commonmark';
import { decodeHTML } from 'entities/decode';
import { describe, expect, test } from 'vitest';
import { withoutDirections } from '../directions/stage-directions.js';
import { FACES_AND_NOTES, RUNS } from '../letters.js';
import { sanitise } from '../sanitise.js';
import { removeSymbols } from '../symbols.js';
import { MarkedText, rewriting } from '../tree/marked-text.js';

// The READMEs of the installed packages are the corpus, a CommonMark renderer is the oracle.
const READMES = readmes(fileURLToPath(new URL('../../../../../../node_modules', import.meta.url)));
const LEAST_READMES = 200;

const parser = new Parser();
const renderer = new HtmlRenderer();

function readmes(folder: string): { name: string; source: string }[] {
  const bySource = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/^readme(?:\.md|\.markdown)?$/iu.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    bySource.set(readFileSync(path, 'utf8'), path.slice(folder.length + 1));
  }
  return [...bySource].map(([source, name]) => ({ name, source }));
}

/** What a renderer shows of a document, its tags removed. Footnotes and tasks are unknown to it. */
function shown(source: string): string {
  const html = renderer.render(
    parser.parse(source.replace(/\[\^[^[\]\s]{1,50}\]:?|(?<=^\s*[-*+] )\[[ x]\](?= )/gmu, '')),
  );
  const text = html
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/giu, ' ')
    .replace(/<\/?([a-z][a-z0-9]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/giu, (_, element: string) =>
      /^(?:a|b|i|em|strong|code|su[bp]|span|del|u|s|kbd|small)$/iu.test(element) ? '' : ' ',
    );
  return decodeHTML(text);
}

/** Letters that are repeated count once: they are collapsed in prose, and not in code. */
function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.replace(/(\p{L})\1+/giu, '$1').matchAll(/[\p{L}\p{N}]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const MARKS: Readonly<Record<string, RegExp>> = {
  'link targets': /\]\(/gu,
  'link references': /\]\[/gu,
  'reference definitions': /\[[^[\]]{1,100}\]:[ \t]*(?:https?:|[</.#])/gu,
  'table pipes': /\|/gu,
  'HTML tags':
    /<\/?(?:a|b|br|center|code|dd|details|div|dl|dt|em|h\d|hr|i|img|kbd|li|ol|p|picture|pre|source|span|strong|su[bp]|summary|t[dhr]|table|tbody|ul|video)(?:\s[^<>]*)?\/?>|<!--/giu,
  'character references': /&(?:#\w+|\w+);/gu,
  'emphasis marks': /\*\*|~~/gu,
};

/** Each README as it is said and as a renderer shows it. */
const READ = READMES.map(({ name, source }) => ({ name, source, said: sanitise(source, 'en'), shown: shown(source) }));

const plain = (characters: number): string => {
  const paragraph = 'This is a plain paragraph. It has two sentences, and no marks.\n\n';
  return `${paragraph
    .repeat(Math.ceil(characters / paragraph.length))
    .slice(0, characters)
    .trimEnd()}.\n\n`;
};

test(`the corpus has at least ${LEAST_READMES} READMEs: ${READMES.length} of the installed packages`, () => {
  expect(READMES.length).toBeGreaterThanOrEqual(LEAST_READMES);
});

describe.each(Object.entries(MARKS))('%s', (_, mark) => {
  test('are left in no README, except where a renderer shows them', () => {
    const left = READ.flatMap(({ name, said, shown }) => {
      const kept = said.text.match(mark)?.length ?? 0;
      const allowed = shown.match(mark)?.length ?? 0;
      return kept <= allowed ? [] : [`${name}: ${kept}, shown ${allowed}`];
    });
    expect(left).toEqual([]);
  });
});

test('every word that a renderer shows is still there', () => {
  const lost = READ.flatMap(({ name, said, shown }) => {
    const counts = wordCounts(said.text);
    const expected = wordCounts(
      withoutDirections(rewriting(shown, [...FACES_AND_NOTES, ...RUNS])(new MarkedText(removeSymbols(shown))), {
        genre: undefined,
        language: 'en',
        isProse: false,
      }).text,
    );
    const missing = [...expected].filter(([word, count]) => (counts.get(word) ?? 0) < count).map(([word]) => word);
    return missing.length === 0 ? [] : [`${name}: ${missing.join(' ')}`];
  });
  expect(lost).toEqual([]);
});

test('each README means the same behind 62, 600 or 6,000 characters of plain paragraphs', () => {
  const before = [62, 600, 6_000].map(plain);
  const differing = READ.filter(({ source, said }, index) => {
    const behind = sanitise(`${before[index % before.length]}${source}`, 'en');
    const offset = behind.text.length - said.text.length;
    const ends = new Set(behind.ends.map((end) => end.offset));
    return !behind.text.endsWith(said.text) || !said.ends.every((end) => ends.has(end.offset + offset));
  });
  expect(differing.map(({ name }) => name)).toEqual([]);
});
