import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.js';

test('the least recently used value goes when there are more than the limit', () => {
  const values = new RecentlyUsed<object>(2);
  const [a, b, c] = [{}, {}, {}];
  values.set('a', a).set('b', b);
  expect(values.get('a')).toBe(a);
  values.set('c', c);
  expect([values.get('a'), values.get('b'), values.get('c')]).toEqual([a, undefined, c]);
});
