import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { found, PAGES, ROOT, read } from './pages.js';

const withoutExamples = (page: string) => read(page).replace(/^```[\s\S]*?^```$/gm, '');

test.each(PAGES)('the files that %s names exist', (page) => {
  const links = found(withoutExamples(page).replace(/`[^`\n]*`/g, ''), /\]\((?!https?:|#)([^)#\s]+)/g);
  const paths = found(read(page), /`((?:packages|services|tests|scripts|docs|deploy|prisma)\/[\w./-]+)`/g);
  const missing = [...links.map((link) => join(page, '..', link)), ...paths].filter(
    (path) => !existsSync(join(ROOT, path)),
  );
  expect(missing).toEqual([]);
});

/** As GitHub makes the address of a heading. */
const anchor = (heading: string) =>
  heading
    .replace(/`|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
const anchors = (page: string) => found(withoutExamples(page), /^#+ (.+)$/gm).map(anchor);

test.each(PAGES)('the headings that links of %s lead to exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
  const broken = links.filter(([, path = '', name = '']) => {
    const target = path === '' ? page : join(page, '..', path);
    return target.endsWith('.md') && !anchors(target).includes(name);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});
