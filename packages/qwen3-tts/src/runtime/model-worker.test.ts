import { tmpdir } from 'node:os';
import { concatenate } from '@ownvoice/audio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtGolden } from '../testing/golden-models.js';
import { ModelWorker } from './model-worker.js';
import { loadModel, type SynthesisInput } from './speech-model.js';

const HELLO: SynthesisInput = { kind: 'custom_voice', text: 'Hello, world.', speaker: 'ryan', language: 'English' };

describe('a model in a worker thread', () => {
  let folder: string;
  let worker: ModelWorker;
  beforeAll(async () => {
    folder = await builtGolden('customvoice-1.7b', 'fp32');
    worker = await ModelWorker.load({ folder, threads: 1 });
  });
  afterAll(() => worker.close());

  test('speaks what the model speaks in this thread, in pieces, while the event loop turns', async () => {
    const model = await loadModel({ folder, threads: 1 });
    const here = await model.synthesize(HELLO, { seed: 11, maxNewTokens: 21 });
    await model.close();
    const pieces: Float32Array[] = [];
    let turns = 0;
    const turning = setInterval(() => turns++, 1);
    const there = await worker.synthesize(HELLO, {
      seed: 11,
      maxNewTokens: 21,
      onAudio: (piece) => pieces.push(piece),
    });
    clearInterval(turning);
    expect(there).toEqual(here);
    expect(concatenate(pieces)).toEqual(here.samples);
    expect(pieces.length).toBe(3);
    expect(turns).toBeGreaterThan(0);
    expect(worker.info).toEqual(model.info);
  });

  test('stops what is cancelled, and speaks on', async () => {
    const control = new AbortController();
    const gone = new Error('no longer wanted');
    const cancelled = worker.synthesize(HELLO, { seed: 1, signal: control.signal, onAudio: () => control.abort(gone) });
    await expect(cancelled).rejects.toBe(gone);
    expect((await worker.synthesize(HELLO, { seed: 1, maxNewTokens: 3 })).codes.length).toBeGreaterThan(0);
  });

  test('names the errors of the model', async () => {
    const unknown = worker.synthesize({ ...HELLO, speaker: 'nobody' } as SynthesisInput, { seed: 1 });
    await expect(unknown).rejects.toMatchObject({ name: 'PromptError' });
    await expect(worker.encodeReference(new Float32Array(48_000))).rejects.toThrow();
    await expect(ModelWorker.load({ folder: tmpdir() })).rejects.toMatchObject({ name: 'ModelError' });
  });

  test('rejects what is in flight when it is closed, and what comes later', async () => {
    const closing = await ModelWorker.load({ folder, threads: 1 });
    const inFlight = expect(closing.synthesize(HELLO, { seed: 1, maxNewTokens: 500 })).rejects.toThrow(
      'The model was closed.',
    );
    await closing.close();
    await inFlight;
    await expect(closing.synthesize(HELLO, { seed: 1 })).rejects.toThrow('The model was closed.');
    await closing.close();
  });
});
