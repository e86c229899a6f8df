import type { ModelVariant } from '@ownvoice/shared/contract';
import { describe, expect, test } from 'vitest';
import { message } from '../errors.js';
import { builtModel, SCRIPTED_CAPABILITIES } from '../testing/scripted-engine.js';
import { stoppedState } from '../testing/supervised.js';
import {
  decideLoad,
  decidePull,
  type EngineEvent,
  type EngineRecord,
  type EngineRules,
  type EngineState,
  type Found,
  type PullState,
  type State,
  transition,
} from './supervisor-machine.js';

// The rules of the engines as one table: in this state, after this event, this state and these effects.

const NOW = 1_000_000;
const MINUTE = 60_000;
const reason = message('model_unusable', { problem: 'It is broken.' });
const BUILT = builtModel('a');
const BROKEN: Found = {
  kind: 'unusable',
  content: 'b',
  folder: '/models/b',
  reason: '/models/b/x.onnx is broken.',
  damage: undefined,
  checkpoint: undefined,
};
const OFFICIAL: Found = { kind: 'checkpoint', content: 'c', folder: '/models/c' };
const NONE: Found = { kind: 'absent', content: 'absent' };

const STOPPED: EngineState = { kind: 'stopped' };
const LOADING: EngineState = { kind: 'loading', stage: 'starting' };
const INSTALLING: EngineState = { kind: 'loading', stage: 'installing the model', isInstalling: true };
const RETRYING: EngineState = {
  kind: 'loading',
  stage: 'waiting',
  retry: { at: NOW + 5_000, why: reason, seconds: 5 },
};
const READY: EngineState = { kind: 'ready' };
const ASLEEP: EngineState = { kind: 'asleep', isWaking: false };
const WAKING: EngineState = { kind: 'asleep', isWaking: true };
const RESTARTING: EngineState = { kind: 'restarting', reason };
const ABSENT: EngineState = { kind: 'absent', reason };
const FAILED: EngineState = { kind: 'failed', reason };

const POLLS = { modelsDir: '/models' } as const;
const PULLS = { modelsDir: '/models', pulls: true } as const;
const ready: EngineEvent = { type: 'ready', capabilities: SCRIPTED_CAPABILITIES };
const found = (what: Found): EngineEvent => ({ type: 'found', found: what });
const lost: EngineEvent = { type: 'device-lost', detail: '[Device] is lost.' };
const exited: EngineEvent = { type: 'exited', how: 'code 1', bySignal: false };
const crashed: EngineEvent = { type: 'exited', how: 'SIGSEGV', bySignal: true };
const installFailed = (isFinal: boolean): EngineEvent => ({ type: 'install-failed', reason, isFinal });
const LOSSES = [NOW - 9 * MINUTE, NOW - 4 * MINUTE];

interface Given extends Partial<Omit<EngineRecord, 'state' | 'rules'>> {
  readonly rules?: Partial<EngineRules>;
  readonly pull?: PullState;
}

function systemOf(engine: EngineState, { rules, pull, ...more }: Given = {}): State {
  const stopped = stoppedState({
    rules: { restartMs: 250, ...rules },
    fallbackRule: 'until-model',
    takesFirstModel: true,
  });
  return { ...stopped, ...(pull && { pull }), model: { ...stopped.model, ...more, state: engine } };
}

/** The effects in short, without what the log says. */
function effectsOf(effects: readonly object[]): string[] {
  return effects.flatMap((effect) => {
    const { do: what, ms, jobs, checkpoint, variant } = effect as Record<string, unknown>;
    if (what === 'log') return [];
    if (what === 'wait') return [ms === undefined ? 'no wait' : `wait ${ms}`];
    if (what === 'kill') return [`kill ${jobs}`];
    if (what === 'install') return [`install ${checkpoint ?? variant}`];
    if (what === 'keep-variant') return [`keep ${variant}`];
    return [String(what)];
  });
}

const stateIn = (state: EngineState) =>
  state.kind === 'loading'
    ? state.retry
      ? 'retrying'
      : state.isInstalling
        ? 'installing'
        : 'loading'
    : state.kind === 'asleep' && state.isWaking
      ? 'waking'
      : state.kind;

type RuleRow = readonly [rule: string, EngineState, Given, EngineEvent, next: string, effects: readonly string[]];

