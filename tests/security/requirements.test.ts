import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fullPath } from '../documentation/short-paths.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rows = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d/.test(line));
/** `path` “one test”, “another”: a path without `.test.ts`. */
const named = rows.flatMap((row) =>
  [...row.matchAll(/`([\w/-]+)` (“[^”]+”(?:, “[^”]+”)*)/g)].flatMap(([, path = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ path: `${fullPath(path)}.test.ts`, name })),
  ),
);

describe('the map from requirements to tests', () => {
  test('names a test or a measurement for every requirement', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => !/`[\w/-]+` “|npm run bench/.test(row))).toEqual([]);
  });

  test.each(named)('names a test that exists: $path $name', ({ path, name }) => {
    const source = readFileSync(join(root, path), 'utf8').replaceAll("\\'", "'");
    expect(source.includes(`'${name}'`) || source.includes(`"${name}"`) || source.includes(`\`${name}\``)).toBe(true);
  });
});
