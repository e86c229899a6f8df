import type { ModelVariant } from '@ownvoice/shared/contract';
import { describe, expect, test } from 'vitest';
import { message, textOf } from '../errors.js';
import { SCRIPTED_CAPABILITIES } from '../testing/scripted-engine.js';
import { stoppedState } from '../testing/supervised.js';
import { engineHealth, readiness } from './health.js';
import { chooseEngine } from './selection.js';
import { type EngineState, type FallbackRule, isUsable, type State } from './supervisor-machine.js';

const because = (problem: string) => message('model_unusable', { problem });
const READY: EngineState = { kind: 'ready' };
const ASLEEP: EngineState = { kind: 'asleep', isWaking: false };
const LOADING: EngineState = { kind: 'loading', stage: 'reading weights', progress: 0.5 };
const KILLED: EngineState = { kind: 'restarting', reason: because('killed') };
const ABSENT: EngineState = { kind: 'absent', reason: because('not installed') };
const FAILED: EngineState = { kind: 'failed', reason: because('weights.bin is truncated') };

interface More {
  readonly fallback?: EngineState | undefined;
  readonly fallbackRule?: FallbackRule;
  /** The model was ready before. */
  readonly wasReady?: boolean;
  readonly takesFirstModel?: boolean;
}

function stateOf(variant: ModelVariant, state: EngineState, more: More = {}): State {
  const { fallback, fallbackRule = 'whenever', wasReady = false, takesFirstModel = false } = more;
  const stopped = stoppedState({ variant, fallbackRule: fallback ? fallbackRule : 'never', takesFirstModel });
  return {
    ...stopped,
    model: { ...stopped.model, state, wasReady },
    fallback: stopped.fallback && fallback && { ...stopped.fallback, state: fallback },
  };
}

/** As the supervisor shows it. */
function shown(state: State) {
  const speaking = isUsable(state.model.state)
    ? ('qwen3-tts' as const)
    : state.fallback?.state.kind === 'ready'
      ? ('builtin' as const)
      : undefined;
  return { state, current: speaking && { name: speaking, capabilities: SCRIPTED_CAPABILITIES } };
}

describe('the engine for a request', () => {
  const model = { kind: 'engine', role: 'model' };
  const fallback = { kind: 'engine', role: 'fallback' };

  test.each([
    ['the model once it is ready', READY, { fallback: READY }, model],
    ['the model when it is asleep', ASLEEP, { fallback: READY }, model],
    ['the fallback before', LOADING, { fallback: READY }, fallback],
    ['the fallback while the model restarts', KILLED, { fallback: READY, wasReady: true }, fallback],
    ['the model while it restarts, without a fallback', KILLED, { wasReady: true }, model],
    ['the model while it is loaded again, without a fallback', LOADING, { wasReady: true }, model],
  ] as const)('the engine for a request is %s', (_, state, more, choice) => {
    expect(chooseEngine(stateOf('customvoice-0.6b', state, more), 'speech')).toEqual(choice);
  });

  const missing = { kind: 'unsupported', reason: { code: 'voice_missing' } };
  test.each([
    ['of the checkpoint: the model', READY, {}, 'anna', model],
    ['of the checkpoint: never the fallback', LOADING, { fallback: READY }, 'anna', { kind: 'unavailable' }],
    ['that the checkpoint lacks: none', READY, { fallback: READY }, 'ryan', missing],
    ['that the checkpoint lacks: none, loaded or not', LOADING, {}, 'ryan', missing],
    ['that the checkpoint lacks: the fallback while it speaks', LOADING, { fallback: READY }, 'ryan', fallback],
  ] as const)('the engine for a voice %s', (_, state, more, voice, choice) => {
    const { model: engine, ...rest } = stateOf('customvoice-0.6b', state, more);
    const voices = [{ id: 'anna', name: 'Anna', language: 'auto' as const }];
    const found = { kind: 'checkpoint', folder: '/models/anna', content: '', voices } as const;
    expect(chooseEngine({ ...rest, model: { ...engine, found } }, 'speech', voice)).toMatchObject(choice);
  });

  test.each([
    ['customvoice-0.6b', LOADING, undefined, 'speech', 'model_loading', 10],
    ['customvoice-0.6b', KILLED, undefined, 'speech', 'model_loading', 10],
    ['customvoice-0.6b', ABSENT, undefined, 'speech', 'model_unusable', 60],
    ['customvoice-0.6b', ABSENT, LOADING, 'speech', 'builtin_loading', 1],
    ['customvoice-0.6b', ABSENT, FAILED, 'speech', 'model_unusable', 60],
    ['customvoice-0.6b', { kind: 'stopped' }, undefined, 'speech', 'model_stopped', 60],
    ['voicedesign-1.7b', ABSENT, READY, 'design', 'model_unusable', 60],
    ['base-1.7b', FAILED, READY, 'clone', 'model_unusable', 60],
    ['base-1.7b', LOADING, READY, 'clone', 'model_loading', 10],
  ] as const)('is none with %s %j (fallback %j) for %s: %s', (variant, state, fallback, kind, code, retryAfter) => {
    const choice = chooseEngine(stateOf(variant, state, { fallback }), kind);
    const lasts = retryAfter === 60 && { lasts: true };
    expect(choice).toMatchObject({ kind: 'unavailable', reason: { code }, retryAfter, ...lasts });
  });

  test.each([
    ['customvoice-1.7b', READY, undefined, 'design', '--model voicedesign-1.7b'],
    ['customvoice-1.7b', READY, undefined, 'clone', '--model base-1.7b or --model base-0.6b'],
    ['voicedesign-1.7b', READY, undefined, 'speech', '--model customvoice-1.7b'],
    ['customvoice-1.7b', LOADING, undefined, 'clone', '--model base-1.7b'],
    ['customvoice-1.7b', ABSENT, READY, 'design', '--model voicedesign-1.7b'],
    ['voicedesign-1.7b', ABSENT, READY, 'clone', '--model base-1.7b'],
    ['voicedesign-1.7b', LOADING, READY, 'speech', '--model customvoice-1.7b'],
    ['base-1.7b', FAILED, READY, 'speech', '--model customvoice-1.7b'],
  ] as const)(
    'with %s %j (fallback %j) has none for %s, and the refusal says %s',
    (variant, state, fallback, kind, how) => {
      const choice = chooseEngine(stateOf(variant, state, { fallback }), kind);
      expect(choice).toMatchObject({ kind: 'unsupported' });
      if (choice.kind === 'unsupported') expect(textOf(choice.reason)).toContain(how);
    },
  );

  test.each([
    [READY, false, 'customvoice-1.7b is loaded'],
    [ASLEEP, false, 'customvoice-1.7b is loaded on demand'],
    [LOADING, false, 'customvoice-1.7b is the configured one'],
    [ABSENT, true, 'customvoice-1.7b is the default'],
  ] as const)(
    'with a model that is %j, none chosen: %j, has a refusal that says only what is so',
    (state, takesFirstModel, now) => {
      const choice = chooseEngine(stateOf('customvoice-1.7b', state, { fallback: READY, takesFirstModel }), 'clone');
      expect(choice).toMatchObject({ kind: 'unsupported', reason: { parameters: { now } } });
    },
  );

  test('is never the built-in voice again once the model was ready under --fallback auto', () => {
    const state = { ...stateOf('customvoice-0.6b', FAILED, { fallback: READY }), fallbackRule: 'never' } as const;
    expect(chooseEngine(state, 'speech')).toMatchObject({ kind: 'unavailable', lasts: true });
    expect(engineHealth({ state, current: undefined })).toMatchObject({ status: 'failed', engine: null });
    expect(readiness({ state, current: undefined }).ready).toBe(false);
  });
});

