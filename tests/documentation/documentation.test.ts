import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fullPath } from './short-paths.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const folders = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
/** Rows of the Markdown tables, as cells. */
const rows = (markdown: string) =>
  [...markdown.matchAll(/^\|(.+)\|$/gm)].map(([, cells = '']) => cells.split('|').map((cell) => cell.trim()));
const code = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** All TypeScript below a file or folder, tests left out. */
function sources(path: string): string {
  if (statSync(join(ROOT, path)).isFile()) return read(path);
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => read(join(path, file)))
    .join('\n');
}

const packages = ['packages', 'services'].flatMap((parent) => folders(parent).map((name) => `${parent}/${name}`));

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md');

  test.each(packages)('names every folder of %s', (path) => {
    const start = text.indexOf(`| \`${path}/src/\``);
    expect(start, path).toBeGreaterThan(0);
    const table = text.slice(start, text.indexOf('\n\n', start));
    const unnamed = folders(`${path}/src`).filter(
      (folder) => !['testing', 'scenarios', 'generated'].includes(folder) && !table.includes(`\`${folder}/\``),
    );
    expect(unnamed).toEqual([]);
  });

  test('lists every dependency', () => {
    const listed = rows(text).flatMap(([names = '']) => code(names));
    const isListed = (name: string) =>
      listed.some((entry) => entry === name || (entry.endsWith('/*') && name.startsWith(entry.slice(0, -1))));
    const missing = packages
      .filter((path) => path !== 'packages/console')
      .flatMap((path) => {
        const { dependencies = {}, optionalDependencies = {} } = JSON.parse(read(`${path}/package.json`));
        return Object.keys({ ...dependencies, ...optionalDependencies });
      })
      .filter((name) => !name.startsWith('@ownvoice/') && !isListed(name));
    expect(missing).toEqual([]);
  });
});

describe('the glossary of CONTRIBUTING.md', () => {
  const entries = rows(read('CONTRIBUTING.md')).filter(([, , where = '']) => where.startsWith('`'));

  test('has both halves', () => expect(entries.length).toBeGreaterThan(24));

  test.each(entries)('%s is found where it says', (terms = '', _meaning, where = '') => {
    for (const path of code(where)) {
      const text = sources(path).toLowerCase();
      for (const term of terms.split(', ')) expect(text.includes(term.toLowerCase()), `${term} in ${path}`).toBe(true);
    }
  });
});

const documents = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
];

test.each(documents.filter((name) => name.endsWith('.md')))('%s names only files that exist', (name) => {
  const text = read(name);
  // Examples link to nothing.
  const prose = text.replace(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '');
  const links = [...prose.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => join(name, '..', link));
  const paths = [...text.matchAll(/`((?:packages|services|tests|scripts|bench|docs|deploy|prisma)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  const missing = [...links, ...paths].filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

describe('docs/operations.md', () => {
  /** `path`: one title; another …; the same file: a third › … */
  const claims = rows(read('docs/operations.md')).flatMap((cells) => {
    let file = '';
    return (cells.at(-1) ?? '').split(/; (?=`|the same file)/).flatMap((part) => {
      const [, path, titles = ''] = /^(?:`([^`]+\.test\.ts)`|the same file): (.+)$/.exec(part) ?? [];
      file = path === undefined ? file : fullPath(path);
      return titles
        .split(/;|›|…/)
        .map((title) => title.trim())
        .filter((title) => title !== '' && file !== '')
        .map((title) => ({ file, title }));
    });
  });

  test('names its tests', () => expect(claims.length).toBeGreaterThan(20));

  test.each(claims)('$title is a test of $file', ({ file, title }) => {
    const plain = (text: string) => text.replaceAll("\\'", "'").replaceAll('’', "'");
    expect(plain(read(file))).toContain(plain(title));
  });
});
