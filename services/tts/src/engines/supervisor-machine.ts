import { dirname } from 'node:path';
import type { FoundModel } from '@ownvoice/qwen3-tts/store';
import type { Voice } from '@ownvoice/shared/contract';
import { type ModelVariant, PRECISION_DEVICES } from '@ownvoice/shared/contract/models';
import { type Message, message, withoutFolder } from '../errors.js';

// The engines as one state machine, pure: state × event → state, effects. `supervisor.ts` carries out the effects.

export interface Progress {
  readonly stage: string;
  /** 0 to 1. */
  readonly progress?: number | undefined;
  /** Of a download. */
  readonly bytes?: { readonly done: number; readonly total: number } | undefined;
}

/**
 * Where an engine stands.
 *
 * - `absent`: there is no model yet; `reason` says how to get one. It is used when it appears.
 * - `loading`: looking for the model, installing it, reading weights or warming up. `retry`: the last installation failed.
 * - `ready`: a warm-up utterance has gone through; jobs are taken.
 * - `asleep`: the model was unloaded because nobody used it. The next job wakes it; `isWaking` until it is ready again.
 * - `restarting`: the process died and is being started again.
 * - `failed`: it stays down until the models folder changes; `reason` is for an operator.
 */
export type EngineState =
  | { readonly kind: 'stopped' | 'ready' }
  | ({
      readonly kind: 'loading';
      readonly isInstalling?: boolean;
      readonly retry?: { readonly at: number; readonly why: Message; readonly seconds: number };
    } & Progress)
  | { readonly kind: 'asleep'; readonly isWaking: boolean }
  | { readonly kind: 'restarting'; readonly reason: Message }
  | { readonly kind: 'absent' | 'failed'; readonly reason: Message };
type Kind = EngineState['kind'];

/** What a models folder has; `content` tells two contents apart, `voices` are those of a custom-voice checkpoint. */
export type Found = FoundModel & { readonly content: string; readonly voices?: readonly Voice[] | undefined };

/** What does not change while the service runs. Times are in ms. */
export interface EngineRules {
  /** Where models lie; absent: the engine needs none. */
  readonly modelsDir?: string;
  /** Whether a model without official files is downloaded. */
  readonly pulls: boolean;
  /** Options of the command that does so. */
  readonly pullOptions: string;
  /** Whether the CPU takes over from a GPU that is lost again and again. */
  readonly mayUseCpu: boolean;
  /** How often the models folder is looked into while there is no usable model. */
  readonly pollMs: number;
  /** First back-off before a restart; it doubles up to 30 s. */
  readonly restartMs: number;
  /** Other services speak: their model is this one's, and new requests do not wait for them to come back. */
  readonly isRemote?: boolean;
  /** How long a model that nobody uses stays loaded; absent: for ever. */
  readonly unloadAfterMs?: number | undefined;
}

export interface EngineRecord {
  readonly state: EngineState;
  readonly rules: EngineRules;
  /** The variant that is loaded or looked for; the built-in voice has none. */
  readonly variant: ModelVariant | null;
  /** The variant that is loaded instead as soon as the speech in flight has ended. */
  readonly next?: ModelVariant | undefined;
  readonly found?: Found | undefined;
  /** Of the checkpoint that other services have. */
  readonly voices?: readonly Voice[] | undefined;
  /** A content of the folder that an installation left as it was: another one would change nothing. */
  readonly intact?: string | undefined;
  /** Starts or installations that failed in a row. */
  readonly failures: number;
  readonly restarts: number;
  readonly deviceLosses: number;
  /** When the device was lost in the last ten minutes. */
  readonly recentLosses: readonly number[];
  /** The last restart was for a lost GPU. */
  readonly awaitsDevice: boolean;
  /** The CPU has taken over from a lost GPU. */
  readonly cpuFallback: boolean;
  /** Its process was ended because it could not be trusted: the next one looks closely. */
  readonly isSuspect: boolean;
  /** It was ready since it was looked for: it comes back by itself, so work may wait for it. */
  readonly wasReady: boolean;
  readonly isBusy: boolean;
}

