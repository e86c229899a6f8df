import { expect, test } from 'vitest';
import { goldenFolders } from '../testing/golden-folders.js';
import { codecRoundingError } from './codec-rounding.js';

const { folder } = goldenFolders().find(({ name }) => name === 'base-0.6b')!;

test('8-bit products in the codec add an error that is far above that of float32, and none where no weight matches', async () => {
  const error = await codecRoundingError(folder, /\.pwconv1\./, { bits: 8, block: 32 });
  expect(error).toBeGreaterThan(5);
  expect(error).toBeLessThan(60);
  expect(await codecRoundingError(folder, /^$/, { bits: 8, block: 32 })).toBe(Number.POSITIVE_INFINITY);
});
