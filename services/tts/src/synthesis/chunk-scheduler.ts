import { AsyncResource } from 'node:async_hooks';
import { inSpan } from '@ownvoice/shared';
import {
  type ChunkSpeech,
  type Engine,
  type EngineCapabilities,
  EngineError,
  type SynthesisJob,
  speechSeconds,
} from '../engines/engine.js';
import { synthesizeInSpans } from './chunk-spans.js';

/** The outcome of one chunk. A skipped one is reported to the client; the others are still synthesised. */
export type ChunkOutcome =
  | { readonly kind: 'completed'; readonly audio: ChunkSpeech }
  | { readonly kind: 'skipped'; readonly cause: 'failed' | 'timeout'; readonly reason: string };

/** The outcomes of a request, one for each chunk, and how long it waited for its first chunk to start. */
export interface SynthesisResult {
  readonly outcomes: readonly ChunkOutcome[];
  readonly waitedSeconds: number;
}

/** Events for metrics. */
export interface SchedulerEvents {
  /** The first chunk of a request starts. */
  requestStarted(waitedSeconds: number): void;
  /** A chunk has an outcome; `seconds` counts from the moment the engine started on it. */
  chunkDone(outcome: ChunkOutcome, seconds: number): void;
  /**
   * A chunk was spoken with the first one as context (`used`) or failed with it and is spoken without (`dropped`), or a first
   * chunk gave none (`unfit`).
   */
  contextDone(outcome: ContextOutcome): void;
}

export type ContextOutcome = 'used' | 'dropped' | 'unfit';

export interface SchedulerOptions {
  readonly engine: Engine;
  /** Time-out of a chunk in ms, from the moment the engine starts on it. */
  readonly chunkTimeoutMs: number;
  /** How long work waits for an engine that restarts, in ms. */
  readonly restartTimeoutMs: number;
  /** False while the audio that is kept leaves no room for more: then only the oldest request goes on. */
  readonly hasRoom?: () => boolean;
  readonly events?: SchedulerEvents;
}

/** An estimate until the first chunk is done. */
const FIRST_CHUNK_SECONDS = 1;

/** The engine's process died during a request, or does not come back: the request is lost. */
export class EngineLostError extends Error {
  override readonly name = 'EngineLostError';
}

/** The largest batch in which a chunk has time enough: the one that its request was cut for, or more if it is shorter. */
function plannedBatch(job: SynthesisJob, { parallel, seeded, batches }: EngineCapabilities): number {
  const larger = batches.find(({ longestSeconds }) => job.estimatedSeconds <= longestSeconds);
  return Math.max(job.reproducible ? seeded.parallel : parallel, larger?.parallel ?? 1);
}

/** A chunk that the engine has. */
interface Flight {
  /** @see Task.plannedBatches */
  readonly plannedBatch: number;
  /** The first chunk of a request, beside a full batch. */
  readonly extra: boolean;
}

const isNew = (task: Task): boolean => task.pending.length === task.jobs.length;

/** Its other chunks need the first one as context. */
const awaitsContext = ({ jobs: [first], outcomes, pending }: Task): boolean =>
  first?.givesContext === true && !outcomes[0] && pending[0] !== 0;

interface Task {
  /** All but the first change when that gives them context. */
  readonly jobs: SynthesisJob[];
  readonly outcomes: (ChunkOutcome | undefined)[];
  /** Indexes of chunks that the engine does not have yet, in order. */
  readonly pending: number[];
  readonly retried: Set<number>;
  /** Cancels every chunk of this request that is in flight. */
  readonly controller: AbortController;
  readonly enteredAt: number;
  /** For each chunk the largest batch when the request came: in a larger one it might time out. */
  plannedBatches?: readonly number[];
  readonly settle: (result: SynthesisResult | Error) => void;
  readonly onAudio: (seconds: number) => void;
  /** The request's own async context: chunks are dispatched in that of another request. */
  readonly context: AsyncResource;
  /** Ends the span of the wait. */
  readonly endWait: () => void;
  /** Absent until the first chunk starts. */
  waitedSeconds?: number;
}

/**
 * Decides whose turn it is: gives chunks to one engine, as many at once as it takes. Requests take turns chunk by chunk,
 * and new ones every other turn, so that neither holds up the other. The first chunk of a request need not wait for room:
 * one such chunk may be in flight beside a full batch, so that a sentence does not wait for the chunks of a page. The
 * outcomes of a request come back in order.
 */
export class ChunkScheduler {
  readonly engine: Engine;
  readonly #options: SchedulerOptions;
  /** Requests with work left, in the order of their turns. */
  #tasks: Task[] = [];
  readonly #inFlight = new Set<Flight>();
  /** The chunk that started last was the first one of its request. */
  #lastWasFirst = false;
  /** Of all chunks so far, for estimates. */
  readonly #chunkTime = { sum: 0, count: 0 };
  #takesTurns = true;
  #lostTimer: NodeJS.Timeout | undefined;
  /** The engine's GPU was lost, and the engine is being started again. */
  #awaitsDevice = false;