export const newEngine = (rules: EngineRules, variant: ModelVariant | null): EngineRecord => ({
  state: { kind: 'stopped' },
  rules,
  variant,
  failures: 0,
  restarts: 0,
  deviceLosses: 0,
  recentLosses: [],
  awaitsDevice: false,
  cpuFallback: false,
  isSuspect: false,
  wasReady: false,
  isBusy: false,
});

/** The last installation that a client asked for; `loads`: whether the service uses it then. */
export type PullState = { readonly variant: ModelVariant; readonly loads: boolean } & (
  | ({ readonly kind: 'running' } & Progress)
  | { readonly kind: 'installed' }
  | { readonly kind: 'failed'; readonly reason: Message }
);

/** When the built-in voice speaks: never (again), until the model is ready for the first time, or whenever it is not. */
export type FallbackRule = 'never' | 'until-model' | 'whenever';

/** All that /health, /ready, metrics and the choice of an engine depend on. */
export interface State {
  /** The configured variant, which requests are held against. Another one counts once it is ready. */
  readonly variant: ModelVariant;
  /** No variant was chosen: the first one that a client installs is loaded. */
  readonly takesFirstModel: boolean;
  readonly fallbackRule: FallbackRule;
  readonly model: EngineRecord;
  readonly fallback: EngineRecord | undefined;
  readonly pull?: PullState;
}

export type EngineEvent =
  | { readonly type: 'start' | 'stop' | 'wake' | 'timeout' | 'installed' }
  /** The first job has come, or the last one has gone. */
  | { readonly type: 'busy' | 'idle' }
  | { readonly type: 'found'; readonly found: Found }
  | ({ readonly type: 'install-progress' } & Progress)
  | { readonly type: 'install-failed'; readonly reason: Message; readonly isFinal: boolean }
  // From the engine's process.
  | ({ readonly type: 'progress' } & Progress)
  | {
      readonly type: 'ready';
      readonly capabilities: { readonly variant: ModelVariant | null };
      readonly voices?: readonly Voice[] | undefined;
    }
  | { readonly type: 'unusable' | 'suspect'; readonly reason: Message }
  | { readonly type: 'device-lost'; readonly detail: string }
  | { readonly type: 'exited'; readonly how: string; readonly bySignal: boolean; readonly reason?: Message };
type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { readonly type: Type }>;

export type EngineRole = 'model' | 'fallback';
export type Event =
  | ({ readonly engine: EngineRole } & EngineEvent)
  /** A client asks for a variant to be installed, or to be used instead. */
  | { readonly type: 'pull' | 'load'; readonly variant: ModelVariant }
  | { readonly type: 'cancel-pull' };

/** What becomes of the jobs of a process that is killed. */
type EndedJobs = 'aborted' | 'crashed' | 'device_lost' | 'interrupted';

type EngineEffect =
  /** To look into the models folder, or to start a process, as the engine's record says. */
  | { readonly do: 'look' | 'fork' | 'cancel-installation' }
  | { readonly do: 'kill'; readonly jobs: EndedJobs }
  | { readonly do: 'install'; readonly variant: ModelVariant; readonly checkpoint?: string | undefined }
  /** A `timeout` after so long, unless the state changes before; without a time: none. */
  | { readonly do: 'wait'; readonly ms?: number | undefined }
  | { readonly do: 'keep-variant'; readonly variant: ModelVariant }
  | { readonly do: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly text: string; readonly fields: object };
export type Effect = EngineEffect & { readonly engine: EngineRole };

type Step = readonly [EngineRecord, ...EngineEffect[]];
type In<K extends Kind> = EngineRecord & { readonly state: Extract<EngineState, { readonly kind: K }> };
type Row<K extends Kind> = {
  readonly [Type in EngineEvent['type']]?: (engine: In<K>, event: EventOf<Type>, now: number) => Step;
};

const MAX_RESTART_MS = 30_000;
/** Back-off before another installation; it doubles up to ten minutes. */
const REINSTALL_MS = { first: 5_000, most: 600_000 };
/** Failed starts in a row after which the model is installed again, where that may help; the starts go on. */
const MAX_FAILED_STARTS = 5;
/** A device that goes this often within this time would go again. */
const MAX_LOSSES = 3;
const LOSSES_WITHIN_MS = 600_000;

