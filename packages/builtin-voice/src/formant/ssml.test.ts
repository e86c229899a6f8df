import { expect, test } from 'vitest';
import { toSsml } from './phrases.js';

test('brackets never begin phonemes, however many stand in a row', () => {
  for (const count of [1, 2, 3, 4, 10]) {
    const ssml = toSsml(`${'['.repeat(count)}word${']'.repeat(count)}`);
    expect(ssml).not.toContain('[[');
    expect(ssml.replaceAll(' ', '')).toBe(`${'['.repeat(count)}word${']'.repeat(count)}`);
  }
});
