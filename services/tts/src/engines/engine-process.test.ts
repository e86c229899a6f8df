import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ProcessScript } from '../testing/engine-process.js';
import { reached, reachedState, SILENT, type SupervisedOptions, supervise } from '../testing/supervised.js';
import type { SpokenChunk, SynthesisJob } from './engine.js';
import { EngineProcess, type EngineProcessOptions } from './engine-process.js';
import type { Supervisor } from './supervisor.js';
import type { EngineState } from './supervisor-machine.js';

const entry = new URL('../../dist/testing/engine-process.js', import.meta.url);
const running: Supervisor[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.splice(0).map((supervisor) => supervisor.stop()));
});

type Options = Partial<EngineProcessOptions> & Pick<SupervisedOptions, 'rules'>;

function create(loading: ProcessScript['loading'], { rules, ...more }: Options = {}) {
  const supervisor = supervise(
    ({ cpuFallback }, emit) => {
      const script: ProcessScript = { loading: cpuFallback ? 'well' : loading, ...(cpuFallback && { device: 'cpu' }) };
      return new EngineProcess({ name: 'qwen3-tts', entry, options: script, logger: SILENT, ...more }, emit);
    },
    { ...(rules && { rules }), logger: more.logger ?? SILENT },
  );
  running.push(supervisor);
  return supervisor;
}