const RULES: readonly RuleRow[] = [
  // Looking for the model
  ['a start looks into the models folder', STOPPED, { rules: POLLS }, { type: 'start' }, 'loading', ['look']],
  ['a start needs no folder for the built-in voice', STOPPED, {}, { type: 'start' }, 'loading', ['fork']],
  ['a second start does nothing', READY, { rules: POLLS }, { type: 'start' }, 'ready', []],
  ['a failed engine is not started again', FAILED, {}, { type: 'start' }, 'failed', []],
  ['a built model is loaded', LOADING, { rules: POLLS }, found(BUILT), 'loading', ['fork']],
  ['no model is absent, and looked for again', LOADING, { rules: POLLS }, found(NONE), 'absent', ['wait 5000']],
  [
    'no model is installed with --pull on',
    LOADING,
    { rules: PULLS },
    found(NONE),
    'installing',
    ['install customvoice-0.6b'],
  ],
  ['official files are built', LOADING, { rules: POLLS }, found(OFFICIAL), 'installing', ['install /models/c']],
  ['a damaged model fails', LOADING, { rules: POLLS }, found(BROKEN), 'failed', ['wait 5000']],
  [
    'a damaged model is built again beside official files',
    LOADING,
    { rules: POLLS },
    found({ ...BROKEN, checkpoint: '/c' }),
    'installing',
    ['install /c'],
  ],
  [
    'a damaged model is downloaded again with --pull on',
    LOADING,
    { rules: PULLS },
    found(BROKEN),
    'installing',
    ['install customvoice-0.6b'],
  ],
  [
    'the folder is looked into while there is no model',
    ABSENT,
    { rules: POLLS, found: NONE },
    { type: 'timeout' },
    'absent',
    ['look'],
  ],
  [
    'the folder is looked into while the model cannot be used',
    FAILED,
    { rules: POLLS, found: BROKEN },
    { type: 'timeout' },
    'failed',
    ['look'],
  ],
  [
    'a folder without a change is looked into later',
    FAILED,
    { rules: POLLS, found: BROKEN },
    found(BROKEN),
    'failed',
    ['wait 5000'],
  ],
  ['a model that appears is loaded', ABSENT, { rules: POLLS, found: NONE }, found(BUILT), 'loading', ['fork']],
  ['a model that was repaired is loaded', FAILED, { rules: POLLS, found: BROKEN }, found(BUILT), 'loading', ['fork']],
  // Installing it
  [
    'an installation tells how far it is',
    INSTALLING,
    {},
    { type: 'install-progress', stage: 'building', progress: 0.5 },
    'installing',
    [],
  ],
  ['an installed model is looked for', INSTALLING, { found: NONE }, { type: 'installed' }, 'loading', ['look']],
  [
    'what an installation leaves as it was is not installed again',
    LOADING,
    { rules: PULLS, intact: 'b' },
    found(BROKEN),
    'failed',
    ['wait 5000'],
  ],
  [
    'a failed installation is tried again',
    INSTALLING,
    { failures: 0 },
    installFailed(false),
    'retrying',
    ['wait 5000'],
  ],
  [
    'a failed installation is tried again within the poll',
    INSTALLING,
    { failures: 3 },
    installFailed(false),
    'retrying',
    ['wait 5000'],
  ],
  [
    'an installation that cannot succeed fails',
    INSTALLING,
    { found: NONE },
    installFailed(true),
    'failed',
    ['wait 5000'],
  ],
  [
    'the folder is looked into before the next try',
    RETRYING,
    { found: NONE },
    { type: 'timeout' },
    'retrying',
    ['look'],
  ],
  ['the next try waits for its time', RETRYING, { rules: PULLS, found: NONE }, found(NONE), 'retrying', ['wait 5000']],
  ['a model that appears ends the tries', RETRYING, { rules: PULLS, found: NONE }, found(BUILT), 'loading', ['fork']],
  // Its process
  ['loading tells how far it is', LOADING, {}, { type: 'progress', stage: 'loading', progress: 0.3 }, 'loading', []],
  ['a warm-up makes it ready', LOADING, {}, ready, 'ready', []],
  [
    'an unusable model is ended and fails',
    LOADING,
    { rules: POLLS, found: BUILT },
    { type: 'unusable', reason },
    'failed',
    ['kill crashed', 'wait 5000'],
  ],
  [
    'an engine that cannot be trusted is ended, and its jobs may be tried again in the next one',
    READY,
    {},
    { type: 'suspect', reason },
    'restarting',
    ['kill interrupted', 'wait 0'],
  ],
  ['the built-in voice fails for good', LOADING, {}, { type: 'unusable', reason }, 'failed', ['kill crashed']],
  [
    'a model that cannot be loaded is installed again with --pull on',
    LOADING,
    { rules: PULLS, found: BUILT },
    { type: 'unusable', reason },
    'installing',
    ['kill crashed', 'install customvoice-0.6b'],
  ],
  ['a process that dies at work is started at once', READY, {}, exited, 'restarting', ['wait 0']],
  [
    'a process that dies while it loads is started after a back-off',
    LOADING,
    { failures: 0 },
    exited,
    'restarting',
    ['wait 500'],
  ],
  ['the back-off doubles', LOADING, { failures: 2 }, exited, 'restarting', ['wait 2000']],
  ['the fifth failed start is not the last', LOADING, { failures: 4 }, exited, 'restarting', ['wait 8000']],
  ['the back-off ends at half a minute', LOADING, { failures: 400 }, exited, 'restarting', ['wait 30000']],
  ['a restart is due', RESTARTING, {}, { type: 'timeout' }, 'loading', ['fork']],
  // Its device
  [
    'a lost device ends the process, and the next one has it again',
    READY,
    {},
    lost,
    'restarting',
    ['kill device_lost', 'wait 0'],
  ],
  [
    'the third loss within ten minutes hands over to the CPU',
    READY,
    { rules: { mayUseCpu: true }, recentLosses: LOSSES },
    lost,
    'restarting',
    ['kill device_lost', 'wait 0'],
  ],
  [
    'the third loss fails where no CPU may take over',
    READY,
    { recentLosses: LOSSES },
    lost,
    'failed',
    ['kill device_lost'],
  ],
  [
    'the third loss fails where the CPU cannot run the model',
    READY,
    { rules: { mayUseCpu: true }, found: builtModel('a', 'fp16'), recentLosses: LOSSES },
    lost,
    'failed',
    ['kill device_lost', 'wait 5000'],
  ],
  [
    'losses of more than ten minutes ago do not count',
    READY,
    { recentLosses: [NOW - 11 * MINUTE, NOW - 10 * MINUTE] },
    lost,
    'restarting',
    ['kill device_lost', 'wait 0'],
  ],

  // Unloading an idle model
  ['an idle model waits for its unloading', LOADING, { rules: { unloadAfterMs: 900 } }, ready, 'ready', ['wait 900']],
  ['a job puts it off', READY, { rules: { unloadAfterMs: 900 } }, { type: 'busy' }, 'ready', ['no wait']],
  [
    'after the last job it counts again',
    READY,
    { rules: { unloadAfterMs: 900 }, isBusy: true },
    { type: 'idle' },
    'ready',
    ['wait 900'],
  ],
  ['it is unloaded', READY, {}, { type: 'timeout' }, 'asleep', ['kill aborted']],
  ['a job wakes it', ASLEEP, {}, { type: 'wake' }, 'waking', ['look']],
  ['it wakes once', WAKING, {}, { type: 'wake' }, 'waking', []],
  ['it stays asleep while it is loaded', WAKING, {}, found(BUILT), 'waking', ['fork']],
  ['it stays asleep while its process is started again', WAKING, { failures: 0 }, exited, 'waking', ['wait 500']],
  ['it is awake', WAKING, {}, ready, 'ready', []],
  ['one that has gone is absent', WAKING, { rules: POLLS }, found(NONE), 'absent', ['wait 5000']],
  // The end
  ...[LOADING, INSTALLING, READY, ASLEEP, RESTARTING, FAILED].map(
    (state): RuleRow => [
      'a stop ends everything',
      state,
      {},
      { type: 'stop' },
      'stopped',
      ['no wait', 'kill aborted', 'cancel-installation'],
    ],
  ),
  ['after the end nothing happens', STOPPED, { found: BUILT }, ready, 'stopped', []],
];

