import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reached, SILENT, supervise } from '../../testing/supervised.js';
import { forkBuiltin } from '../create-supervisor.js';
import type { SynthesisJob } from '../engine.js';
import type { Supervisor } from '../supervisor.js';

const JOB: SynthesisJob = {
  text: 'Seven wizards mix a potion.',
  language: 'English',
  speed: 1,
  seed: 7,
  reproducible: true,
  estimatedSeconds: 2.5,
  voice: { kind: 'speech', id: 'ryan', instruct: '' },
};
const control = () => ({ signal: new AbortController().signal, onStart: () => {} });

async function start(): Promise<Supervisor> {
  const supervisor = supervise(forkBuiltin(SILENT));
  supervisor.start();
  await reached(supervisor.model, 'ready');
  return supervisor;
}

let supervisor: Supervisor;
let engine: Supervisor['model'];
beforeAll(async () => {
  supervisor = await start();
  engine = supervisor.model;
});
afterAll(() => supervisor.stop());

describe('the engine of the built-in voice', () => {
  test('the same job gives the same samples in another process', async () => {
    const first = await engine.synthesize(JOB, control());
    expect(first.speech?.samples.length).toBeGreaterThan(24_000);
    const second = await start();
    expect(await second.model.synthesize(JOB, control())).toEqual(first);
    await second.stop();
  });

  test('a text without a sound fails, and the engine goes on', async () => {
    await expect(engine.synthesize({ ...JOB, text: '…' }, control())).rejects.toMatchObject({ kind: 'inaudible' });
    expect((await engine.synthesize(JOB, control())).speech?.samples.length).toBeGreaterThan(24_000);
  });

  test('unknown voices and jobs of other kinds are refused', async () => {
    const unsupported = { kind: 'unsupported' };
    await expect(
      engine.synthesize({ ...JOB, voice: { kind: 'speech', id: 'nobody', instruct: '' } }, control()),
    ).rejects.toMatchObject(unsupported);
    const design: SynthesisJob = { ...JOB, voice: { kind: 'design', description: 'an old man' } };
    await expect(engine.synthesize(design, control())).rejects.toMatchObject(unsupported);
  });

  test('a job that is given up rejects, and the next one is served by the same process', async () => {
    const controller = new AbortController();
    const text = 'This sentence goes on and on for quite a while before it ends. '.repeat(7);
    const given = engine.synthesize({ ...JOB, text }, { signal: controller.signal, onStart: () => controller.abort() });
    await expect(given).rejects.toMatchObject({ kind: 'aborted' });
    const { restarts } = engine.record;
    expect((await engine.synthesize(JOB, control())).speech?.samples.length).toBeGreaterThan(24_000);
    expect(engine.record.restarts).toBe(restarts);
  });
});
