import { afterEach, describe, expect, test } from 'vitest';
import { reached, SILENT, supervise } from '../../testing/supervised.js';
import type { SynthesisJob } from '../engine.js';
import { EngineProcess } from '../engine-process.js';
import type { Supervisor } from '../supervisor.js';
import type { EngineState } from '../supervisor-machine.js';

const entry = new URL('../../../dist/engines/builtin/builtin-process.js', import.meta.url);
const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
let supervisor: Supervisor | undefined;
afterEach(() => supervisor?.stop());

/** Starts the process as if a package were not installed, or failed to load the first few times. */
async function startWithout(
  name: string,
  { code = 'ERR_MODULE_NOT_FOUND', times = Number.MAX_SAFE_INTEGER } = {},
): Promise<{ engine: Supervisor['model']; state: EngineState }> {
  const hook = dataUrl(`
    let left = ${times};
    export async function resolve(specifier, context, next) {
      if (!specifier.startsWith('${name}') || left-- <= 0) return next(specifier, context);
      throw Object.assign(new Error('Cannot load package'), { code: '${code}' });
    }`);
  const execArgv = ['--import', dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(hook)});`)];
  const options = { name: 'builtin', entry, options: {}, logger: SILENT, execArgv } as const;
  supervisor = supervise((_, emit) => new EngineProcess(options, emit));
  supervisor.start();
  return { engine: supervisor.model, state: await reached(supervisor.model, 'ready', 'failed') };
}

const job = (text: string, language: 'English' | 'Japanese'): SynthesisJob => ({
  text,
  language,
  speed: 1,
  seed: 1,
  reproducible: true,
  estimatedSeconds: 2.5,
  voice: { kind: 'speech', id: 'ryan', instruct: '' },
});

describe('optional packages that are not installed', () => {
  test('without the synthesizer the engine fails with one sentence and is not started again and again', async () => {
    const { engine: failed, state } = await startWithout('@echogarden/');
    expect(state).toEqual({ kind: 'failed', reason: { code: 'builtin_not_installed', parameters: {} } });
    expect(failed.record.restarts).toBe(0);
  });

  test('without the Japanese dictionary only Japanese fails, with one sentence', async () => {
    const { engine: speaking, state } = await startWithout('lindera-wasm-ipadic');
    expect(state.kind).toBe('ready');
    const control = { signal: new AbortController().signal, onStart: () => {} };
    await expect(speaking.synthesize(job('今日は', 'Japanese'), control)).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^Japanese needs the optional package lindera-wasm-ipadic/),
    });
    await expect(speaking.synthesize(job('Hello.', 'English'), control)).resolves.toBeDefined();
  });

  test('a Japanese dictionary that could not be loaded once is tried again', async () => {
    const { engine: speaking } = await startWithout('lindera-wasm-ipadic', { code: 'ENOMEM', times: 1 });
    const control = { signal: new AbortController().signal, onStart: () => {} };
    await expect(speaking.synthesize(job('今日は', 'Japanese'), control)).rejects.toMatchObject({
      kind: 'failed',
      message: 'The Japanese dictionary cannot be loaded: Cannot load package',
    });
    await expect(speaking.synthesize(job('今日は', 'Japanese'), control)).resolves.toBeDefined();
  });
});
