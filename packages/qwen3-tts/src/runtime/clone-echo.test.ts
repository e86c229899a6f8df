import { expect, onTestFinished, test, vi } from 'vitest';
import { builtGolden } from '../testing/golden-models.js';
import { syntheticSpeech } from '../testing/synthetic-speech.js';
import { Batcher } from './batcher.js';
import { loadModel } from './speech-model.js';

test('a clone is compared with the end of its recording as the codec says it, unless that is off', async () => {
  const model = await loadModel({ folder: await builtGolden('base-0.6b', 'fp32'), threads: 1 });
  const submitted = vi.spyOn(Batcher.prototype, 'submit');
  onTestFinished(async () => {
    submitted.mockRestore();
    await model.close();
  });
  const reference = await model.encodeReference(syntheticSpeech(3), { text: 'I never liked that song.' });
  const recordingOf = async (spoken: typeof reference.spoken, detectEcho?: boolean) => {
    const text = 'Hello, and good morning to you.';
    const input = { kind: 'base', text, language: 'English', reference: { ...reference, spoken } } as const;
    await model.synthesize(input, { seed: 1, estimatedSeconds: 1, detectEcho });
    return submitted.mock.lastCall![0].recording?.();
  };
  const { codes, frames } = reference.spoken!;
  expect(await recordingOf(reference.spoken)).toEqual(await model.decode(codes, frames));
  expect(await recordingOf(undefined)).toBeUndefined();
  expect(await recordingOf(reference.spoken, false)).toBeUndefined();
});
