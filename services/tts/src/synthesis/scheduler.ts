import { AsyncResource } from 'node:async_hooks';
import { inSpan } from '@ownvoice/shared';
import { type Engine, EngineError, type SpokenChunk, type SynthesisJob } from '../engines/engine.js';
import { synthesizeInSpans } from './chunk-spans.js';

/** What became of one chunk. A skipped one is told to the client; the others are still spoken. */
export type ChunkOutcome =
  | { readonly kind: 'spoken'; readonly chunk: SpokenChunk; readonly seconds: number }
  | { readonly kind: 'skipped'; readonly why: 'failed' | 'timeout'; readonly reason: string };

/** What became of a request, one outcome a chunk, and how long it lay before its first chunk began. */
export interface Spoken {
  readonly outcomes: readonly ChunkOutcome[];
  readonly waitedSeconds: number;
}

/** What the scheduler tells about its work, for metrics. */
export interface SchedulerEvents {
  /** The first chunk of a request begins, after so many seconds of waiting. */
  begun(waitedSeconds: number): void;
  /** A chunk is over; `seconds` counts from the moment the engine started on it. */
  chunkDone(outcome: ChunkOutcome, seconds: number): void;
}

export interface SchedulerOptions {
  readonly engine: Engine;
  /** How long one chunk may be computed, in ms, from the moment the engine starts on it. */
  readonly chunkTimeoutMs: number;
  /** How long work waits for an engine that is coming back after its process died, in ms. */
  readonly restartPatienceMs: number;
  readonly events?: SchedulerEvents;
}

/** The engine's process died under a request, or the engine went away: none of it can be had. */
export class EngineLostError extends Error {
  override readonly name = 'EngineLostError';
}

interface Task {
  readonly jobs: readonly SynthesisJob[];
  readonly outcomes: (ChunkOutcome | undefined)[];
  /** Indexes of chunks not yet given to the engine, first one first. */
  readonly pending: number[];
  readonly retried: Set<number>;
  /** Stops every chunk of this request that the engine has in hand. */
  readonly controller: AbortController;
  readonly enteredAt: number;
  /** How many chunks at once its text was cut for: among more, its chunks may not be done in their time. */
  beside?: number;
  readonly settle: (result: Spoken | Error) => void;
  /** Work is dispatched in the context of whoever finished before; this one brings back the request's own. */
  readonly context: AsyncResource;
  /** Ends the span of the wait. */
  readonly begun: () => void;
  /** Absent until the first chunk begins. */
  waitedSeconds?: number;
}

/**
 * Gives chunks to one engine, as many at once as it wants. Requests take turns chunk by chunk, so that a page of text
 * does not hold up a sentence; the chunks of one request come back in order.
 */
export class ChunkScheduler {
  readonly engine: Engine;
  readonly #options: SchedulerOptions;
  /** Requests with work left, in the order of their turns. */
  #tasks: Task[] = [];
  /** Of every chunk that the engine has: how many at once it was cut for. */
  readonly #inFlight: number[] = [];
  #takesTurns = true;
  #lostTimer: NodeJS.Timeout | undefined;

