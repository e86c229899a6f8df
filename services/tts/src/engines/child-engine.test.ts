import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ProcessScript } from '../testing/engine-process.js';
import { ChildEngine, type ChildEngineOptions } from './child-engine.js';
import type { EngineState, SynthesisJob } from './engine.js';

const entry = new URL('../../dist/testing/engine-process.js', import.meta.url);
const logger = { info: () => {}, warn: () => {}, error: () => {} };
const running: ChildEngine<ProcessScript>[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.stop()));
});

function create(loading: ProcessScript['loading'], more: Partial<ChildEngineOptions<ProcessScript>> = {}) {
  const engine = new ChildEngine({ name: 'builtin', entry, options: { loading }, logger, backoffMs: 1, ...more });
  running.push(engine);
  return engine;
}

function reaches(engine: ChildEngine<ProcessScript>, kind: EngineState['kind']): Promise<EngineState> {
  return new Promise((resolve) => {
    if (engine.state.kind === kind) return resolve(engine.state);
    const forget = engine.onState((state) => {
      if (state.kind !== kind) return;
      forget();
      resolve(state);
    });
  });
}

async function ready(more: Partial<ChildEngineOptions<ProcessScript>> = {}) {
  const engine = create('well', more);
  engine.start();
  await reaches(engine, 'ready');
  return engine;
}

const job = (text: string, seed = 0): SynthesisJob => ({
  text,
  language: 'English',
  speed: 1,
  seed,
  reproducible: false,
  estimatedSeconds: 2.5,
  voice: { kind: 'speech', id: 'ryan', instruct: '' },
});
const synthesize = (engine: ChildEngine<ProcessScript>, text: string, signal = new AbortController().signal) =>
  engine.synthesize(job(text), { signal, onStart: () => {} });

