import { type ChildProcess, fork } from 'node:child_process';
import type { FromChild, ToChild } from './child-protocol.js';
import {
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineErrorKind,
  type EngineName,
  type EngineState,
  type SpokenChunk,
  type SynthesisControl,
  type SynthesisJob,
} from './engine.js';

/** The part of a logger that the supervisor needs. */
export interface EngineLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ChildEngineOptions<Options> {
  readonly name: EngineName;
  /** The built entry file; it calls `serveEngine`. */
  readonly entry: URL;
  /** Handed to the entry's `load`; anything that structured cloning can copy. */
  readonly options: Options;
  readonly logger: EngineLogger;
  /** Arguments for Node itself, such as a memory limit. */
  readonly execArgv?: readonly string[];
  /** All environment variables of the process; those of this one when left out. */
  readonly environment?: NodeJS.ProcessEnv;
  /** How long a cancelled job may go on before the process is killed, in ms. */
  readonly cancelGraceMs?: number;
  /** How long jobs may lie in the process with none of them begun, in ms. */
  readonly startGraceMs?: number;
  /** First pause before a restart, in ms; it doubles up to 30 s as long as the process never gets ready. */
  readonly backoffMs?: number;
}

const MAX_BACKOFF_MS = 30_000;
/** Deaths in a row without ever getting ready, after which the engine counts as failed. */
const MAX_FRUITLESS_STARTS = 5;

interface Flight {
  readonly resolve: (chunk: SpokenChunk) => void;
  readonly reject: (error: EngineError) => void;
  readonly onStart: () => void;
  readonly forget: () => void;
  started: boolean;
  /** Set when the caller has given up; the kill timer runs until the process says that it stopped. */
  killTimer?: NodeJS.Timeout;
}

/**
 * An engine in a process of its own. The process is started again when it dies, with a growing pause; a job that
 * does not stop when told to costs the process its life, because nothing else ends a computation that hangs.
 */
export class ChildEngine<Options> implements Engine {
  readonly name: EngineName;
  readonly #settings: Required<Omit<ChildEngineOptions<Options>, 'name' | 'environment'>> &
    Pick<ChildEngineOptions<Options>, 'environment'>;
  readonly #listeners = new Set<(state: EngineState) => void>();
  readonly #flights = new Map<number, Flight>();
  #state: EngineState = { kind: 'stopped' };
  #capabilities: EngineCapabilities | undefined;
  #child: ChildProcess | undefined;
  #nextId = 1;
  #restarts = 0;
  #figures: Readonly<Record<string, number>> = {};
  #fruitless = 0;
  /** Why we are killing the process ourselves, if we are. */
  #killing: string | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #idleStartTimer: NodeJS.Timeout | undefined;

