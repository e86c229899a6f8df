import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS: readonly (readonly [string, string])[] = [
  ['auth/', 'services/auth/src/'],
  ['tts/', 'services/tts/src/'],
  ['http/', 'packages/shared/src/http/'],
];
const full = (path: string) => {
  const [short, folder] = FOLDERS.find(([prefix]) => path.startsWith(prefix)) ?? ['', ''];
  return folder + path.slice(short.length);
};
const rows = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d/.test(line));
const named = rows.flatMap((row) =>
  [...row.matchAll(/`([\w/.-]+\.test\.ts)` “([^”]+)”/g)].map(([, path = '', name = '']) => ({
    path: full(path),
    name,
  })),
);

describe('the map from requirements to tests', () => {
  test('names a test or a measurement for every requirement', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => !/`[\w/.-]+\.test\.ts` “|npm run bench/.test(row))).toEqual([]);
  });

  test.each(named)('names a test that exists: $path $name', ({ path, name }) => {
    const source = readFileSync(join(root, path), 'utf8').replaceAll("\\'", "'");
    expect(source.includes(`'${name}'`) || source.includes(`"${name}"`) || source.includes(`\`${name}\``)).toBe(true);
  });
});