  constructor(options: SchedulerOptions) {
    this.engine = options.engine;
    this.#options = options;
    this.engine.onState(() => this.#engineChanged());
  }

  /** Requests that wait for their first chunk to begin, and those that are being spoken. */
  get load(): { waiting: number; running: number } {
    const running = this.#tasks.filter((task) => task.waitedSeconds !== undefined).length;
    return { waiting: this.#tasks.length - running, running };
  }

  /** Chunks that are not done yet. */
  get chunksLeft(): number {
    return this.#tasks.reduce((sum, task) => sum + task.outcomes.filter((outcome) => !outcome).length, 0);
  }

  /**
   * Speaks the chunks of one request.
   *
   * @param signal fires when the client has gone: computation stops and the promise rejects with its reason
   * @returns outcomes in the order of the jobs
   * @throws EngineLostError when the engine's process died under it; EngineError `unsupported`
   */
  run(jobs: readonly SynthesisJob[], signal: AbortSignal): Promise<Spoken> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => this.#finish(task, signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      let begun = () => {};
      const waiting = new Promise<void>((done) => {
        begun = done;
      });
      void inSpan('queue', { 'tts.chunks': jobs.length }, () => waiting);
      const task: Task = {
        context: new AsyncResource('speech request'),
        begun,
        jobs,
        outcomes: jobs.map(() => undefined),
        pending: jobs.map((_, index) => index),
        retried: new Set(),
        controller: new AbortController(),
        enteredAt: performance.now(),
        ...(this.engine.state.kind === 'ready' && { beside: this.engine.capabilities.parallel }),
        settle: (result) => {
          begun();
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

  /** Ends the turns: the oldest request first, so that as many as possible are whole before time runs out. */
  finishInOrder(): void {
    this.#takesTurns = false;
    this.#tasks.sort((a, b) => a.enteredAt - b.enteredAt);
  }

  #engineChanged(): void {
    const { state } = this.engine;
    if (state.kind === 'ready' || this.#tasks.length === 0) {
      clearTimeout(this.#lostTimer);
      this.#lostTimer = undefined;
      this.#dispatch();
    } else if (state.kind === 'failed' || state.kind === 'stopped') {
      this.#loseAll(state.kind === 'failed' ? state.reason : 'The engine is stopping.');
    } else {
      this.#lostTimer ??= setTimeout(() => {
        this.#lostTimer = undefined;
        this.#loseAll('The engine is not back yet.');
      }, this.#options.restartPatienceMs);
    }
  }

  #loseAll(reason: string): void {
    for (const task of [...this.#tasks]) this.#finish(task, new EngineLostError(reason));
  }

  #dispatch(): void {
    while (this.engine.state.kind === 'ready') {
      const turn = this.#tasks.findIndex((task) => task.pending.length > 0);
      const task = this.#tasks[turn];
      if (!task) return;
      const { parallel } = this.engine.capabilities;
      task.beside ??= parallel;
      if (this.#inFlight.length >= Math.min(parallel, task.beside, ...this.#inFlight)) return;
      const index = task.pending.shift();
      if (index === undefined) return;
      if (this.#takesTurns) this.#tasks.push(...this.#tasks.splice(turn, 1));
      const { beside } = task;
      this.#inFlight.push(beside);
      const speaking = task.context.runInAsyncScope(() => this.#speak(task, index));
      void speaking.finally(() => {
        this.#inFlight.splice(this.#inFlight.indexOf(beside), 1);
        this.#dispatch();
      });
    }
  }

  async #speak(task: Task, index: number): Promise<void> {
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
      task.begun();
      this.#options.events?.begun(task.waitedSeconds);
    };
    try {
      const signal = AbortSignal.any([task.controller.signal, timeout.signal]);
      const chunk = await synthesizeInSpans(this.engine, job, { signal, onStart });
      const seconds = (performance.now() - startedAt) / 1000;
      this.#chunkOver(task, index, { kind: 'spoken', chunk, seconds }, seconds);
    } catch (error) {
      const seconds = (performance.now() - startedAt) / 1000;
      this.#chunkFailed(
        task,
        index,
        timeout.signal.aborted ? new EngineError('timeout', 'It took too long.') : error,
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
    } else if (kind === 'unavailable' || (kind === 'interrupted' && !task.retried.has(index))) {
      if (kind === 'interrupted') task.retried.add(index);
      task.pending.unshift(index);
      this.#engineChanged();
    } else {
      this.#chunkOver(
        task,
        index,
        { kind: 'skipped', why: kind === 'timeout' ? 'timeout' : 'failed', reason },
        seconds,
      );
    }
  }

  #chunkOver(task: Task, index: number, outcome: ChunkOutcome, seconds: number): void {
    if (task.controller.signal.aborted) return;
    task.outcomes[index] = outcome;
    this.#options.events?.chunkDone(outcome, seconds);
    const outcomes = task.outcomes.filter((known) => known !== undefined);
    if (outcomes.length === task.jobs.length) this.#finish(task, { outcomes, waitedSeconds: task.waitedSeconds ?? 0 });
  }

  /** Takes a request off the list and stops whatever of it is still being computed. */
  #finish(task: Task, result: Spoken | Error): void {
    const place = this.#tasks.indexOf(task);
    if (place < 0) return;
    this.#tasks.splice(place, 1);
    task.controller.abort();
    task.settle(result);
  }
}