const STARTING = { kind: 'loading', stage: 'starting' } as const;

/** Whether a request may be given to an engine: one that is asleep wakes for it. */
export const isUsable = ({ kind }: EngineState): boolean => kind === 'ready' || kind === 'asleep';
const isInstalling = ({ state }: EngineRecord): boolean => state.kind === 'loading' && state.isInstalling === true;
/** Whether only another content of the models folder, or time, brings a model. */
const isWaiting = (state: EngineState): boolean =>
  state.kind === 'absent' || state.kind === 'failed' || (state.kind === 'loading' && state.retry !== undefined);

const enter = (engine: EngineRecord, state: EngineState, ...effects: EngineEffect[]): Step => [
  { ...engine, state },
  ...effects,
];
const log = (level: 'info' | 'warn' | 'error', text: string, fields: object = {}): EngineEffect => ({
  do: 'log',
  level,
  text,
  fields,
});
const wait = (ms?: number): EngineEffect => ({ do: 'wait', ms });
const kill = (jobs: EndedJobs): EngineEffect => ({ do: 'kill', jobs });
/** A model that is being loaded again stays asleep until it is ready. */
const approach = (engine: EngineRecord, what: 'look' | 'fork'): Step =>
  enter(engine, engine.state.kind === 'asleep' ? { kind: 'asleep', isWaking: true } : STARTING, { do: what });
/** While there is no usable model the folder is looked into now and then. */
const poll = ({ rules, found }: EngineRecord): EngineEffect[] => (found ? [wait(rules.pollMs)] : []);

function decide(engine: EngineRecord, { found }: EventOf<'found'>, now: number): Step {
  const { state, rules, variant } = engine;
  if (isWaiting(state) && found.content === engine.found?.content) {
    const left = state.kind === 'loading' && state.retry ? state.retry.at - now : Number.POSITIVE_INFINITY;
    return left <= 0 ? install(engine) : [engine, wait(Math.min(rules.pollMs, left))];
  }
  const next = { ...engine, found, failures: 0 };
  if (found.kind === 'built') return approach(next, 'fork');
  if (found.kind !== 'unusable') return repair(next, undefined);
  const problem = withoutFolder(found.damage ?? found.reason, dirname(found.folder));
  if (found.damage === undefined || variant === null) return repair(next, message('model_unusable', { problem }));
  return repair(next, message('model_damaged', { problem, variant, options: rules.pullOptions }));
}

function install(engine: EngineRecord, ...effects: EngineEffect[]): Step {
  const { found, variant } = engine;
  if (variant === null) return [engine];
  const checkpoint = found?.kind === 'checkpoint' ? found.folder : found?.checkpoint;
  const state = { kind: 'loading', stage: 'installing the model', isInstalling: true } as const;
  return enter(engine, state, ...effects, { do: 'install', variant, checkpoint });
}

/** Whether an installation may change the model. */
const isRepairable = ({ found, rules, intact }: EngineRecord): boolean =>
  found !== undefined &&
  found.content !== intact &&
  (found.kind === 'checkpoint' || found.checkpoint !== undefined || rules.pulls);

/** Installs a model that cannot be used, if anything can come of it. @param reason absent where nothing is installed */
function repair(engine: EngineRecord, reason: Message | undefined, ...effects: EngineEffect[]): Step {
  const { rules, variant } = engine;
  if (isRepairable(engine)) return install({ ...engine, failures: 0 }, ...effects);
  if (reason || variant === null) return fail(engine, reason ?? message('device_lost', {}), ...effects);
  const absent = message('model_absent', { variant, options: rules.pullOptions });
  return enter(
    engine,
    { kind: 'absent', reason: absent },
    log('warn', 'model absent', { reason: absent }),
    ...poll(engine),
  );
}

const fail = (engine: EngineRecord, reason: Message, ...effects: EngineEffect[]): Step =>
  enter(engine, { kind: 'failed', reason }, ...effects, log('error', 'engine unusable', { reason }), ...poll(engine));

