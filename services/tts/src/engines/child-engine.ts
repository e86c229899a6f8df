import { type ChildProcess, fork } from 'node:child_process';
import { DeviceLosses } from './device-losses.js';
import {
  type ChunkSpeech,
  type EncodedVoice,
  type Engine,
  type EngineCapabilities,
  EngineError,
  type EngineErrorKind,
  type EngineName,
  type EngineState,
  type ReferenceAudio,
  type SynthesisControl,
  type SynthesisJob,
  speechSeconds,
} from './engine.js';
import type { FromEngine, ToEngine } from './engine-messages.js';

/** The part of a logger that engines need. */
export interface EngineLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ChildEngineOptions<Options> {
  readonly name: EngineName;
  /** The built entry file; it calls `serveEngine`. */
  readonly entry: URL;
  /** Passed to the entry's `load`; anything that structured cloning can copy. */
  readonly options: Options;
  readonly logger: EngineLogger;
  /**
   * What is loaded instead once the device has gone three times within ten minutes, and why; without it the engine fails
   * then.
   */
  readonly withoutDevice?: { readonly options: Options; readonly reason: string };
  /** Arguments for Node itself, such as a memory limit. */
  readonly execArgv?: readonly string[];
  /** All environment variables of the process; those of this one when left out. */
  readonly environment?: NodeJS.ProcessEnv;
  /** How long a cancelled job may go on before the process is killed, in ms. */
  readonly cancelGraceMs?: number;
  /** How long the process may hold jobs without starting any, in ms. */
  readonly startGraceMs?: number;
  /** First back-off before a restart, in ms; it doubles up to 30 s until the process becomes ready. */
  readonly backoffMs?: number;
}

const MAX_BACKOFF_MS = 30_000;
/** Failed starts in a row after which the engine counts as failed. */
const MAX_FAILED_STARTS = 5;

/** What the process makes of a job. */
type JobResult = Extract<FromEngine, { readonly type: 'completed' | 'encoded' }>;

/** A job that the process holds. */
interface PendingJob {
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: EngineError) => void;
  readonly onStart: () => void;
  /** Removes the listener for cancellation. */
  readonly release: () => void;
  started: boolean;
  /** Set once the job is cancelled; runs until the process confirms that it stopped. */
  killTimer?: NodeJS.Timeout;
}

/**
 * An engine in a process of its own. A process that dies is started again, with back-off. A cancelled job that does not
 * stop kills the process, because nothing else ends a computation that hangs.
 */
export class ChildEngine<Options> implements Engine {
  readonly name: EngineName;
  readonly #settings: Required<Omit<ChildEngineOptions<Options>, 'name' | 'environment' | 'withoutDevice'>> &
    Pick<ChildEngineOptions<Options>, 'environment' | 'withoutDevice'>;
  readonly #listeners = new Set<(state: EngineState) => void>();
  readonly #jobs = new Map<number, PendingJob>();
  #state: EngineState = { kind: 'stopped' };
  #capabilities: EngineCapabilities | undefined;
  #child: ChildProcess | undefined;
  #nextId = 1;
  #restarts = 0;
  #stats: Readonly<Record<string, number>> = {};
  #failedStarts = 0;
  readonly #losses = new DeviceLosses();
  #isWithoutDevice = false;
  /** Set when the device has gone, until the process has. */
  #isDeviceLost = false;
  /** Set while this side kills the process. */
  #killReason: string | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #startTimer: NodeJS.Timeout | undefined;

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

  get deviceLosses(): number {
    return this.#losses.total;
  }

  get deviceReason(): string | undefined {
    return this.#isWithoutDevice ? this.#settings.withoutDevice?.reason : undefined;
  }

