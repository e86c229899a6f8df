import { expect, test } from 'vitest';
import { below, read, rows } from './pages.js';

const items = rows(read('SECURITY.md')).flatMap(([item = '']) => (/^\d+\.\d/.test(item) ? item.split(', ') : []));
const tagged = ['packages', 'services', 'tests']
  .flatMap(below)
  .filter((path) => path.endsWith('.test.ts') && !/node_modules|dist/.test(path))
  .flatMap((path) => [...read(path).matchAll(/^ *\/\/ ASVS (.+)$/gm)].flatMap(([, list = '']) => list.split(', ')));

test('every requirement of SECURITY.md has a test with its number, and every number is in SECURITY.md', () => {
  expect(items.length).toBeGreaterThan(40);
  expect([...new Set(tagged)].sort()).toEqual([...items].sort());
});
