import { expect, onTestFinished, test, vi } from 'vitest';
import { builtGolden } from '../testing/golden-models.js';
import { syntheticSpeech } from '../testing/synthetic-speech.js';
import { Batcher } from './batcher.js';
import { mayBeginAlike } from './echo.js';
import { loadModel } from './speech-model.js';

test('a clone is compared with the end of its recording as the codec says it, unless its text begins as that ends', async () => {
  const model = await loadModel({ folder: await builtGolden('base-0.6b', 'fp32'), threads: 1 });
  const submitted = vi.spyOn(Batcher.prototype, 'submit');
  onTestFinished(async () => {
    submitted.mockRestore();
    await model.close();
  });
  const reference = await model.encodeReference(syntheticSpeech(3), { text: 'I never liked that song.' });
  const recordingOf = async (text: string, { spoken } = reference) => {
    const input = { kind: 'base', text, language: 'English', reference: { ...reference, spoken } } as const;
    await model.synthesize(input, { seed: 1, estimatedSeconds: 1 });
    return submitted.mock.lastCall![0].recording?.();
  };
  const { codes, frames } = reference.spoken!;
  expect(await recordingOf('Hello, and good morning to you.')).toEqual(await model.decode(codes, frames));
  expect(await recordingOf('Hello, and good morning to you.', { ...reference, spoken: undefined })).toBeUndefined();
  expect(mayBeginAlike('I never liked that song.', 'That song is new to me.')).toBe(true);
  expect(await recordingOf('That song is new to me.')).toBeUndefined();
});