describe('an engine in a process of its own', () => {
  test('logs the utterances whose room tone was cut off, and only those', async () => {
    const info = vi.fn();
    const engine = await ready({ logger: { ...logger, info } });
    info.mockClear();
    expect(await synthesize(engine, 'hello')).toMatchObject({ roomToneCut: false });
    expect(await synthesize(engine, 'cut this')).toMatchObject({ roomToneCut: true });
    expect(info.mock.calls).toEqual([[{ engine: 'builtin', seconds: 3 / 24_000 }, 'room tone cut off']]);
  });

  test('takes jobs once it is ready, and speech arrives packed, without the message around it', async () => {
    const engine = create('well');
    await expect(synthesize(engine, 'hello')).rejects.toMatchObject({ kind: 'unavailable' });
    engine.start();
    await reaches(engine, 'ready');
    const onStart = vi.fn();
    const { speech } = await engine.synthesize(job('hello', 0.25), { signal: new AbortController().signal, onStart });
    expect(speech).toMatchObject({ samples: Int16Array.of(0, 32_767, 16_384), peak: 0.5 });
    expect(speech?.samples.buffer.byteLength).toBe(speech?.samples.byteLength);
    expect(onStart).toHaveBeenCalledOnce();
  });

  test('knows with a result what its process counts and can do by then', async () => {
    const engine = await ready();
    expect([engine.capabilities.parallel, engine.stats]).toEqual([4, {}]);
    await synthesize(engine, 'tire');
    expect([engine.capabilities.parallel, engine.stats]).toEqual([1, { jobs: 1 }]);
  });

  test('tells a failed job from a dead process', async () => {
    const engine = await ready();
    await expect(synthesize(engine, 'fail')).rejects.toMatchObject({ kind: 'failed', message: 'It came to nothing.' });
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
    expect(engine.restarts).toBe(0);
  });

  test('has the environment it was given, and that of this process when it was given none', async () => {
    const given = await ready({ environment: { OWNVOICE_TEST: 'given' } });
    await expect(synthesize(given, 'env OWNVOICE_TEST')).rejects.toMatchObject({ message: 'given' });
    await expect(synthesize(given, 'env PATH')).rejects.toMatchObject({ message: 'not set' });
    const none = await ready();
    await expect(synthesize(none, 'env PATH')).rejects.toMatchObject({ message: process.env.PATH });
  });

  test('stops a job whose caller has gone, without harm to the process', async () => {
    const engine = await ready();
    const gone = new AbortController();
    const waiting = synthesize(engine, 'wait', gone.signal);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
    expect(engine.restarts).toBe(0);
  });

  test('is killed and comes back when a job does not stop; other jobs may be tried again', async () => {
    const engine = await ready({ cancelGraceMs: 20 });
    const gone = new AbortController();
    const hanging = synthesize(engine, 'hang', gone.signal);
    const other = synthesize(engine, 'wait');
    gone.abort();
    await expect(hanging).rejects.toMatchObject({ kind: 'aborted' });
    await expect(other).rejects.toMatchObject({ kind: 'interrupted' });
    await reaches(engine, 'ready');
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
    expect(engine.restarts).toBe(1);
  });

  test('is killed when it has jobs and begins none', async () => {
    const engine = await ready({ startGraceMs: 20 });
    await expect(synthesize(engine, 'never')).rejects.toMatchObject({ kind: 'interrupted' });
  });

  test('fails the jobs in hand as crashed when the process dies, and comes back', async () => {
    const engine = await ready();
    const waiting = synthesize(engine, 'wait');
    await expect(synthesize(engine, 'die')).rejects.toMatchObject({ kind: 'crashed' });
    await expect(waiting).rejects.toMatchObject({ kind: 'crashed' });
    await reaches(engine, 'ready');
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
  });

  test('tries the jobs of a batch again when the device is lost, in a process that has it again', async () => {
    const error = vi.fn();
    const engine = await ready({ logger: { ...logger, error } });
    const waiting = synthesize(engine, 'wait');
    const lost = expect(waiting).rejects.toMatchObject({ kind: 'device_lost' });
    await expect(synthesize(engine, 'lose it')).rejects.toMatchObject({ kind: 'device_lost' });
    await lost;
    expect(engine.state).toMatchObject({ kind: 'restarting', isDeviceLost: true });
    await reaches(engine, 'ready');
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
    expect([engine.deviceLosses, engine.restarts, engine.deviceReason]).toEqual([1, 1, undefined]);
    const entry = { engine: 'builtin', reason: '[Device] is lost.', jobs: 2, losses: 1 };
    expect(error).toHaveBeenCalledWith(entry, 'device lost');
  });

  test('gives up a device that is lost three times, and goes on without it', async () => {
    const withoutDevice = { options: { loading: 'well', device: 'cpu' }, reason: 'Lost too often.' } as const;
    const engine = await ready({ withoutDevice });
    for (let loss = 1; loss <= 3; loss++) {
      expect(engine.deviceReason).toBeUndefined();
      await expect(synthesize(engine, 'lose it')).rejects.toMatchObject({ kind: 'device_lost' });
      await reaches(engine, 'ready');
    }
    expect(engine.deviceReason).toBe('Lost too often.');
    expect(engine.capabilities.device).toBe('cpu');
    await expect(synthesize(engine, 'lose it')).resolves.toBeDefined();
  });

  test('gives up a device that is lost while it loads, and fails where it cannot do without', async () => {
    const withoutDevice = { options: { loading: 'well', device: 'cpu' }, reason: 'Lost too often.' } as const;
    const saved = create('loses its device', { withoutDevice });
    saved.start();
    await reaches(saved, 'ready');
    expect([saved.deviceLosses, saved.deviceReason]).toEqual([3, 'Lost too often.']);
    const lost = create('loses its device');
    lost.start();
    const { reason } = (await reaches(lost, 'failed')) as { reason: string };
    expect(reason).toBe('The device was lost three times within ten minutes. [Device] is lost.');
  });

  test('is not tried again when it says that it cannot be used', async () => {
    const engine = create('unusable');
    engine.start();
    expect(await reaches(engine, 'failed')).toEqual({ kind: 'failed', reason: 'A file is missing.' });
    expect(engine.restarts).toBe(0);
  });

  test('fails after five failed starts', async () => {
    const engine = create('dies');
    engine.start();
    expect(await reaches(engine, 'failed')).toMatchObject({ reason: expect.stringContaining('5 attempts') });
    expect(engine.restarts).toBe(4);
  });

  test('ends with its process when it is stopped, and stays down', async () => {
    const engine = await ready();
    const waiting = synthesize(engine, 'wait');
    const rejected = expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
    await engine.stop();
    await rejected;
    expect(engine.state.kind).toBe('stopped');
  });
});