function installationFailed(engine: EngineRecord, { reason, isFinal }: EventOf<'install-failed'>, now: number): Step {
  if (isFinal) return fail(engine, reason);
  const ms = Math.min(REINSTALL_MS.most, REINSTALL_MS.first * 2 ** engine.failures);
  const seconds = Math.round(ms / 1000);
  return enter(
    { ...engine, failures: engine.failures + 1 },
    { kind: 'loading', stage: 'waiting', retry: { at: now + ms, why: reason, seconds } },
    log('warn', 'model installation failed, retrying', { reason, seconds }),
    wait(Math.min(engine.rules.pollMs, ms)),
  );
}

function exited(engine: EngineRecord, event: EventOf<'exited'>, now: number): Step {
  const { how, bySignal, reason = message('process_ended', { how }) } = event;
  if (engine.state.kind === 'ready') return restart(engine, reason, 0);
  // A driver that crashes while the model is loaded takes the process with it.
  const isLoss = bySignal && cpuMayTakeOver(engine);
  const { lost, effects } = isLoss ? loseDevice(engine, how, now) : { lost: engine, effects: [] };
  const failures = engine.failures + 1;
  const failed = { ...lost, failures };
  const isMany = failures >= MAX_FAILED_STARTS;
  if (isMany && isRepairable(failed)) return install({ ...failed, failures: 0 });
  // Without an end: memory that others have taken comes back.
  const ms = Math.min(MAX_RESTART_MS, engine.rules.restartMs * 2 ** failures);
  const why = isMany ? message('not_started', { attempts: failures, how }) : reason;
  return restart(failed, why, ms, ...effects);
}

function restart(engine: EngineRecord, reason: Message, ms: number, ...effects: EngineEffect[]): Step {
  return enter(
    { ...engine, restarts: engine.restarts + 1, awaitsDevice: reason.code === 'device_lost' },
    engine.state.kind === 'asleep' ? { kind: 'asleep', isWaking: true } : { kind: 'restarting', reason },
    ...effects,
    log('error', 'engine restarting', { reason, backoff: ms }),
    wait(ms),
  );
}

const cpuMayTakeOver = ({ rules, found, cpuFallback }: EngineRecord): boolean =>
  rules.mayUseCpu &&
  !cpuFallback &&
  (found?.kind !== 'built' || PRECISION_DEVICES[found.manifest.precision].includes('cpu'));

/** Counts a loss, and gives up a device that goes too often where the CPU may take over. */
function loseDevice(engine: EngineRecord, detail: string, now: number) {
  const recentLosses = [...engine.recentLosses, now].filter((time) => now - time < LOSSES_WITHIN_MS);
  const isExhausted = recentLosses.length >= MAX_LOSSES;
  const givesUp = isExhausted && cpuMayTakeOver(engine);
  const deviceLosses = engine.deviceLosses + 1;
  const lost = { ...engine, recentLosses, deviceLosses, cpuFallback: engine.cpuFallback || givesUp };
  const effects = [log('error', 'device lost', { detail, losses: deviceLosses })];
  if (givesUp) effects.push(log('error', 'device given up', { reason: message('cpu_fallback', {}) }));
  return { lost, isStuck: isExhausted && !givesUp, effects };
}

/** All jobs of the batch go with the device, and are tried again in a process that has it again, or does without. */
function deviceLost(engine: EngineRecord, { detail }: EventOf<'device-lost'>, now: number): Step {
  const { lost, isStuck, effects } = loseDevice(engine, detail, now);
  const all = [...effects, kill('device_lost')];
  if (isStuck) return repair(lost, message('device_exhausted', {}), ...all);
  return restart(lost, message('device_lost', {}), 0, ...all);
}

const becomeReady = (engine: EngineRecord, { capabilities, voices }: EventOf<'ready'>): Step => {
  const ready: EngineRecord = {
    ...engine,
    ...(engine.rules.isRemote && { variant: capabilities.variant, voices }),
    state: { kind: 'ready' },
    failures: 0,
    isSuspect: false,
    wasReady: true,
  };
  return [ready, log('info', 'engine ready', capabilities), ...idle(ready)];
};
const idle = ({ state, rules, isBusy }: EngineRecord): EngineEffect[] =>
  state.kind === 'ready' && rules.unloadAfterMs !== undefined ? [wait(isBusy ? undefined : rules.unloadAfterMs)] : [];