test.each(RULES)('the supervisor of an engine: %s', (_rule, state, given, event, next, effects) => {
  const [after, ...done] = transition(systemOf(state, given), { engine: 'model', ...event }, NOW);
  expect([stateIn(after.model.state), effectsOf(done)]).toEqual([next, effects]);
});

test('the reason of a damaged model names its file, not the folder that it lies in, wherever that is', () => {
  const elsewhere: Found = { ...BROKEN, folder: '/dev/shm/b', reason: '/dev/shm/b/x.onnx is broken.' };
  const [{ model }] = transition(systemOf(LOADING, { rules: POLLS }), { engine: 'model', ...found(elsewhere) }, NOW);
  expect(model.state).toMatchObject({ reason: message('model_unusable', { problem: 'b/x.onnx is broken.' }) });
});

test('an installation is tried again after five seconds, ten, twenty … at most ten minutes', () => {
  const waits = [0, 1, 2, 10].map((failures) => {
    const [{ model }] = transition(
      systemOf(INSTALLING, { failures }),
      { engine: 'model', ...installFailed(false) },
      NOW,
    );
    return model.state.kind === 'loading' && model.state.retry?.seconds;
  });
  expect(waits).toEqual([5, 10, 20, 600]);
});

test('a driver that crashes three times while the model is loaded is given up, too', () => {
  const system = systemOf(LOADING, { rules: { mayUseCpu: true }, recentLosses: LOSSES, failures: 2 });
  const [{ model }] = transition(system, { engine: 'model', ...crashed }, NOW);
  expect(model).toMatchObject({ cpuFallback: true, failures: 3, state: { kind: 'restarting' } });
});

