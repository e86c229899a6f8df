import { expect, test } from 'vitest';
import { below, found, read, rows } from './pages.js';

const items = rows(read('SECURITY.md')).flatMap(([item = '']) => (/^\d+\.\d/.test(item) ? item.split(', ') : []));
const attacks = rows(read('SECURITY.md')).flatMap(([item = '']) => (/^\d+$/.test(item) ? [item] : []));
const tests = ['packages', 'services', 'tests']
  .flatMap(below)
  .filter((path) => path.endsWith('.test.ts') && !/node_modules|dist/.test(path))
  .map(read)
  .join('\n');
const tagged = found(tests, /^ *\/\/ ASVS (.+)$/gm).flatMap((list) => list.split(', '));

test('every requirement of SECURITY.md has a test with its number, and every number is in SECURITY.md', () => {
  expect(items.length).toBeGreaterThan(40);
  expect([...new Set(tagged)].sort()).toEqual([...items].sort());
});

test('every attack of SECURITY.md has a test with its number, and every number is in SECURITY.md', () => {
  expect(found(tests, /\battack (\d+)/g).sort()).toEqual(attacks.sort());
});