const keepLooking = (engine: EngineRecord): Step => [engine, { do: 'look' }];

/** Looks for another variant instead. An installation that a client asked for goes on. */
const change = (engine: EngineRecord, variant: ModelVariant): Step =>
  enter(
    { ...engine, variant, next: undefined, found: undefined, intact: undefined, failures: 0, wasReady: false },
    STARTING,
    kill('aborted'),
    ...(isInstalling(engine) ? [{ do: 'cancel-installation' } as const] : []),
    { do: 'look' },
  );

const PROCESS = {
  ready: becomeReady,
  unusable: (engine, { reason }) => repair(engine, reason, kill('crashed')),
  'device-lost': deviceLost,
  exited,
} satisfies Row<Kind>;

/** What each state makes of each event; of any other it makes nothing. */
const TABLE: { readonly [K in Kind]: Row<K> } = {
  stopped: { start: (engine) => approach(engine, engine.rules.modelsDir === undefined ? 'fork' : 'look') },
  loading: {
    ...PROCESS,
    found: decide,
    timeout: (engine) => (engine.state.retry ? keepLooking(engine) : [engine]),
    progress: (engine, { type: _, ...progress }) => enter(engine, { kind: 'loading', ...progress }),
    'install-progress': (engine, { type: _, ...progress }) =>
      enter(engine, { kind: 'loading', isInstalling: true, ...progress }),
    installed: (engine) => approach({ ...engine, intact: engine.found?.content }, 'look'),
    'install-failed': installationFailed,
  },
  ready: {
    ...PROCESS,
    suspect: (engine, { reason }) => restart({ ...engine, isSuspect: true }, reason, 0, kill('interrupted')),
    timeout: (engine) =>
      enter(engine, { kind: 'asleep', isWaking: false }, kill('aborted'), log('info', 'model unloaded')),
  },
  asleep: {
    ...PROCESS,
    wake: (engine) => (engine.state.isWaking ? [engine] : approach(engine, 'look')),
    found: decide,
    timeout: (engine) => approach(engine, 'fork'),
  },
  restarting: { timeout: (engine) => approach(engine, 'fork') },
  absent: { found: decide, timeout: keepLooking },
  failed: { found: decide, timeout: keepLooking },
};

const ALWAYS: Row<Kind> = {
  busy: (engine) => [{ ...engine, isBusy: true }, ...idle({ ...engine, isBusy: true })],
  idle: (engine) => {
    const next = { ...engine, isBusy: false };
    return next.next ? change(next, next.next) : [next, ...idle(next)];
  },
  stop: (engine) => enter(engine, { kind: 'stopped' }, wait(), kill('aborted'), { do: 'cancel-installation' }),
};

function step(engine: EngineRecord, event: EngineEvent, now: number): Step {
  const row: Row<never> = { ...ALWAYS, ...TABLE[engine.state.kind] };
  return row[event.type]?.(engine as never, event as never, now) ?? [engine];
}

/** What becomes of a client's wish for a variant; `busy`: another one is in the way. */
export type Decision =
  | { readonly kind: 'accepted'; readonly isNeeded: boolean; readonly loads: boolean }
  | { readonly kind: 'busy'; readonly variant: ModelVariant };

/** Installing a variant: one installation runs at a time. `loads`: whether the service uses it then. */
export function decidePull({ variant: current, model, pull, takesFirstModel }: State, variant: ModelVariant): Decision {
  const own = isInstalling(model) ? model.variant : undefined;
  const running = pull?.kind === 'running' ? pull.variant : own;
  if (running && running !== variant) return { kind: 'busy', variant: running };
  const isNeeded = !running && (variant !== current || isWaiting(model.state));
  return { kind: 'accepted', isNeeded, loads: variant === current || takesFirstModel };
}

