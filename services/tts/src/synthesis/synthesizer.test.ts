import { expect, test } from 'vitest';
import { Engines } from '../engines/selection.js';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { ScriptedInstaller } from '../testing/scripted-installer.js';
import { Synthesizer } from './synthesizer.js';
import type { WorkerPool } from './worker-pool.js';

test('texts that wait to be prepared are bounded: twice as many as the queue takes', async () => {
  const preparing: ((error: Error) => void)[] = [];
  const synthesizer = new Synthesizer({
    engines: new Engines({
      variant: 'customvoice-0.6b',
      model: new ScriptedEngine(obedient),
      fallback: undefined,
      fallbackEnds: true,
      pull: new ScriptedInstaller().pull(),
      takesFirstModel: false,
    }),
    workerPool: {
      prepare: () => new Promise((_, reject) => preparing.push(reject)),
    } as Partial<WorkerPool> as WorkerPool,
    metrics: {
      schedulerEvents: () => ({ requestStarted: () => {}, chunkDone: () => {}, contextDone: () => {} }),
      answerCompleted: () => {},
    },
    limits: { requests: 50, audioSeconds: 600 },
    chunkTimeoutMs: 30_000,
    restartTimeoutMs: 30_000,
    chunkContext: 'off',
  });
  const request = {
    input: 'Hello.',
    language: undefined,
    voiceLanguage: 'en',
    seed: undefined,
    pronunciations: undefined,
    voice: { kind: 'speech', id: 'serena', instruct: '' },
    speed: 1,
  } as const;
  const speak = () => synthesizer.speak(request, new AbortController().signal);
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
