import type { ModelVariant, Voice } from '@ownvoice/shared/contract';
import { VOICES } from '@ownvoice/shared/contract/voices';
import { type Message, message, textOf } from '../errors.js';
import { findVoice, type SpeechKind } from '../voices/voices.js';
import {
  type EncodedVoice,
  type EngineCapabilities,
  EngineError,
  type EngineErrorKind,
  type EngineName,
  type EngineWork,
  type ReferenceAudio,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
} from './engine.js';
import type { EngineLogger, EngineProcess } from './engine-process.js';
import type { EngineService } from './remote/engine-service.js';
import { chooseEngine, type EngineChoice, modelVoices } from './selection.js';
import {
  type Decision,
  decideLoad,
  decidePull,
  type Effect,
  type EngineEvent,
  type EngineRecord,
  type EngineRole,
  type EngineState,
  type Event,
  type Found,
  isUsable,
  type State,
  transition,
} from './supervisor-machine.js';

export type RunningEngine = EngineWork & Pick<EngineProcess, 'pid' | 'capabilities' | 'end'>;
export type Fork = (engine: EngineRecord, emit: (event: EngineEvent) => void) => RunningEngine;

/** A process that installs a model; it tells about itself by events. */
export interface Installation {
  stop(): Promise<void>;
}

export interface SupervisorParts {
  readonly logger: EngineLogger;
  readonly find: (variant: ModelVariant) => Promise<Found>;
  readonly install: (what: Extract<Effect, { do: 'install' }>, emit: (event: EngineEvent) => void) => Installation;
  readonly fork: Readonly<Record<EngineRole, Fork>>;
  /** Default qwen3-tts. */
  readonly modelName?: EngineName | undefined;
  readonly services?: readonly EngineService[];
  /** A later start takes this variant. */
  readonly keepVariant: (variant: ModelVariant) => void;
}

export type Selection =
  | { readonly kind: 'engine'; readonly engine: Engine }
  | Exclude<EngineChoice, { readonly kind: 'engine' }>;