describe('health', () => {
  test.each([
    ['a ready model', READY, undefined, 'healthy', true],
    ['a model that is asleep', ASLEEP, undefined, 'healthy', false],
    ['the fallback without a model', ABSENT, READY, 'healthy', false],
    ['a loading model, also while the fallback speaks', LOADING, READY, 'loading', false],
    ['a loading model alone', LOADING, undefined, 'loading', false],
    ['a loading fallback', ABSENT, LOADING, 'loading', false],
    ['a model that could not be loaded', FAILED, undefined, 'failed', false],
    ['a model that could not be loaded, with a fallback', FAILED, READY, 'failed', false],
    ['no model and no fallback', ABSENT, undefined, 'failed', false],
    ['no model and a broken fallback', ABSENT, FAILED, 'failed', false],
  ] as const)('the health of %s', (_name, model, fallback, status, model_loaded) => {
    const health = engineHealth(shown(stateOf('customvoice-0.6b', model, { fallback })));
    expect(health).toMatchObject({ status, model_loaded });
    if (status !== 'healthy') expect(health.reason).toBeTruthy();
    if (status === 'failed') expect(health.reason_code).toBe('model_unusable');
  });

  test('tells how far loading has come', () => {
    expect(engineHealth(shown(stateOf('customvoice-0.6b', LOADING)))).toMatchObject({
      progress: 0.5,
      model: { state: 'loading', stage: 'reading weights', progress: 0.5 },
    });
  });

  test('tells why an installation failed and when it is tried again', () => {
    const why = because('The hub cannot be reached.');
    const retry = { at: 0, why, seconds: 5 };
    const state = stateOf('customvoice-0.6b', { kind: 'loading', stage: 'waiting', retry });
    expect(engineHealth(shown(state)).model.stage).toBe(
      textOf(message('installation_retry', { why: textOf(why), seconds: 5 })),
    );
  });

  test('says ready only when something would speak', () => {
    expect(readiness(shown(stateOf('customvoice-0.6b', LOADING, { fallback: READY }))).ready).toBe(true);
    expect(readiness(shown(stateOf('customvoice-0.6b', FAILED, { fallback: READY }))).ready).toBe(true);
    expect(readiness(shown(stateOf('customvoice-0.6b', LOADING))).ready).toBe(false);
  });
});
