import { expect, test } from 'vitest';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { supervise } from '../testing/supervised.js';
import { Admission, admissionLimits } from './admit.js';
import type { WorkerPool } from './prepare.js';
import { Synthesizer } from './synthesizer.js';

test('texts that wait to be prepared are bounded: twice as many as the queue takes', async () => {
  const preparing: ((error: Error) => void)[] = [];
  const model = new ScriptedEngine(obedient);
  const engines = supervise(model.fork);
  engines.start();
  engines.dispatch({ engine: 'model', type: 'ready', capabilities: model.capabilities });
  const synthesizer = new Synthesizer({
    engines,
    workerPool: {
      prepare: () => new Promise((_, reject) => preparing.push(reject)),
    } as Partial<WorkerPool> as WorkerPool,
    backgroundPool: {} as WorkerPool,
    metrics: {
      schedulerEvents: () => ({ requestStarted: () => {}, chunkDone: () => {} }),
      responseCompleted: () => {},
      recordingUsed: () => {},
    },
    admission: new Admission(admissionLimits(50)),
    chunkTimeoutMs: 30_000,
    restartTimeoutMs: 30_000,
  });
  const request = {
    input: 'Hello.',
    language: undefined,
    voiceLanguage: 'en',
    seed: undefined,
    pronunciations: undefined,
    normalize: false,
    asItIs: false,
    voice: { kind: 'speech', id: 'serena', instruct: '' },
    speed: 1,
  } as const;
  const speak = () => synthesizer.speak(request, new AbortController().signal, '');
  const waiting = Promise.allSettled(Array.from({ length: 100 }, speak));
  await expect(speak()).rejects.toMatchObject({ statusCode: 429 });
  expect(preparing).toHaveLength(100);
  for (const fail of preparing.splice(0)) fail(new Error('it cannot be read'));
  await waiting;
  // Their places are free again.
  const next = speak();
  expect(preparing).toHaveLength(1);
  preparing[0]?.(new Error('it cannot be read'));
  await expect(next).rejects.toThrow('it cannot be read');
});