  constructor({ name, ...settings }: ChildEngineOptions<Options>) {
    this.name = name;
    this.#settings = {
      execArgv: [],
      cancelGraceMs: 2_000,
      startGraceMs: 30_000,
      backoffMs: 250,
      ...settings,
    };
  }

  get state(): EngineState {
    return this.#state;
  }

  get restarts(): number {
    return this.#restarts;
  }

  get figures(): Readonly<Record<string, number>> {
    return this.#figures;
  }

  get capabilities(): EngineCapabilities {
    if (!this.#capabilities) throw new EngineError('unavailable', `The ${this.name} engine has not been ready yet.`);
    return this.#capabilities;
  }

  onState(listener: (state: EngineState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  start(): void {
    if (this.#child || this.#restartTimer) return;
    this.#fruitless = 0;
    this.#enter({ kind: 'loading', stage: 'starting' });
    this.#spawn();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#restartTimer);
    this.#restartTimer = undefined;
    const child = this.#child;
    this.#enter({ kind: 'stopped' });
    if (!child) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await gone;
  }

  synthesize(job: SynthesisJob, { signal, onStart }: SynthesisControl): Promise<SpokenChunk> {
    if (signal.aborted) return Promise.reject(new EngineError('aborted', 'The request is over.'));
    const child = this.#child;
    if (!child || this.#state.kind !== 'ready') {
      return Promise.reject(new EngineError('unavailable', `The ${this.name} engine is not ready.`));
    }
    const id = this.#nextId++;
    return new Promise<SpokenChunk>((resolve, reject) => {
      const onAbort = () => this.#cancel(id);
      const forget = () => signal.removeEventListener('abort', onAbort);
      this.#flights.set(id, { resolve, reject, onStart, forget, started: false });
      signal.addEventListener('abort', onAbort, { once: true });
      this.#watchForStart();
      this.#send(child, { type: 'synthesize', id, job });
    });
  }

  #enter(state: EngineState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #spawn(): void {
    const { entry, execArgv, environment, options, logger } = this.#settings;
    const child = fork(entry, {
      serialization: 'advanced',
      execArgv: [...execArgv],
      ...(environment && { env: environment }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#killing = undefined;
    const log = (data: Buffer) =>
      logger.warn({ engine: this.name, output: data.toString().trimEnd() }, 'engine output');
    child.stdout?.on('data', log);
    child.stderr?.on('data', log);
    child.on('message', (message: FromChild) => this.#receive(message));
    child.on('error', (error) => logger.error({ engine: this.name, err: error }, 'engine process error'));
    child.on('exit', (code, signal) => this.#died(child, code, signal));
    this.#send(child, { type: 'load', options });
  }

  #send(child: ChildProcess, message: ToChild<Options>): void {
    // A process on its way out answers nothing; its exit event settles the jobs.
    if (child.connected) child.send(message, () => {});
  }

  #receive(message: FromChild): void {
    if (message.type === 'progress') {
      const { stage, progress } = message;
      this.#enter({ kind: 'loading', stage, ...(progress === undefined ? {} : { progress }) });
    } else if (message.type === 'ready') {
      this.#capabilities = message.capabilities;
      this.#fruitless = 0;
      this.#settings.logger.info({ engine: this.name, ...message.capabilities }, 'engine ready');
      this.#enter({ kind: 'ready' });
    } else if (message.type === 'capabilities') {
      this.#capabilities = message.capabilities;
    } else if (message.type === 'figures') {
      this.#figures = message.figures;
    } else if (message.type === 'unusable') {
      this.#settings.logger.error({ engine: this.name, reason: message.reason }, 'engine cannot be used');
      this.#enter({ kind: 'failed', reason: message.reason });
      this.#child?.kill('SIGKILL');
    } else {
      this.#receiveAboutJob(message);
    }
  }

  #receiveAboutJob(message: Extract<FromChild, { readonly id: number }>): void {
    const flight = this.#flights.get(message.id);
    if (!flight) return;
    if (message.type === 'started') {
      flight.started = true;
      if (!flight.killTimer) flight.onStart();
    } else {
      this.#land(message.id);
      if (message.type === 'spoken') {
        // What comes over the channel is a view into the message; a copy can be handed on to a worker thread whole.
        const { samples, sampleRate } = message.chunk;
        flight.resolve({ samples: samples.slice(), sampleRate });
      } else flight.reject(new EngineError(message.kind, message.message));
    }
    this.#watchForStart();
  }

  /** Takes a job off the list, whatever became of it. */
  #land(id: number): void {
    const flight = this.#flights.get(id);
    clearTimeout(flight?.killTimer);
    flight?.forget();
    this.#flights.delete(id);
  }

  #cancel(id: number): void {
    const flight = this.#flights.get(id);
    const child = this.#child;
    if (!flight || !child) return;
    this.#send(child, { type: 'cancel', id });
    flight.killTimer = setTimeout(() => this.#kill('a cancelled job did not stop'), this.#settings.cancelGraceMs);
    flight.reject(new EngineError('aborted', 'The request is over.'));
  }

  /** A process that has jobs and begins none of them is stuck: the clock runs as long as that is so. */
  #watchForStart(): void {
    const flights = [...this.#flights.values()];
    const stalled = flights.length > 0 && flights.every((flight) => !flight.started);
    if (!stalled) {
      clearTimeout(this.#idleStartTimer);
      this.#idleStartTimer = undefined;
    } else if (!this.#idleStartTimer) {
      this.#idleStartTimer = setTimeout(() => this.#kill('no job was begun'), this.#settings.startGraceMs);
    }
  }

  #kill(why: string): void {
    this.#killing = why;
    this.#settings.logger.warn({ engine: this.name, why }, 'killing the engine process');
    this.#child?.kill('SIGKILL');
  }

  #died(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const wasReady = this.#state.kind === 'ready';
    this.#failFlights();
    if (this.#state.kind === 'stopped' || this.#state.kind === 'failed') return;

    const reason = this.#killing ?? `The process ended with ${signal ?? `code ${code}`}.`;
    if (!wasReady && ++this.#fruitless >= MAX_FRUITLESS_STARTS) {
      this.#enter({ kind: 'failed', reason: `The engine did not start in ${MAX_FRUITLESS_STARTS} tries. ${reason}` });
      return;
    }
    const pause = wasReady ? 0 : Math.min(MAX_BACKOFF_MS, this.#settings.backoffMs * 2 ** this.#fruitless);
    this.#settings.logger.error({ engine: this.name, reason, pause }, 'engine process ended, starting it again');
    this.#restarts++;
    this.#enter({ kind: 'restarting', reason });
    this.#restartTimer = setTimeout(() => {
      this.#restartTimer = undefined;
      this.#spawn();
    }, pause);
  }

  #failFlights(): void {
    clearTimeout(this.#idleStartTimer);
    this.#idleStartTimer = undefined;
    let kind: EngineErrorKind = 'crashed';
    if (this.#state.kind === 'stopped') kind = 'aborted';
    else if (this.#killing) kind = 'interrupted';
    for (const [id, flight] of [...this.#flights]) {
      this.#land(id);
      flight.reject(new EngineError(kind, `The process of the ${this.name} engine ended.`));
    }
  }
}