const ROLES = ['model', 'fallback'] as const;
/** The longest time that a timer takes; what is longer never comes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** One of the engines, as the supervisor's state has it, with its process. */
export class SupervisedEngine implements EngineWork {
  readonly #listeners = new Set<(state: EngineState) => void>();
  #process: RunningEngine | undefined;
  /** Of the last process. */
  #capabilities: EngineCapabilities | undefined;
  /** Resolves when the process that is being ended has exited. */
  ended: Promise<void> | undefined;
  #forks = 0;
  #holds = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly name: EngineName,
    private readonly recordNow: () => EngineRecord,
    private readonly start: Fork,
    private readonly dispatch: (event: EngineEvent) => void,
  ) {}

  get record(): EngineRecord {
    return this.recordNow();
  }

  get state(): EngineState {
    return this.record.state;
  }

  /** It is being started again because its GPU was lost. */
  get awaitsDevice(): boolean {
    return this.record.awaitsDevice;
  }

  /** Another variant is loaded as soon as it has nothing to do. */
  get isLeaving(): boolean {
    return this.record.next !== undefined;
  }

  /** @throws EngineError `unavailable` before the engine was ready for the first time */
  get capabilities(): EngineCapabilities {
    const known = this.#process?.capabilities ?? this.#capabilities;
    if (!known) throw new EngineError('unavailable', `The ${this.name} engine has not been ready yet.`);
    return known;
  }

  /** Why it does not use the device that it was started for, or a GPU that is there. */
  get deviceReason(): string | undefined {
    if (this.record.cpuFallback) return textOf(message('cpu_fallback', {}));
    return (this.#process?.capabilities ?? this.#capabilities)?.deviceReason;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Calls back at every change of `state`. @returns the function that removes the listener */
  onState(listener: (state: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Loads a model that is asleep; otherwise nothing happens. */
  wake(): void {
    this.dispatch({ type: 'wake' });
  }

  synthesize(job: SynthesisJob, control: SynthesisControl): Promise<SpokenChunk> {
    return this.#during((running) => running.synthesize(job, control));
  }

  encode(reference: ReferenceAudio, control: SynthesisControl): Promise<EncodedVoice> {
    return this.#during((running) => running.encode(reference, control));
  }

  async #during<T>(work: (running: RunningEngine) => Promise<T>): Promise<T> {
    if (!this.#process || this.state.kind !== 'ready')
      throw new EngineError('unavailable', `The ${this.name} engine is not ready.`);
    using _held = this.hold();
    return await work(this.#process);
  }

  /** Keeps the model loaded, and another variant waiting, until what it returns is disposed of once. */
  hold(): Disposable {
    this.#holds += 1;
    if (this.#holds === 1) this.dispatch({ type: 'busy' });
    return {
      [Symbol.dispose]: () => {
        this.#holds -= 1;
        if (this.#holds === 0) this.dispatch({ type: 'idle' });
      },
    };
  }

  /** Starts its process, once the one before has exited. */
  fork(): void {
    this.#forks += 1;
    const fork = this.#forks;
    const begin = () => {
      if (fork !== this.#forks) return;
      this.#process = this.start(this.record, (event) => {
        if (event.type === 'exited') this.#forget();
        this.dispatch(event);
      });
    };
    if (this.ended) void this.ended.then(begin);
    else begin();
  }

  kill(jobs: EngineErrorKind): void {
    // One that waits for its predecessor's exit is not started any more.
    this.#forks += 1;
    this.ended = this.#process?.end(jobs).then(() => {
      this.#forget();
      this.ended = undefined;
    });
  }

  #forget(): void {
    this.#capabilities = this.#process?.capabilities ?? this.#capabilities;
    this.#process = undefined;
  }

  wait(ms: number | undefined): void {
    clearTimeout(this.#timer);
    if (ms !== undefined && ms <= MAX_TIMER_MS) this.#timer = setTimeout(() => this.dispatch({ type: 'timeout' }), ms);
  }

  changed(): void {
    const { state } = this;
    for (const listener of this.#listeners) listener(state);
  }
}

/** What speaks: the model, or the built-in voice. */
export type Engine = EngineWork &
  Pick<
    SupervisedEngine,
    'name' | 'state' | 'awaitsDevice' | 'isLeaving' | 'capabilities' | 'wake' | 'hold' | 'onState'
  >;

/**
 * Waits until an engine takes jobs, and wakes one that is asleep.
 *
 * @param restartTimeoutMs how long one that restarts is waited for; one that wakes, or whose device was lost, takes as long
 *   as loading takes
 * @throws EngineError `unavailable` when it does not come back; the signal's reason when it fires
 */
export function untilReady(engine: Engine, restartTimeoutMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const settle = (done: () => void) => {
      clearTimeout(timer);
      removeListener();
      signal?.removeEventListener('abort', onAbort);
      done();
    };
    const lose = (reason: string) => settle(() => reject(new EngineError('unavailable', reason)));
    const onAbort = () => settle(() => reject(signal?.reason));
    const look = () => {
      const { state } = engine;
      if (state.kind === 'ready') settle(resolve);
      else if (state.kind === 'failed') lose(textOf(state.reason));
      else if (state.kind === 'stopped') lose('The engine is stopping.');
      else if (state.kind === 'asleep' || engine.awaitsDevice) {
        clearTimeout(timer);
        timer = undefined;
        if (state.kind === 'asleep' && !state.isWaking) engine.wake();
      } else timer ??= setTimeout(() => lose('The engine has not restarted yet.'), restartTimeoutMs);
    };
    const removeListener = engine.onState(look);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    else look();
  });
}

/** The engines of the service: takes events, and carries out what the state machine makes of them. */
export class Supervisor {
  readonly model: SupervisedEngine;
  /** The model, then the built-in voice if it may speak. */
  readonly all: readonly SupervisedEngine[];
  readonly #engines: Readonly<Record<EngineRole, SupervisedEngine>>;
  readonly #events: Event[] = [];
  #isDispatching = false;
  #state: State;
  #looks = 0;
  #installation: Installation | undefined;

  constructor(
    state: State,
    private readonly parts: SupervisorParts,
  ) {
    this.#state = state;
    const engine = (name: EngineName, role: EngineRole) =>
      new SupervisedEngine(
        name,
        () => this.#state[role] as EngineRecord,
        parts.fork[role],
        (event) => this.dispatch({ engine: role, ...event }),
      );
    this.#engines = { model: engine(parts.modelName ?? 'qwen3-tts', 'model'), fallback: engine('builtin', 'fallback') };
    this.model = this.#engines.model;
    this.all = state.fallback ? [this.model, this.#engines.fallback] : [this.model];
  }

  get state(): State {
    return this.#state;
  }

  /** The services that speak for this one; undefined: it has a model of its own. */
  get services(): readonly EngineService[] | undefined {
    return this.parts.services;
  }

  /** The engine for a plain request now, if any. */
  get current(): SupervisedEngine | undefined {
    const { model, fallback, fallbackRule } = this.#state;
    if (isUsable(model.state) && !model.next) return this.model;
    return fallbackRule !== 'never' && fallback?.state.kind === 'ready' ? this.#engines.fallback : undefined;
  }

  /** The voices of the engine that speaks, the default one first; those of the model while none does. */
  get voices(): readonly Voice[] {
    return this.current && this.current !== this.model ? VOICES : modelVoices(this.#state);
  }

  /** Finds a voice by one of its names: of the model, or one of the nine. */
  findVoice(name: string): Voice | undefined {
    return findVoice(name, modelVoices(this.#state));
  }

  /** The engine for a request of this kind, which may name a voice. */
  select(kind: SpeechKind, voice?: string): Selection {
    const choice = chooseEngine(this.#state, kind, voice);
    return choice.kind === 'engine' ? { kind: 'engine', engine: this.#engines[choice.role] } : choice;
  }

  pull(variant: ModelVariant): Decision {
    const decision = decidePull(this.#state, variant);
    this.dispatch({ type: 'pull', variant });
    return decision;
  }

  /** Ends the installation that a client asked for, if one runs. */
  cancelPull(): void {
    this.dispatch({ type: 'cancel-pull' });
  }

  /** Uses an installed variant until the next start, from when the speech in flight has ended. */
  async load(
    variant: ModelVariant,
  ): Promise<Decision | { readonly kind: 'not-built'; readonly found: Exclude<Found['kind'], 'built'> }> {
    const { model } = this.#state;
    if (model.variant !== variant || !isUsable(model.state)) {
      const { kind: found } = await this.parts.find(variant);
      if (found !== 'built') return { kind: 'not-built', found };
    }
    const decision = decideLoad(this.#state, variant);
    this.dispatch({ type: 'load', variant });
    return decision;
  }

  /** Starts the engines; later calls do nothing. */
  start(): void {
    this.dispatch({ engine: 'model', type: 'start' });
    this.dispatch({ engine: 'fallback', type: 'start' });
  }

  /** Ends every process; jobs in flight reject as `aborted`. */
  async stop(): Promise<void> {
    const installation = this.#installation;
    this.dispatch({ engine: 'model', type: 'stop' });
    this.dispatch({ engine: 'fallback', type: 'stop' });
    await Promise.all([installation?.stop(), ...this.all.map(({ ended }) => ended)]);
  }

  /** Events that come meanwhile wait, so that everybody sees the states in their order. */
  dispatch(event: Event): void {
    this.#events.push(event);
    if (this.#isDispatching) return;
    this.#isDispatching = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) this.#take(next);
    } finally {
      this.#isDispatching = false;
    }
  }

  #take(event: Event): void {
    const before = this.#state;
    const [state, ...effects] = transition(before, event, performance.now());
    this.#state = state;
    const changed = ROLES.filter((role) => state[role]?.state !== before[role]?.state);
    for (const role of changed)
      if (state[role]?.state.kind !== before[role]?.state.kind) this.#engines[role].wait(undefined);
    for (const effect of effects) this.#carryOut(effect);
    for (const role of changed) this.#engines[role].changed();
  }

  #carryOut(effect: Effect): void {
    const engine = this.#engines[effect.engine];
    const emit = (event: EngineEvent) => this.dispatch({ engine: effect.engine, ...event });
    if (effect.do === 'look') this.#look(engine.record, emit);
    else if (effect.do === 'fork') engine.fork();
    else if (effect.do === 'kill') engine.kill(effect.jobs);
    else if (effect.do === 'wait') engine.wait(effect.ms);
    else if (effect.do === 'keep-variant') this.parts.keepVariant(effect.variant);
    else if (effect.do === 'log') this.#log(effect, engine);
    else if (effect.do === 'install') {
      const installation = this.parts.install(effect, (event) => {
        if (this.#installation === installation) emit(event);
      });
      this.#installation = installation;
    } else {
      void this.#installation?.stop();
      this.#installation = undefined;
    }
  }

  #look({ variant }: EngineRecord, emit: (event: EngineEvent) => void): void {
    if (variant === null) return;
    this.#looks += 1;
    const look = this.#looks;
    void this.parts.find(variant).then((found) => {
      if (look === this.#looks) emit({ type: 'found', found });
    });
  }

  #log({ level, text, fields }: Extract<Effect, { do: 'log' }>, engine: SupervisedEngine): void {
    const { modelsDir } = engine.record.rules;
    const { reason } = fields as { readonly reason?: Message };
    const where = { engine: engine.name, ...(modelsDir !== undefined && { modelsDir }) };
    this.parts.logger[level]({ ...where, ...fields, ...(reason && { reason: textOf(reason) }) }, text);
  }
}
