import { expect, test } from 'vitest';
import { KNOWN_SENTENCES } from './problems.js';

const sources = import.meta.glob<string>(['../../../../services/auth/src/**/*.ts', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test.each(Object.keys(KNOWN_SENTENCES))('the accounts service still says: %s', (sentence) => {
  expect(Object.values(sources).some((source) => source.includes(`'${sentence}'`))).toBe(true);
});