/** Using another variant, which is installed, until the next start. */
export function decideLoad({ variant: current, model }: State, variant: ModelVariant): Decision {
  const coming = model.next ?? model.variant ?? current;
  const isSwitching = model.next !== undefined || (coming !== current && !isWaiting(model.state));
  if (coming !== variant && isSwitching) return { kind: 'busy', variant: coming };
  return { kind: 'accepted', isNeeded: coming !== variant, loads: true };
}

type Transition = readonly [State, ...Effect[]];

/** @param now in ms, of any clock */
export function transition(state: State, event: Event, now: number): Transition {
  if (event.type === 'cancel-pull') return cancelPull(state);
  if (!('engine' in event)) return event.type === 'pull' ? pull(state, event.variant) : load(state, event.variant);
  const { [event.engine]: engine, pull: asked } = state;
  if (!engine) return [state];
  if (asked?.kind === 'running' && event.engine === 'model') return duringPull(state, asked, event, now);
  return settle(state, event.engine, step(engine, event, now));
}

function settle(state: State, role: EngineRole, [engine, ...effects]: Step): Transition {
  const isSwitchOver = role === 'model' && engine.state.kind === 'ready' && state.model.state.kind !== 'ready';
  const { variant, fallbackRule } = state;
  const next: State = {
    ...state,
    [role]: engine,
    ...(isSwitchOver && {
      variant: engine.variant ?? variant,
      takesFirstModel: false,
      fallbackRule: fallbackRule === 'until-model' ? 'never' : fallbackRule,
    }),
  };
  return [next, ...effects.map((effect) => ({ engine: role, ...effect }))];
}

function pull(state: State, variant: ModelVariant): Transition {
  const decision = decidePull(state, variant);
  if (decision.kind === 'busy' || !decision.isNeeded) return [state];
  const { loads } = decision;
  const asked: PullState = { variant, loads, kind: 'running', stage: `downloading ${variant}`, progress: 0 };
  const requested = log('info', 'model installation requested', { variant, loads });
  return settle({ ...state, pull: asked }, 'model', [state.model, requested, { do: 'install', variant }]);
}

/** What is downloaded stays for the next installation. */
function cancelPull(state: State): Transition {
  const { pull: asked, ...rest } = state;
  if (asked?.kind !== 'running') return [state];
  const cancelled = log('info', 'model installation cancelled', { variant: asked.variant });
  return settle(rest, 'model', [state.model, cancelled, { do: 'cancel-installation' }]);
}

function load(state: State, variant: ModelVariant): Transition {
  const decision = decideLoad(state, variant);
  if (decision.kind === 'busy' || !decision.isNeeded) return [state];
  const { model } = state;
  return settle(state, 'model', model.isBusy ? [{ ...model, next: variant }] : change(model, variant));
}

/** While a client's installation runs its events belong to it, and one of the service's own waits. */
function duringPull(state: State, { variant, loads }: PullState, event: EngineEvent, now: number): Transition {
  const { model } = state;
  if (event.type === 'install-progress') {
    const { type: _, ...progress } = event;
    return [{ ...state, pull: { variant, loads, kind: 'running', ...progress } }];
  }
  if (event.type === 'installed') {
    const next: State = { ...state, pull: { variant, loads, kind: 'installed' } };
    if (!loads || !isWaiting(model.state)) return [next];
    const kept: EngineEffect[] = variant === state.variant ? [] : [{ do: 'keep-variant', variant }];
    return settle(next, 'model', [...change(model, variant), ...kept]);
  }
  if (event.type === 'install-failed') {
    const { reason } = event;
    const failed = log('error', 'model installation failed', { variant, reason });
    return settle({ ...state, pull: { variant, loads, kind: 'failed', reason } }, 'model', [model, failed]);
  }
  const [next, ...effects] = step(model, event, now);
  if (!effects.some((effect) => effect.do === 'install')) return settle(state, 'model', [next, ...effects]);
  const ms = model.rules.pollMs;
  const why = message('installation_running', { other: variant, variant: next.variant ?? variant });
  const retry = { at: now + ms, why, seconds: Math.round(ms / 1000) };
  return settle(state, 'model', enter(next, { kind: 'loading', stage: 'waiting', retry }, wait(ms)));
}