async function ready(options: Options = {}) {
  const supervisor = create('well', options);
  supervisor.start();
  await reached(supervisor.model, 'ready');
  return supervisor.model;
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
const synthesize = (engine: Supervisor['model'], text: string, signal = new AbortController().signal) =>
  engine.synthesize(job(text), { signal, onStart: () => {} });

/** @returns the job, and when the process has started on it */
function begin(engine: Supervisor['model'], text: string, signal = new AbortController().signal) {
  let work = Promise.reject<SpokenChunk>(new Error('not begun'));
  work.catch(() => {});
  const started = new Promise<void>((onStart) => {
    work = engine.synthesize(job(text), { signal, onStart });
  });
  return { work, started };
}

describe('an engine in a process of its own', () => {
  test('logs doubtful chunks with the figures of their end token, and only those', async () => {
    const info = vi.fn();
    const engine = await ready({ logger: { ...SILENT, info } });
    info.mockClear();
    const doubt = { kind: 'cut', endProbability: 1e-14, endRank: 700 };
    expect(await synthesize(engine, 'hello')).toMatchObject({ doubt: undefined });
    expect(await synthesize(engine, 'cut this')).toMatchObject({ doubt });
    expect(info.mock.calls).toEqual([[{ engine: 'qwen3-tts', seconds: 3 / 24_000, ...doubt }, 'doubtful chunk']]);
  });

  test('takes jobs once it is ready, and speech arrives packed, without the message around it', async () => {
    const supervisor = create('well');
    const { model: engine } = supervisor;
    await expect(synthesize(engine, 'hello')).rejects.toMatchObject({ kind: 'unavailable' });
    supervisor.start();
    await reached(engine, 'ready');
    const onStart = vi.fn();
    const { speech } = await engine.synthesize(job('hello', 0.25), { signal: new AbortController().signal, onStart });
    expect(speech).toMatchObject({ samples: Int16Array.of(0, 32_767, 16_384), peak: 0.5 });
    expect(speech?.samples.buffer.byteLength).toBe(speech?.samples.byteLength);
    expect(onStart).toHaveBeenCalledOnce();
  });

  test('knows with a result what its process can do by then', async () => {
    const engine = await ready();
    expect(engine.capabilities.parallel).toBe(4);
    await synthesize(engine, 'tire');
    expect(engine.capabilities.parallel).toBe(1);
  });

  test('tells a failed job from a dead process', async () => {
    const engine = await ready();
    await expect(synthesize(engine, 'fail')).rejects.toMatchObject({ kind: 'failed', message: 'It came to nothing.' });
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
    expect(engine.record.restarts).toBe(0);
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
    expect(engine.record.restarts).toBe(0);
  });

  test('is not restarted by clients that hang up during a run that lasts as long as a chunk may', async () => {
    const engine = await ready();
    const release = join(await mkdtemp(join(tmpdir(), 'run-')), 'release');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { work: blocked, started } = begin(engine, `block ${release}`);
    const clients = Array.from({ length: 30 }, () => new AbortController());
    const others = clients.map(({ signal }, i) => synthesize(engine, i % 2 === 0 ? 'wait' : 'hang', signal));
    const ends = Promise.all(others.map((other) => other.catch(({ kind }) => kind)));
    await started;
    for (const client of clients) client.abort();
    expect(await ends).toEqual(others.map(() => 'aborted'));
    vi.advanceTimersByTime(30_000);
    await writeFile(release, '');
    await expect(blocked).resolves.toBeDefined();
    vi.useRealTimers();
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
    expect(engine.record.restarts).toBe(0);
  });

  test('is started again after three failed chunks in a row, and not for fewer', async () => {
    const engine = await ready();
    const fails = () => expect(synthesize(engine, 'fail')).rejects.toMatchObject({ kind: 'failed' });
    const restarts = () => engine.record.restarts;
    for (const _ of [1, 2]) await fails();
    await synthesize(engine, 'hello');
    for (const _ of [1, 2]) await fails();
    await synthesize(engine, 'hello');
    expect(restarts()).toBe(0);
    for (const _ of [1, 2, 3]) await fails();
    await reached(engine, 'restarting');
    expect(engine.record.isSuspect).toBe(true);
    await reached(engine, 'ready');
    expect(engine.record).toMatchObject({ isSuspect: false, restarts: 1 });
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
  });

  test.skipIf(process.platform !== 'linux')('is what the kernel ends first where memory runs out', async () => {
    const engine = await ready();
    const score = () => readFile(`/proc/${engine.pid}/oom_score_adj`, 'utf8');
    await expect.poll(score).toBe('1000\n');
  });

  test('is killed and comes back when it has jobs and is silent; other jobs may be tried again', async () => {
    const engine = await ready();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const other = expect(synthesize(engine, 'wait')).rejects.toMatchObject({ kind: 'interrupted' });
    const gone = new AbortController();
    const { work: frozen, started } = begin(engine, 'freeze', gone.signal);
    await started;
    gone.abort();
    await expect(frozen).rejects.toMatchObject({ kind: 'aborted' });
    vi.advanceTimersByTime(35_000);
    vi.useRealTimers();
    await other;
    await reached(engine, 'ready');
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
    expect(engine.record.restarts).toBe(1);
  });

  // ASVS 15.2.5
  test('fails the jobs in hand as crashed when the process dies, and comes back', async () => {
    const engine = await ready();
    const waiting = synthesize(engine, 'wait');
    await expect(synthesize(engine, 'die')).rejects.toMatchObject({ kind: 'crashed' });
    await expect(waiting).rejects.toMatchObject({ kind: 'crashed' });
    await reached(engine, 'ready');
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
  });

  test('tries the jobs of a batch again when the device is lost, in a process that has it again', async () => {
    const error = vi.fn();
    const engine = await ready({ logger: { ...SILENT, error } });
    const waiting = synthesize(engine, 'wait');
    const lost = expect(waiting).rejects.toMatchObject({ kind: 'device_lost' });
    await expect(synthesize(engine, 'lose it')).rejects.toMatchObject({ kind: 'device_lost' });
    await lost;
    expect(engine).toMatchObject({ state: { kind: 'restarting' }, awaitsDevice: true });
    await reached(engine, 'ready');
    await expect(synthesize(engine, 'hello')).resolves.toBeDefined();
    expect(engine.record).toMatchObject({ deviceLosses: 1, restarts: 1, cpuFallback: false });
    const entry = expect.objectContaining({ engine: 'qwen3-tts', detail: '[Device] is lost.', losses: 1 });
    expect(error).toHaveBeenCalledWith(entry, 'device lost');
  });

  test('gives up a device that is lost three times, and goes on without it', async () => {
    const engine = await ready({ rules: { mayUseCpu: true } });
    for (let loss = 1; loss <= 3; loss++) {
      expect(engine.record.cpuFallback).toBe(false);
      await expect(synthesize(engine, 'lose it')).rejects.toMatchObject({ kind: 'device_lost' });
      await reached(engine, 'ready');
    }
    expect(engine.record.cpuFallback).toBe(true);
    expect(engine.capabilities.device).toBe('cpu');
    await expect(synthesize(engine, 'lose it')).resolves.toBeDefined();
  });

  test('gives up a device whose driver crashes while it loads', async () => {
    const supervisor = create('crashes', { rules: { mayUseCpu: true } });
    supervisor.start();
    await reached(supervisor.model, 'ready');
    expect(supervisor.model.record).toMatchObject({ deviceLosses: 3, cpuFallback: true });
  });

  test('gives up a device that is lost while it loads, and fails where it cannot do without', async () => {
    const saved = create('loses its device', { rules: { mayUseCpu: true } });
    saved.start();
    await reached(saved.model, 'ready');
    expect(saved.model.record).toMatchObject({ deviceLosses: 3, cpuFallback: true });
    const lost = create('loses its device');
    lost.start();
    expect(await reached(lost.model, 'failed')).toMatchObject({ reason: { code: 'device_exhausted' } });
  });

  test('is not tried again when it says that it cannot be used', async () => {
    const supervisor = create('unusable');
    supervisor.start();
    const reason = { code: 'model_unusable', parameters: { problem: 'A file is missing.' } };
    expect(await reached(supervisor.model, 'failed')).toEqual({ kind: 'failed', reason });
    expect(supervisor.model.record.restarts).toBe(0);
  });

  test('is ready again by itself after five starts that were killed', async () => {
    let starts = 0;
    const supervisor = supervise((_, emit) => {
      starts += 1;
      const script: ProcessScript = { loading: starts > 5 ? 'well' : 'crashes' };
      return new EngineProcess({ name: 'qwen3-tts', entry, options: script, logger: SILENT }, emit);
    });
    running.push(supervisor);
    supervisor.start();
    const reason = { code: 'not_started', parameters: { attempts: 5, how: 'SIGSEGV' } };
    await reachedState(
      supervisor.model,
      (state): state is EngineState & { kind: 'restarting' } =>
        state.kind === 'restarting' && state.reason.code === 'not_started',
    ).then((state) => expect(state).toEqual({ kind: 'restarting', reason }));
    await reached(supervisor.model, 'ready');
    expect(supervisor.model.record).toMatchObject({ restarts: 5, failures: 0 });
  });

  test('ends with its process when it is stopped, and stays down', async () => {
    const engine = await ready();
    const waiting = synthesize(engine, 'wait');
    const rejected = expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
    await Promise.all(running.map((supervisor) => supervisor.stop()));
    await rejected;
    expect(engine.state.kind).toBe('stopped');
  });
});