test('a device that is given up leaves the CPU in charge, and is counted', () => {
  const system = systemOf(READY, { rules: { mayUseCpu: true }, recentLosses: LOSSES, deviceLosses: 2, restarts: 2 });
  const [{ model }] = transition(system, { engine: 'model', ...lost }, NOW);
  expect(model).toMatchObject({ cpuFallback: true, deviceLosses: 3, restarts: 3, awaitsDevice: true });
});

describe('the first time that the model is ready', () => {
  test('ends the built-in voice under --fallback auto, and the choice of the first model', () => {
    const system = systemOf(LOADING, { variant: 'base-0.6b' });
    const [after] = transition(system, { engine: 'model', ...ready }, NOW);
    expect(after).toMatchObject({ variant: 'base-0.6b', fallbackRule: 'never', takesFirstModel: false });
  });

  test('leaves it under --fallback on', () => {
    const system = { ...systemOf(LOADING), fallbackRule: 'whenever' } as const;
    expect(transition(system, { engine: 'model', ...ready }, NOW)[0].fallbackRule).toBe('whenever');
  });
});

const runningPull = (variant: ModelVariant, loads = true): PullState => ({
  variant,
  loads,
  kind: 'running',
  stage: 'downloading',
  progress: 0.5,
});

describe('an installation that a client asks for', () => {
  test.each([
    ['is started', ABSENT, {}, 'customvoice-0.6b', 'accepted', true],
    ['is started for the first model, whichever it is', ABSENT, {}, 'base-0.6b', 'accepted', true],
    ['joins the one that runs', ABSENT, { pull: runningPull('base-0.6b') }, 'base-0.6b', 'accepted', false],
    ['waits for another one', ABSENT, { pull: runningPull('base-0.6b') }, 'customvoice-0.6b', 'busy', undefined],
    ["joins the service's own", INSTALLING, {}, 'customvoice-0.6b', 'accepted', false],
    ["waits for the service's own", INSTALLING, {}, 'base-0.6b', 'busy', undefined],
    ['is needless for the variant that is ready', READY, {}, 'customvoice-0.6b', 'accepted', false],
    ['is needless for the variant that is being loaded', LOADING, {}, 'customvoice-0.6b', 'accepted', false],
    ['need not wait for the next try of the service', RETRYING, {}, 'customvoice-0.6b', 'accepted', true],
  ] as const)('%s', (_, state, given, variant, kind, isNeeded) => {
    const system = systemOf(state, given);
    expect(decidePull(system, variant)).toMatchObject({
      kind,
      ...(isNeeded !== undefined && { isNeeded, loads: true }),
    });
    const [after, ...effects] = transition(system, { type: 'pull', variant }, NOW);
    expect(effectsOf(effects)).toEqual(isNeeded ? [`install ${variant}`] : []);
    if (isNeeded) expect(after.pull).toMatchObject({ variant, kind: 'running', progress: 0 });
  });

  test('ends when it is cancelled, and another one may begin', () => {
    const [after, ...effects] = transition(
      systemOf(ABSENT, { pull: runningPull('base-0.6b') }),
      { type: 'cancel-pull' },
      NOW,
    );
    expect([after.pull, stateIn(after.model.state), effectsOf(effects)]).toEqual([
      undefined,
      'absent',
      ['cancel-installation'],
    ]);
    expect(decidePull(after, 'customvoice-0.6b')).toMatchObject({ kind: 'accepted', isNeeded: true });
    expect(transition(systemOf(READY), { type: 'cancel-pull' }, NOW)).toEqual([systemOf(READY)]);
  });

  test('is only installed where another variant was chosen', () => {
    expect(decidePull({ ...systemOf(READY), takesFirstModel: false }, 'base-0.6b')).toMatchObject({ loads: false });
  });

  test.each([
    [
      'tells how far it is',
      ABSENT,
      true,
      { type: 'install-progress', stage: 'building', progress: 0.7 },
      'running',
      'absent',
      [],
    ],
    [
      'is loaded when it is done, also by the next start',
      ABSENT,
      true,
      { type: 'installed' },
      'installed',
      'loading',
      ['kill aborted', 'look', 'keep base-0.6b'],
    ],
    ['is not loaded where another variant was chosen', ABSENT, false, { type: 'installed' }, 'installed', 'absent', []],
    ['is not loaded when a model has appeared meanwhile', READY, true, { type: 'installed' }, 'installed', 'ready', []],
    ['fails without another try', ABSENT, true, installFailed(false), 'failed', 'absent', []],
    ["puts off the service's own", LOADING, false, found(OFFICIAL), 'running', 'retrying', ['wait 5000']],
  ] as const)('%s', (_, state, loads, event, pull, model, effects) => {
    const system = systemOf(state, { rules: POLLS, pull: runningPull('base-0.6b', loads) });
    const [after, ...done] = transition(system, { engine: 'model', ...event }, NOW);
    expect([after.pull?.kind, stateIn(after.model.state), effectsOf(done)]).toEqual([pull, model, effects]);
  });
});

