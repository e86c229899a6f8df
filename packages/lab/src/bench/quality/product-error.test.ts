import { schemesOf } from '@ownvoice/qwen3-tts/internals/graph/weights/precision';
import { expect, test } from 'vitest';
import { productError } from './product-error.js';

test.each(['int8', 'int4'] as const)(
  'at %s a large activation costs only the others of its block their exactness',
  async (precision) => {
    for (const scheme of schemesOf(precision)) {
      const { ordinary, besideOutlier } = await productError(scheme);
      expect(ordinary).toBeGreaterThan(0);
      expect(ordinary).toBeLessThan(0.01);
      // One block among 1,024 activations carries this share of the result.
      expect(besideOutlier).toBeLessThan(1.1 * Math.sqrt(scheme.block / 1024));
    }
  },
);
