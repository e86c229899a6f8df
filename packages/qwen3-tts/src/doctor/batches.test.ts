import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadModel, type SpeechModel } from '../runtime/speech-model.js';
import { builtGolden } from '../testing/golden-models.js';
import { checkBatches } from './device-checks.js';

let model: SpeechModel;
beforeAll(async () => {
  model = await loadModel({ folder: await builtGolden('customvoice-0.6b', 'int8'), threads: 1 });
});
afterAll(() => model.close());

test('rows of a batch that are as they are alone are no fault', async () => {
  expect(await checkBatches(model)).toMatchObject({
    check: 'batches int8',
    result: 'ok',
    figures: { shares: [1, 1, 1] },
  });
});

/** The model on a device that computes these rows of the first three, which are a batch, wrongly. */
function onDevice(wrongRows: readonly number[]): Parameters<typeof checkBatches>[0] {
  let calls = 0;
  return {
    info: model.info,
    config: model.config,
    textPrompt: (text) => model.textPrompt(text),
    continuation: async (...request) => {
      const isWrong = wrongRows.includes(calls++);
      const generation = await model.continuation(...request);
      return isWrong ? { ...generation, codes: generation.codes.map((code) => code + 1) } : generation;
    },
  };
}

test.each([
  ['two rows of a batch that are others', [0, 1], 'failed', '1 of 3'],
  ['all rows of a batch that are others', [0, 1, 2], 'failed', '0 of 3'],
  ['one row that rounding has turned', [1], 'ok', '2 of 3'],
] as const)('%s: %j is %s', async (_, rows, result, count) => {
  expect(await checkBatches(onDevice(rows))).toMatchObject({ result, detail: expect.stringContaining(count) });
});

test('a batch that fails is a fault', async () => {
  const fails = { ...onDevice([]), continuation: () => Promise.reject(new Error('The device was lost.')) };
  expect(await checkBatches(fails)).toMatchObject({ result: 'failed', detail: 'The device was lost.' });
});
