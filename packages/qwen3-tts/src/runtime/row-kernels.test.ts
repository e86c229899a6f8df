import { expect, test } from 'vitest';
import { schemesOf } from '../graph/weights/precision.js';
import { oddRowsDiffer, rowInBatches } from './row-kernels.js';

test.each(['int8', 'int4'] as const)(
  'at %s a row of a product is the same to the last bit in every batch that is padded where needed',
  async (precision) => {
    for (const scheme of schemesOf(precision)) {
      const batches = (await oddRowsDiffer([scheme])) ? [2, 4, 6, 8, 12] : [1, 2, 3, 4, 5, 6, 7, 8, 12];
      const { row, close } = await rowInBatches(scheme);
      const expected = await row(2, 0);
      expect(expected.some((value) => value !== 0)).toBe(true);
      for (const batch of batches) {
        for (const at of [0, batch - 1]) {
          expect(await row(batch, at), `row ${at} of ${batch}`).toEqual(expected);
        }
      }
      await close();
    }
  },
);

test('no kernel is checked where nothing is quantised', async () => {
  expect(await oddRowsDiffer(schemesOf('fp32'))).toBe(false);
});