  get stats(): Readonly<Record<string, number>> {
    return this.#stats;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
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
    this.#failedStarts = 0;
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

  async synthesize(job: SynthesisJob, control: SynthesisControl): Promise<ChunkSpeech> {
    const result = await this.#submit((id) => ({ type: 'synthesize', id, job }), control);
    if (result.type !== 'completed') throw new EngineError('failed', 'The engine sent an unexpected message.');
    const { audio } = result;
    if (audio.roomToneCut) {
      this.#settings.logger.info({ engine: this.name, seconds: speechSeconds(audio) }, 'room tone cut off');
    }
    // The samples are a view into the message: without a copy they would keep all of it.
    const { speech, context } = audio;
    return {
      ...audio,
      speech: speech && { ...speech, samples: speech.samples.slice() },
      context: context && { ...context, codes: context.codes.slice() },
    };
  }

  async encode(reference: ReferenceAudio, control: SynthesisControl): Promise<EncodedVoice> {
    const result = await this.#submit((id) => ({ type: 'encode', id, reference }), control);
    if (result.type !== 'encoded') throw new EngineError('failed', 'The engine sent an unexpected message.');
    const { speakerEmbedding, spoken, ...voice } = result.voice;
    return {
      ...voice,
      speakerEmbedding: speakerEmbedding.slice(),
      spoken: spoken && { ...spoken, codes: spoken.codes.slice() },
    };
  }

  #submit(messageOf: (id: number) => ToEngine<Options>, { signal, onStart }: SynthesisControl): Promise<JobResult> {
    if (signal.aborted) return Promise.reject(new EngineError('aborted', 'The request has ended.'));
    const child = this.#child;
    if (!child || this.#state.kind !== 'ready') {
      return Promise.reject(new EngineError('unavailable', `The ${this.name} engine is not ready.`));
    }
    const id = this.#nextId++;
    return new Promise<JobResult>((resolve, reject) => {
      const onAbort = () => this.#cancel(id);
      const release = () => signal.removeEventListener('abort', onAbort);
      this.#jobs.set(id, { resolve, reject, onStart, release, started: false });
      signal.addEventListener('abort', onAbort, { once: true });
      this.#watchStart();
      this.#send(child, messageOf(id));
    });
  }

  #enter(state: EngineState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #spawn(): void {
    const { entry, execArgv, environment, withoutDevice, logger } = this.#settings;
    const options = (this.#isWithoutDevice ? withoutDevice?.options : undefined) ?? this.#settings.options;
    const child = fork(entry, {
      serialization: 'advanced',
      execArgv: [...execArgv],
      ...(environment && { env: environment }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // In a process group of its own: a signal to the service's group does not reach it while it starts.
      detached: true,
    });
    this.#child = child;
    this.#killReason = undefined;
    this.#isDeviceLost = false;
    const log = (data: Buffer) =>
      logger.warn({ engine: this.name, output: data.toString().trimEnd() }, 'engine output');
    child.stdout?.on('data', log);
    child.stderr?.on('data', log);
    child.on('message', (message: FromEngine) => this.#receive(message));
    child.on('error', (error) => logger.error({ engine: this.name, err: error }, 'engine process error'));
    child.on('exit', (code, signal) => this.#died(child, code, signal));
    // One that hangs does not notice that this process ends.
    const killOnExit = () => child.kill('SIGKILL');
    process.once('exit', killOnExit);
    child.once('exit', () => process.off('exit', killOnExit));
    this.#send(child, { type: 'load', options });
  }

  #send(child: ChildProcess, message: ToEngine<Options>): void {
    // The exit event settles the jobs of a process that is gone.
    if (child.connected) child.send(message, () => {});
  }

  #receive(message: FromEngine): void {
    if (message.type === 'progress') {
      const { stage, progress } = message;
      this.#enter({ kind: 'loading', stage, ...(progress === undefined ? {} : { progress }) });
    } else if (message.type === 'ready') {
      this.#capabilities = message.capabilities;
      this.#failedStarts = 0;
      this.#settings.logger.info({ engine: this.name, ...message.capabilities }, 'engine ready');
      this.#enter({ kind: 'ready' });
    } else if (message.type === 'capabilities') {
      this.#capabilities = message.capabilities;
    } else if (message.type === 'stats') {
      this.#stats = message.stats;
    } else if (message.type === 'log') {
      this.#settings.logger[message.level]({ engine: this.name, ...message.fields }, message.message);
    } else if (message.type === 'device-lost') {
      this.#loseDevice(message.reason);
    } else if (message.type === 'unusable') {
      this.#settings.logger.error({ engine: this.name, reason: message.reason }, 'engine unusable');
      this.#enter({ kind: 'failed', reason: message.reason });
      this.#child?.kill('SIGKILL');
    } else {
      this.#receiveForJob(message);
    }
  }

  #receiveForJob(message: Extract<FromEngine, { readonly id: number }>): void {
    const job = this.#jobs.get(message.id);
    if (!job) return;
    if (message.type === 'started') {
      job.started = true;
      if (!job.killTimer) job.onStart();
    } else {
      this.#settle(message.id);
      if (message.type === 'error') job.reject(new EngineError(message.kind, message.message));
      else job.resolve(message);
    }
    this.#watchStart();
  }