  constructor(options: SchedulerOptions) {
    this.engine = options.engine;
    this.#options = options;
    this.engine.onState(() => this.#engineChanged());
  }

  /** Requests that wait for their first chunk to start, and those that have started. */
  get load(): { waiting: number; running: number } {
    const running = this.#tasks.filter((task) => task.waitedSeconds !== undefined).length;
    return { waiting: this.#tasks.length - running, running };
  }

  /** Estimated seconds until all chunks of all requests are done. */
  get backlogSeconds(): number {
    const chunks = this.#tasks.reduce((sum, task) => sum + task.outcomes.filter((outcome) => !outcome).length, 0);
    const { sum, count } = this.#chunkTime;
    return (chunks * (count > 0 ? sum / count : FIRST_CHUNK_SECONDS)) / this.engine.capabilities.parallel;
  }

  /**
   * Synthesises the chunks of one request.
   *
   * @param signal stops the computation; the promise then rejects with its reason
   * @param onAudio called with the seconds of speech of each chunk
   * @returns outcomes in the order of the jobs
   * @throws EngineLostError when the engine's process died under it; EngineError `unsupported`
   */
  run(
    jobs: readonly SynthesisJob[],
    signal: AbortSignal,
    onAudio: (seconds: number) => void = () => {},
  ): Promise<SynthesisResult> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => this.#finish(task, signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      let endWait = () => {};
      const waiting = new Promise<void>((done) => {
        endWait = done;
      });
      void inSpan('queue', { 'tts.chunks': jobs.length }, () => waiting);
      const task: Task = {
        context: new AsyncResource('speech request'),
        endWait,
        jobs: [...jobs],
        onAudio,
        outcomes: jobs.map(() => undefined),
        pending: jobs.map((_, index) => index),
        retried: new Set(),
        controller: new AbortController(),
        enteredAt: performance.now(),
        ...(this.engine.state.kind === 'ready' && { plannedBatches: this.#plannedBatches(jobs) }),
        settle: (result) => {
          endWait();
          signal.removeEventListener('abort', onAbort);
          if (result instanceof Error) reject(result);
          else resolve(result);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#tasks.push(task);
      this.#engineChanged();
    });
  }

  /** Goes on after there was no room. */
  resume(): void {
    this.#dispatch();
  }

  /** For a graceful shutdown: no more turns, the oldest request first, so that as many as possible finish in time. */
  finishInOrder(): void {
    this.#takesTurns = false;
    this.#tasks.sort((a, b) => a.enteredAt - b.enteredAt);
  }

  #engineChanged(): void {
    const { state } = this.engine;
    if (state.kind !== 'loading') this.#awaitsDevice = state.kind === 'restarting' && state.isDeviceLost === true;
    if (state.kind === 'ready' || this.#tasks.length === 0) {
      this.#waitOn();
      this.#dispatch();
    } else if (state.kind === 'failed' || state.kind === 'stopped') {
      this.#loseAll(state.kind === 'failed' ? state.reason : 'The engine is stopping.');
    } else if (state.kind === 'asleep') {
      // Loading takes as long as it takes; an engine that cannot be loaded says so.
      this.#waitOn();
      if (!state.isWaking) this.engine.wake?.();
    } else if (this.#awaitsDevice) {
      // It loads the model and compiles its shaders again; after some losses it does without the device, or fails.
      this.#waitOn();
    } else {
      this.#lostTimer ??= setTimeout(() => {
        this.#lostTimer = undefined;
        this.#loseAll('The engine has not restarted yet.');
      }, this.#options.restartTimeoutMs);
    }
  }

  #waitOn(): void {
    clearTimeout(this.#lostTimer);
    this.#lostTimer = undefined;
  }

  #loseAll(reason: string): void {
    for (const task of [...this.#tasks]) this.#finish(task, new EngineLostError(reason));
  }

  #dispatch(): void {
    while (this.engine.state.kind === 'ready') {
      const task = this.#next();
      const index = task?.pending[0];
      if (!task || index === undefined) return;
      const extra = this.#inFlight.size >= this.#batchLimit(task);
      const flight = { plannedBatch: task.plannedBatches?.[index] ?? 1, extra };
      this.#lastWasFirst = isNew(task);
      task.pending.shift();
      if (this.#takesTurns) this.#tasks.push(...this.#tasks.splice(this.#tasks.indexOf(task), 1));
      this.#inFlight.add(flight);
      const synthesis = task.context.runInAsyncScope(() => this.#synthesize(task, index));
      void synthesis.finally(() => {
        this.#inFlight.delete(flight);
        this.#dispatch();
      });
    }
  }

  /** Whose turn it is; undefined when the engine has enough. */
  #next(): Task | undefined {
    const waiting = this.#tasks.filter(
      (task) => task.pending.length > 0 && this.#mayGoOn(task) && !awaitsContext(task),
    );
    if (!this.#takesTurns) return waiting.find((task) => this.#inFlight.size < this.#batchLimit(task));
    const fresh = waiting.find(isNew);
    const started = waiting.find((task) => !isNew(task));
    const turn = fresh && started && this.#lastWasFirst ? started : (fresh ?? started);
    if (turn && this.#inFlight.size < this.#batchLimit(turn)) return turn;
    const isFull = fresh && this.#inFlight.size === this.#batchLimit(fresh);
    return isFull && [...this.#inFlight].every(({ extra }) => !extra) ? fresh : undefined;
  }

  #plannedBatches(jobs: readonly SynthesisJob[]): number[] {
    return jobs.map((job) => plannedBatch(job, this.engine.capabilities));
  }

  /** Chunks at once, so that neither those in flight nor the request's next one have too little time. */
  #batchLimit(task: Task): number {
    const [index = 0] = task.pending;
    const job = task.jobs[index];
    task.plannedBatches ??= this.#plannedBatches(task.jobs);
    const now = job ? plannedBatch(job, this.engine.capabilities) : 1;
    const inFlight = [...this.#inFlight].map((flight) => flight.plannedBatch);
    return Math.min(now, task.plannedBatches[index] ?? 1, ...inFlight);
  }

  /** One request always does, so that room is made. */
  #mayGoOn(task: Task): boolean {
    if (this.#options.hasRoom?.() ?? true) return true;
    return this.#tasks.every(({ enteredAt }) => enteredAt >= task.enteredAt);
  }

  async #synthesize(task: Task, index: number): Promise<void> {
    const job = task.jobs[index];
    if (!job) return;
    const timeout = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let startedAt = performance.now();
    const onStart = () => {
      startedAt = performance.now();
      timer = setTimeout(() => timeout.abort(), this.#options.chunkTimeoutMs);
      if (task.waitedSeconds !== undefined) return;
      task.waitedSeconds = (startedAt - task.enteredAt) / 1000;
      task.endWait();
      this.#options.events?.requestStarted(task.waitedSeconds);
    };
    try {
      const signal = AbortSignal.any([task.controller.signal, timeout.signal]);
      const audio = await synthesizeInSpans(this.engine, job, { signal, onStart });
      const seconds = (performance.now() - startedAt) / 1000;
      this.#chunkDone(task, index, { kind: 'completed', audio }, seconds);
    } catch (error) {
      const seconds = (performance.now() - startedAt) / 1000;
      this.#chunkFailed(
        task,
        index,
        timeout.signal.aborted ? new EngineError('timeout', 'The chunk timed out.') : error,
        seconds,
      );
    } finally {
      clearTimeout(timer);
    }
  }

  #chunkFailed(task: Task, index: number, error: unknown, seconds: number): void {
    if (task.controller.signal.aborted) return;
    const kind = error instanceof EngineError ? error.kind : 'failed';
    const reason = error instanceof Error ? error.message : String(error);
    if (kind === 'crashed' || kind === 'aborted') {
      this.#finish(task, new EngineLostError(reason, { cause: error }));
    } else if (kind === 'unsupported') {
      this.#finish(task, error instanceof Error ? error : new Error(reason));
    } else if (
      kind === 'unavailable' ||
      kind === 'device_lost' ||
      (kind === 'interrupted' && !task.retried.has(index))
    ) {
      if (kind === 'interrupted') task.retried.add(index);
      task.pending.unshift(index);
      this.#engineChanged();
    } else if (task.jobs[index]?.context) {
      const { context: _, ...job } = task.jobs[index];
      task.jobs[index] = job;
      task.pending.unshift(index);
      this.#options.events?.contextDone('dropped');
    } else {
      this.#chunkDone(
        task,
        index,
        { kind: 'skipped', cause: kind === 'timeout' ? 'timeout' : 'failed', reason },
        seconds,
      );
    }
  }