describe('another variant', () => {
  const CHANGE = ['kill aborted', 'look'];

  test.each([
    ['is looked for at once', READY, {}, 'base-0.6b', 'loading', CHANGE],
    ['is looked for at once instead of one that is asleep', ASLEEP, {}, 'base-0.6b', 'loading', CHANGE],
    ['is looked for instead of one that failed', FAILED, {}, 'base-0.6b', 'loading', CHANGE],
    [
      "ends the service's own installation",
      INSTALLING,
      {},
      'base-0.6b',
      'loading',
      ['kill aborted', 'cancel-installation', 'look'],
    ],
    ['leaves an installation of a client', FAILED, { pull: runningPull('base-1.7b') }, 'base-0.6b', 'loading', CHANGE],
    ['waits for the speech in flight', READY, { isBusy: true }, 'base-0.6b', 'ready', []],
    ['that is the same changes nothing', READY, {}, 'customvoice-0.6b', 'ready', []],
  ] as const)('%s', (_, state, given, variant, next, effects) => {
    const [after, ...done] = transition(systemOf(state, given), { type: 'load', variant }, NOW);
    expect([stateIn(after.model.state), effectsOf(done)]).toEqual([next, effects]);
  });

  test('is looked for as soon as the speech in flight has ended', () => {
    const system = systemOf(READY, { isBusy: true, next: 'base-0.6b' });
    const [after, ...done] = transition(system, { engine: 'model', type: 'idle' }, NOW);
    expect([after.model.variant, after.model.next, effectsOf(done)]).toEqual(['base-0.6b', undefined, CHANGE]);
  });

  test('is refused while a switch runs, and accepted where it has failed', () => {
    expect(decideLoad(systemOf(READY, { isBusy: true, next: 'base-0.6b' }), 'base-1.7b')).toMatchObject({
      kind: 'busy',
      variant: 'base-0.6b',
    });
    expect(decideLoad(systemOf(LOADING, { variant: 'base-0.6b' }), 'base-1.7b')).toMatchObject({ kind: 'busy' });
    expect(decideLoad(systemOf(FAILED, { variant: 'base-0.6b' }), 'customvoice-0.6b')).toMatchObject({
      kind: 'accepted',
      isNeeded: true,
    });
  });
});
