import { builtGolden } from '@ownvoice/qwen3-tts/internals/testing/golden-models';
import { expect, test } from 'vitest';
import { predictorShare } from './profile.js';

test('a profile finds the operators of the code predictor by their path', async () => {
  const share = await predictorShare(await builtGolden('customvoice-0.6b', 'int8'), 1);
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(1);
});
