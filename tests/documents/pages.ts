import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Every path below a folder, from the root. */
export const below = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));

export const PAGES: readonly string[] = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...below('docs'),
].filter((path) => path.endsWith('.md'));

/** Rows of the Markdown tables of a page, as cells. */
export const rows = (markdown: string): string[][] =>
  [...markdown.matchAll(/^\|(.+)\|$/gm)].map(([, cells = '']) => cells.split('|').map((cell) => cell.trim()));

/** What a pattern's first group matches, each text once. */
export const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];
