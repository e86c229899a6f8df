import type { ModelVariant } from '@ownvoice/shared/contract';
import { describe, expect, test, vi } from 'vitest';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import { WITHOUT_PULL } from '../testing/scripted-installer.js';
import type { EngineState } from './engine.js';
import { engineHealth, readiness } from './health.js';
import { Engines } from './selection.js';

const absent: EngineState = { kind: 'absent', reason: 'not installed' };

function enginesWith(
  variant: ModelVariant,
  model: EngineState,
  fallbackState?: EngineState,
  fallbackEnds = false,
  takesFirstModel = false,
) {
  const only = (kind: 'speech' | 'design' | 'clone') => ({ speech: false, design: false, clone: false, [kind]: true });
  const purpose = variant.startsWith('base') ? 'clone' : variant.startsWith('voice') ? 'design' : 'speech';
  const real = new ScriptedEngine(obedient, { ...only(purpose), variant });
  const fallback = fallbackState && new ScriptedEngine(obedient, { ...only('speech'), variant: null });
  const engines = new Engines({ variant, model: real, fallback, fallbackEnds, ...WITHOUT_PULL, takesFirstModel });
  real.enter(model);
  if (fallbackState) fallback?.enter(fallbackState);
  return { engines, real, fallback };
}

const ready: EngineState = { kind: 'ready' };
const loading: EngineState = { kind: 'loading', stage: 'reading weights', progress: 0.5 };
const failed: EngineState = { kind: 'failed', reason: 'weights.bin is truncated' };

describe('the engine for a request', () => {
  test('is the model once it is ready, and the fallback only before', () => {
    const { engines, real, fallback } = enginesWith('customvoice-0.6b', loading, ready);
    expect(engines.select('speech')).toEqual({ kind: 'engine', engine: fallback });
    real.enter(ready);
    expect(engines.select('speech')).toEqual({ kind: 'engine', engine: real });
    real.enter({ kind: 'restarting', reason: 'killed' });
    expect(engines.select('speech')).toEqual({ kind: 'engine', engine: fallback });
  });

  test('is started once: one that failed before the service is built stays failed, with its reason', () => {
    const { engines, real } = enginesWith('customvoice-0.6b', { kind: 'stopped' });
    const started = vi.spyOn(real, 'start');
    engines.start();
    real.enter(failed);
    engines.start();
    expect(started).toHaveBeenCalledTimes(1);
  });

  test('names no folder of the machine in its reasons', () => {
    const lost: EngineState = { kind: 'failed', reason: '/srv/models/base-0.6b/codec.onnx is missing.' };
    const { engines } = enginesWith('base-0.6b', lost);
    expect(engines.select('clone')).toMatchObject({ kind: 'unavailable', reason: 'codec.onnx is missing.' });
    expect(JSON.stringify([engineHealth(engines), readiness(engines)])).not.toContain('srv');
    const again: EngineState = { kind: 'loading', stage: '/srv/models has no room. The next try is in 5 s' };
    const fallback: EngineState = { kind: 'failed', reason: 'Cannot open /opt/voices/en.' };
    const waiting = enginesWith('customvoice-0.6b', again, fallback).engines;
    expect(waiting.select('speech')).toMatchObject({ kind: 'unavailable', reason: 'Cannot open en.' });
    expect(JSON.stringify([engineHealth(waiting), readiness(waiting)])).not.toMatch(/srv|opt/);
  });

  test('is none without a fallback until the model is ready', () => {
    expect(enginesWith('customvoice-0.6b', loading).engines.select('speech')).toMatchObject({ kind: 'unavailable' });
    expect(enginesWith('customvoice-0.6b', absent).engines.select('speech')).toMatchObject({
      kind: 'unavailable',
      reason: 'not installed',
    });
  });

  test('is waited for while it restarts', () => {
    const { engines, real } = enginesWith('base-0.6b', ready);
    real.enter({ kind: 'restarting', reason: 'killed' });
    expect(engines.select('clone')).toEqual({ kind: 'engine', engine: real });
  });

  test.each([
    ['customvoice-1.7b', ready, undefined, 'design', '--model voicedesign-1.7b'],
    ['customvoice-1.7b', ready, undefined, 'clone', '--model base-1.7b or --model base-0.6b'],
    ['voicedesign-1.7b', ready, undefined, 'speech', '--model customvoice-1.7b'],
    ['customvoice-1.7b', loading, undefined, 'clone', '--model base-1.7b'],
    ['customvoice-1.7b', absent, ready, 'design', '--model voicedesign-1.7b'],
    ['voicedesign-1.7b', absent, ready, 'clone', '--model base-1.7b'],
    ['voicedesign-1.7b', loading, ready, 'speech', '--model customvoice-1.7b'],
    ['base-1.7b', failed, ready, 'speech', '--model customvoice-1.7b'],
  ] as const)(
    'with %s %j (fallback %j) has none for %s, and the refusal says %s',
    (variant, model, fallback, kind, how) => {
      const { engines } = enginesWith(variant, model, fallback);
      expect(engines.select(kind)).toMatchObject({ kind: 'unsupported', reason: expect.stringContaining(how) });
    },
  );

  test.each([
    [ready, false, 'and customvoice-1.7b is loaded.'],
    [{ kind: 'asleep', isWaking: false }, false, 'and customvoice-1.7b is loaded on demand.'],
    [loading, false, 'and customvoice-1.7b is the configured one.'],
    [absent, true, 'and customvoice-1.7b is the default.'],
  ] as const)(
    'with a model that is %j, none chosen: %j, has a refusal that says only what is so',
    (model, takesFirstModel, now) => {
      const { engines } = enginesWith('customvoice-1.7b', model, ready, false, takesFirstModel);
      expect(engines.select('clone')).toMatchObject({ reason: expect.stringContaining(now) });
    },
  );

  test('that ends with the model speaks until the model is ready for the first time, and never after', () => {
    const { engines, real, fallback } = enginesWith('customvoice-0.6b', loading, ready, true);
    expect(engines.select('speech')).toEqual({ kind: 'engine', engine: fallback });
    real.enter(ready);
    expect(engines.select('speech')).toEqual({ kind: 'engine', engine: real });
    real.enter({ kind: 'restarting', reason: 'killed' });
    expect(engines.select('speech')).toEqual({ kind: 'engine', engine: real });
    real.enter(failed);
    expect(engines.select('speech')).toMatchObject({ kind: 'unavailable', reason: 'weights.bin is truncated' });
    expect(readiness(engines).ready).toBe(false);
    expect(engineHealth(engines)).toMatchObject({ status: 'failed', engine: null });
  });

  test.each([
    ['voicedesign-1.7b', absent, ready, 'design', 'not installed'],
    ['base-1.7b', failed, ready, 'clone', 'weights.bin is truncated'],
  ] as const)('is unavailable with %s %j (fallback %j) for %s', (variant, model, fallback, kind, reason) => {
    expect(enginesWith(variant, model, fallback).engines.select(kind)).toMatchObject({ kind: 'unavailable', reason });
  });

  test('is asked for later while the right variant is loading', () => {
    const selection = enginesWith('base-1.7b', loading, ready).engines.select('clone');
    expect(selection).toMatchObject({ kind: 'unavailable' });
    expect(selection).not.toHaveProperty('lasts');
  });
});