  /** Removes a job, whatever its outcome. */
  #settle(id: number): void {
    const job = this.#jobs.get(id);
    clearTimeout(job?.killTimer);
    job?.release();
    this.#jobs.delete(id);
  }

  #cancel(id: number): void {
    const job = this.#jobs.get(id);
    const child = this.#child;
    if (!job || !child) return;
    this.#send(child, { type: 'cancel', id });
    job.killTimer = setTimeout(() => this.#kill('a cancelled job did not stop'), this.#settings.cancelGraceMs);
    job.reject(new EngineError('aborted', 'The request has ended.'));
  }

  /** A process that holds jobs and starts none is stuck. */
  #watchStart(): void {
    const jobs = [...this.#jobs.values()];
    const stalled = jobs.length > 0 && jobs.every(({ started }) => !started);
    if (!stalled) {
      clearTimeout(this.#startTimer);
      this.#startTimer = undefined;
    } else if (!this.#startTimer) {
      this.#startTimer = setTimeout(() => this.#kill('no job was started'), this.#settings.startGraceMs);
    }
  }

  /** All jobs of the batch go with the device, and are tried again in a process that has it again, or does without. */
  #loseDevice(reason: string): void {
    if (this.#isDeviceLost) return;
    this.#isDeviceLost = true;
    const { logger, withoutDevice } = this.#settings;
    const isHopeless = this.#losses.add();
    logger.error({ engine: this.name, reason, jobs: this.#jobs.size, losses: this.#losses.total }, 'device lost');
    if (isHopeless && (this.#isWithoutDevice || !withoutDevice)) {
      this.#enter({ kind: 'failed', reason: `The device was lost three times within ten minutes. ${reason}` });
    } else if (isHopeless) {
      this.#isWithoutDevice = true;
      logger.error({ engine: this.name, reason: withoutDevice?.reason }, 'device given up');
    }
    this.#kill('the device was lost');
  }

  #kill(reason: string): void {
    this.#killReason = reason;
    this.#settings.logger.warn({ engine: this.name, reason }, 'engine process killed');
    this.#child?.kill('SIGKILL');
  }

  #died(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const wasReady = this.#state.kind === 'ready';
    this.#failJobs();
    if (this.#state.kind === 'stopped' || this.#state.kind === 'failed') return;

    const reason = this.#killReason ?? `The process ended with ${signal ?? `code ${code}`}.`;
    if (!wasReady && !this.#isDeviceLost && ++this.#failedStarts >= MAX_FAILED_STARTS) {
      this.#enter({ kind: 'failed', reason: `The engine did not start in ${MAX_FAILED_STARTS} attempts. ${reason}` });
      return;
    }
    const backoff =
      wasReady || this.#isDeviceLost ? 0 : Math.min(MAX_BACKOFF_MS, this.#settings.backoffMs * 2 ** this.#failedStarts);
    this.#settings.logger.error({ engine: this.name, reason, backoff }, 'engine restarting');
    this.#restarts++;
    this.#enter({ kind: 'restarting', reason, ...(this.#isDeviceLost && { isDeviceLost: true }) });
    this.#restartTimer = setTimeout(() => {
      this.#restartTimer = undefined;
      this.#spawn();
    }, backoff);
  }

  #failJobs(): void {
    clearTimeout(this.#startTimer);
    this.#startTimer = undefined;
    let kind: EngineErrorKind = 'crashed';
    if (this.#state.kind === 'stopped') kind = 'aborted';
    else if (this.#isDeviceLost) kind = 'device_lost';
    else if (this.#killReason) kind = 'interrupted';
    for (const [id, job] of [...this.#jobs]) {
      this.#settle(id);
      job.reject(new EngineError(kind, `The process of the ${this.name} engine ended.`));
    }
  }
}