  #chunkDone(task: Task, index: number, outcome: ChunkOutcome, seconds: number): void {
    if (task.controller.signal.aborted) return;
    task.outcomes[index] = outcome;
    if (task.jobs[index]?.givesContext) this.#giveContext(task, outcome);
    else if (task.jobs[index]?.context) this.#options.events?.contextDone('used');
    if (outcome.kind === 'completed') task.onAudio(speechSeconds(outcome.audio));
    this.#chunkTime.sum += seconds;
    this.#chunkTime.count++;
    this.#options.events?.chunkDone(outcome, seconds);
    const outcomes = task.outcomes.filter((known) => known !== undefined);
    if (outcomes.length === task.jobs.length) this.#finish(task, { outcomes, waitedSeconds: task.waitedSeconds ?? 0 });
  }

  /** What cannot be heard, or failed, is no context. */
  #giveContext({ jobs }: Task, outcome: ChunkOutcome): void {
    const context = outcome.kind === 'completed' && outcome.audio.speech ? outcome.audio.context : undefined;
    if (!context) this.#options.events?.contextDone('unfit');
    else for (const [index, job] of jobs.entries()) if (index > 0) jobs[index] = { ...job, context };
  }

  /** Removes a request and cancels its chunks in flight. */
  #finish(task: Task, result: SynthesisResult | Error): void {
    const place = this.#tasks.indexOf(task);
    if (place < 0) return;
    this.#tasks.splice(place, 1);
    task.controller.abort();
    task.settle(result);
  }
}
