import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { found, ROOT, read, rows } from './pages.js';

const folders = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const packages = ['packages', 'services'].flatMap((parent) => folders(parent).map((name) => `${parent}/${name}`));

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md');

  test.each(packages)('names every folder of %s', (path) => {
    const start = page.indexOf(`| \`${path}/src/\``);
    expect(start, path).toBeGreaterThan(0);
    const table = page.slice(start, page.indexOf('\n\n', start));
    const unnamed = folders(`${path}/src`).filter(
      (folder) => !['testing', 'scenarios', 'generated'].includes(folder) && !table.includes(`\`${folder}/\``),
    );
    expect(unnamed).toEqual([]);
  });

  test('lists every dependency', () => {
    const listed = rows(page).flatMap(([names = '']) => found(names, /`([^`]+)`/g));
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
