import type { ModelVariant } from '@ownvoice/shared/contract';
import { describe, expect, test, vi } from 'vitest';
import { obedient, ScriptedEngine } from '../testing/scripted-engine.js';
import type { EngineState } from './engine.js';
import { engineHealth, readiness } from './health.js';
import { Engines, type ModelSource } from './selection.js';

type Model = EngineState | 'absent';

function enginesWith(variant: ModelVariant, model: Model, standInState?: EngineState) {
  const only = (kind: 'speech' | 'design' | 'clone') => ({ speech: false, design: false, clone: false, [kind]: true });
  const purpose = variant.startsWith('base') ? 'clone' : variant.startsWith('voice') ? 'design' : 'speech';
  const real = new ScriptedEngine(obedient, { ...only(purpose), variant });
  const standIn = standInState && new ScriptedEngine(obedient, { ...only('speech'), variant: null });
  const source: ModelSource =
    model === 'absent' ? { kind: 'absent', reason: 'not there' } : { kind: 'present', engine: real };
  const engines = new Engines({ variant, model: source, standIn });
  if (model !== 'absent') real.enter(model);
  if (standInState) standIn?.enter(standInState);
  return { engines, real, standIn };
}

const ready: EngineState = { kind: 'ready' };
const loading: EngineState = { kind: 'loading', stage: 'reading weights', progress: 0.5 };
const failed: EngineState = { kind: 'failed', reason: 'weights.bin is truncated' };

describe('who speaks', () => {
  test('is the model once it is ready, and the stand-in only before', () => {
    const { engines, real, standIn } = enginesWith('customvoice-0.6b', loading, ready);
    expect(engines.select('speech')).toEqual({ kind: 'speaks', engine: standIn });
    real.enter(ready);
    expect(engines.select('speech')).toEqual({ kind: 'speaks', engine: real });
    real.enter({ kind: 'restarting', reason: 'killed' });
    expect(engines.select('speech')).toEqual({ kind: 'speaks', engine: standIn });
  });

  test('is started once: what failed before the service is built stays failed, and says why', () => {
    const { engines, real } = enginesWith('customvoice-0.6b', { kind: 'stopped' });
    const started = vi.spyOn(real, 'start');
    engines.start();
    real.enter(failed);
    engines.start();
    expect(started).toHaveBeenCalledTimes(1);
  });

  test('never tells where on the machine files lie', () => {
    const lost: EngineState = { kind: 'failed', reason: '/srv/models/base-0.6b/codec.onnx is missing.' };
    const { engines } = enginesWith('base-0.6b', lost);
    expect(engines.select('clone')).toMatchObject({ kind: 'not-now', reason: 'codec.onnx is missing.' });
    expect(JSON.stringify([engineHealth(engines), readiness(engines)])).not.toContain('srv');
    const again: EngineState = { kind: 'loading', stage: '/srv/models has no room. The next try is in 5 s' };
    const standIn: EngineState = { kind: 'failed', reason: 'Cannot open /opt/voices/en.' };
    const waiting = enginesWith('customvoice-0.6b', again, standIn).engines;
    expect(waiting.select('speech')).toMatchObject({ kind: 'not-now', reason: 'Cannot open en.' });
    expect(JSON.stringify([engineHealth(waiting), readiness(waiting)])).not.toMatch(/srv|opt/);
  });

  test('is nobody without a stand-in until the model is ready', () => {
    expect(enginesWith('customvoice-0.6b', loading).engines.select('speech')).toMatchObject({ kind: 'not-now' });
    expect(enginesWith('customvoice-0.6b', 'absent').engines.select('speech')).toMatchObject({
      kind: 'not-now',
      reason: 'not there',
    });
  });

  test('is waited for when it was ready once and is coming back', () => {
    const { engines, real } = enginesWith('base-0.6b', ready);
    real.enter({ kind: 'restarting', reason: 'killed' });
    expect(engines.select('clone')).toEqual({ kind: 'speaks', engine: real });
  });

  test.each([
    ['customvoice-1.7b', ready, undefined, 'design', '--model voicedesign-1.7b'],
    ['customvoice-1.7b', ready, undefined, 'clone', '--model base-1.7b or --model base-0.6b'],
    ['voicedesign-1.7b', ready, undefined, 'speech', '--model customvoice-1.7b'],
    ['customvoice-1.7b', loading, undefined, 'clone', '--model base-1.7b'],
    ['customvoice-1.7b', 'absent', ready, 'design', '--model voicedesign-1.7b'],
    ['voicedesign-1.7b', 'absent', ready, 'design', '--model voicedesign-1.7b'],
    ['base-1.7b', failed, ready, 'clone', '--model base-1.7b'],
  ] as const)(
    'with %s %j (stand-in %j) is nobody for %s, and the refusal says %s',
    (variant, model, standIn, kind, how) => {
      const { engines } = enginesWith(variant, model, standIn);
      expect(engines.select(kind)).toMatchObject({ kind: 'cannot', reason: expect.stringContaining(how) });
    },
  );

  test('is asked for later while the right variant is loading', () => {
    expect(enginesWith('base-1.7b', loading, ready).engines.select('clone')).toMatchObject({ kind: 'not-now' });
  });
});

describe('health', () => {
  test.each([
    ['a ready model', ready, undefined, 'healthy', true],
    ['the stand-in without a model', 'absent', ready, 'healthy', false],
    ['a loading model, also while the stand-in speaks', loading, ready, 'loading', false],
    ['a loading model alone', loading, undefined, 'loading', false],
    ['a loading stand-in', 'absent', loading, 'loading', false],
    ['a model that could not be loaded', failed, undefined, 'failed', false],
    ['a model that could not be loaded, with a stand-in', failed, ready, 'failed', false],
    ['no model and no stand-in', 'absent', undefined, 'failed', false],
    ['no model and a broken stand-in', 'absent', failed, 'failed', false],
  ] as const)('of %s', (_name, model, standIn, status, model_loaded) => {
    const { engines } = enginesWith('customvoice-0.6b', model, standIn);
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