describe('health', () => {
  test.each([
    ['a ready model', ready, undefined, 'healthy', true],
    ['the fallback without a model', absent, ready, 'healthy', false],
    ['a loading model, also while the fallback speaks', loading, ready, 'loading', false],
    ['a loading model alone', loading, undefined, 'loading', false],
    ['a loading fallback', absent, loading, 'loading', false],
    ['a model that could not be loaded', failed, undefined, 'failed', false],
    ['a model that could not be loaded, with a fallback', failed, ready, 'failed', false],
    ['no model and no fallback', absent, undefined, 'failed', false],
    ['no model and a broken fallback', absent, failed, 'failed', false],
  ] as const)('of %s', (_name, model, fallback, status, model_loaded) => {
    const { engines } = enginesWith('customvoice-0.6b', model, fallback);
    const health = engineHealth(engines);
    expect(health).toMatchObject({ status, model_loaded });
    if (status !== 'healthy') expect(health.reason).toBeTruthy();
  });

  test('tells how far loading has come', () => {
    expect(engineHealth(enginesWith('customvoice-0.6b', loading).engines)).toMatchObject({
      progress: 0.5,
      model: { state: 'loading', stage: 'reading weights', progress: 0.5 },
    });
  });

  test('says ready only when something would speak', () => {
    expect(readiness(enginesWith('customvoice-0.6b', loading, ready).engines).ready).toBe(true);
    expect(readiness(enginesWith('customvoice-0.6b', failed, ready).engines).ready).toBe(true);
    expect(readiness(enginesWith('customvoice-0.6b', loading).engines).ready).toBe(false);
  });
});
