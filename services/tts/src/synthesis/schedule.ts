import { AsyncResource } from 'node:async_hooks';
import { inSpan } from '@ownvoice/shared';
import { EngineError, plannedBatch, type SpokenChunk, type SynthesisJob, speechSeconds } from '../engines/engine.js';
import { type Engine, untilReady } from '../engines/supervisor.js';

/** The chunks of a request, one for each job, and how long it waited for its first chunk to start. */
export interface SpokenRequest {
  readonly chunks: readonly SpokenChunk[];
  readonly waitedSeconds: number;
}

export interface SchedulerEvents {
  requestStarted(waitedSeconds: number): void;
  /** A chunk was spoken or skipped; `seconds` counts from the moment the engine started on it. */
  chunkDone(chunk: SpokenChunk, seconds: number): void;
}

export interface SchedulerOptions {
  readonly engine: Engine;
  /** Time-out of a chunk in ms, from the moment the engine starts on it. */
  readonly chunkTimeoutMs: number;
  /** How long work waits for an engine that restarts, in ms. */
  readonly restartTimeoutMs: number;
  /** False while the audio that is kept leaves no room for more: then only the oldest request goes on. */
  readonly hasRoom?: () => boolean;
  /** Whether others find no place: then a client's next request starts when those that have started have no chunks left. */
  readonly isCrowded?: () => boolean;
  readonly events?: SchedulerEvents;
}

const DELIVERED: SpokenChunk = { speech: null };
/** An engine that dies so often under a chunk of background work dies of it. */
const MAX_CRASHES = 5;
/** Of the measured speed, the older half is forgotten after so much speech. */
const MEASURED_SECONDS = 600;

interface RunOptions {
  /** Called with each chunk as soon as it is there, and its index. */
  readonly onChunk: (chunk: SpokenChunk, index: number) => void;
  readonly onStart: () => void;
  /** Called when the engine starts on a chunk, and on each half of one. */
  readonly onChunkStart: () => void;
  /** It gets only what no other request wants, and its chunks are only given to `onChunk`. */
  readonly isBackground: boolean;
  /** Background work of the lowest rank is next, whenever it came. */
  readonly rank: number;
}
const DEFAULTS: RunOptions = {
  onChunk: () => {},
  onStart: () => {},
  onChunkStart: () => {},
  isBackground: false,
  rank: 0,
};

interface Flight {
  readonly isBackground: boolean;
  readonly plannedBatch: number;
  /** The first chunk of a request, beside a full batch. */
  readonly extra: boolean;
}

interface Task extends RunOptions {
  readonly jobs: readonly SynthesisJob[];
  /** For each chunk the largest batch when the request came: in a larger one it might time out. */
  readonly plannedBatches: readonly number[];
  readonly chunks: (SpokenChunk | undefined)[];
  /** Indexes of chunks that the engine does not have yet, in order. */
  readonly pending: number[];
  /** How often chunks were given to the engine again, by index. */
  readonly retries: Map<number, number>;
  readonly enteredAt: number;
  /** Absent until the first chunk starts. */
  waitedSeconds?: number;
  readonly ended: AbortController;
  /** In the request's own async context: chunks are dispatched in that of another request. */
  readonly speak: (index: number) => Promise<void>;
  readonly client: Client;
  readonly settle: (result: SpokenRequest | Error) => void;
}

interface Client {
  /** Seconds of speech that its chunks were estimated at, since it came back. */
  served: number;
  /** Its chunk that started last was the first one of its request. */
  lastWasFirst: boolean;
}

const isNew = (task: Task): boolean => task.pending.length === task.jobs.length;

/**
 * Decides whose turn it is: gives chunks to one engine, as many at once as it takes. Clients have equal shares of it, by
 * seconds of speech: the one that was served least is next. A client's requests take turns chunk by chunk, and new ones
 * every other turn, so that neither holds up the other. The first chunk of a request need not wait for room:
 * one such chunk may be in flight beside a full batch, so that a sentence does not wait for the chunks of a page.
 * Background work gets the engine while no request has chunks left.
 */
export class ChunkScheduler {
  readonly #engine: Engine;
  /** Requests with work left, in the order of their turns. */
  #tasks: Task[] = [];
  /** Background work, by rank. */
  readonly #background: Task[] = [];
  readonly #clients = new Map<string, Client>();
  readonly #inFlight = new Set<Flight>();
  /** Time-outs of background chunks, which do not count what others take meanwhile. */
  readonly #deadlines = new Set<{ stop(): void; begin(): void }>();
  /** Seconds in which the engine had chunks, `since` when it has them now, and of speech that came of it. */
  readonly #measured = { busy: 0, speech: 0, since: undefined as number | undefined };
  #takesTurns = true;
  #awaitsEngine = false;

  constructor(private readonly options: SchedulerOptions) {
    this.#engine = options.engine;
    this.#engine.onState(() => this.dispatch());
  }

  get running(): number {
    return this.#tasks.filter((task) => task.waitedSeconds !== undefined).length;
  }

  /** Seconds that the engine computed for a second of speech; undefined until it has spoken. */
  get realTimeFactor(): number | undefined {
    const { busy, speech } = this.#measured;
    return speech > 0 ? busy / speech : undefined;
  }

  /** Estimated seconds until all chunks of all requests are done: their speech by the measured real-time factor, 1 at first. */
  get backlogSeconds(): number {
    const left = this.#tasks.flatMap(({ jobs, chunks }) => jobs.filter((_, index) => !chunks[index]));
    const speech = left.reduce((sum, { estimatedSeconds, speed }) => sum + estimatedSeconds / speed, 0);
    return speech * (this.realTimeFactor ?? 1);
  }

  #measure(speech: number): void {
    const now = performance.now();
    this.#measured.busy += (now - (this.#measured.since ?? now)) / 1000;
    this.#measured.since = this.#inFlight.size > 0 ? now : undefined;
    this.#measured.speech += speech;
    if (this.#measured.speech < MEASURED_SECONDS) return;
    this.#measured.busy /= 2;
    this.#measured.speech /= 2;
  }

  /**
   * Synthesizes the chunks of one request.
   *
   * @param signal stops the computation; the promise then rejects with its reason
   * @param client who shares the engine with the others
   * @returns one chunk for each job, in their order; those that failed are marked as skipped
   * @throws EngineError `unsupported`, or another kind when the engine's process died under it or does not come back
   */
  async run(
    jobs: readonly SynthesisJob[],
    signal: AbortSignal,
    { client = '', ...asked }: Partial<RunOptions> & { readonly client?: string } = {},
  ): Promise<SpokenRequest> {
    const options = { ...DEFAULTS, ...asked };
    const { isBackground } = options;
    signal.throwIfAborted();
    let onStart = () => {};
    const started = new Promise<void>((resolve) => {
      onStart = resolve;
    });
    void inSpan('queue', { 'tts.chunks': jobs.length }, () => started);
    return await new Promise((resolve, reject) => {
      const onAbort = () => this.#end(task, signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      const task: Task = {
        ...options,
        jobs,
        plannedBatches: jobs.map((job) => plannedBatch(job, this.#engine.capabilities)),
        chunks: jobs.map(() => undefined),
        pending: jobs.map((_, index) => index),
        retries: new Map(),
        enteredAt: performance.now(),
        ended: new AbortController(),
        speak: AsyncResource.bind((index: number) => this.#speak(task, index)),
        onStart: () => {
          onStart();
          options.onStart();
        },
        client: isBackground ? { served: 0, lastWasFirst: false } : this.#enter(client),
        settle: (result) => {
          onStart();
          if (!isBackground && this.#tasks.every((other) => other.client !== task.client)) this.#clients.delete(client);
          signal.removeEventListener('abort', onAbort);
          if (result instanceof Error) reject(result);
          else resolve(result);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      (isBackground ? this.#background : this.#tasks).push(task);
      this.#background.sort((a, b) => a.rank - b.rank);
      this.dispatch();
    });
  }

  /** One that comes back has no claim to the time while it was away. */
  #enter(name: string): Client {
    const shares = [...this.#clients.values()].map(({ served }) => served);
    const served = shares.length > 0 ? Math.min(...shares) : 0;
    const client = this.#clients.get(name) ?? { served, lastWasFirst: false };
    this.#clients.set(name, client);
    return client;
  }

  /** For a graceful shutdown: no more turns, the oldest request first, so that as many as possible finish in time. */
  finishInOrder(): void {
    this.#takesTurns = false;
    this.#tasks.sort((a, b) => a.enteredAt - b.enteredAt);
  }

  /** Gives the engine what it takes; called whenever it may take more. */
  dispatch(): void {
    if (this.#engine.state.kind !== 'ready' && this.#tasks.length + this.#background.length > 0)
      void this.#awaitEngine();
    while (this.#engine.state.kind === 'ready') {
      const task = this.#next() ?? this.#nextInBackground();
      const index = task?.pending[0];
      if (!task || index === undefined) return;
      const { isBackground } = task;
      const extra = this.#flights(isBackground).length >= this.#batchLimit(task);
      const flight = { isBackground, plannedBatch: task.plannedBatches[index] ?? 1, extra };
      task.client.lastWasFirst = isNew(task);
      task.client.served += task.jobs[index]?.estimatedSeconds ?? 0;
      task.pending.shift();
      if (this.#takesTurns && !isBackground) this.#tasks.push(...this.#tasks.splice(this.#tasks.indexOf(task), 1));
      this.#inFlight.add(flight);
      this.#measured.since ??= performance.now();
      if (!isBackground) for (const deadline of this.#deadlines) deadline.stop();
      void task.speak(index).finally(() => {
        this.#inFlight.delete(flight);
        this.#measure(0);
        if (!isBackground && this.#flights(false).length === 0)
          for (const deadline of this.#deadlines) deadline.begin();
        this.dispatch();
      });
    }
  }

  async #awaitEngine(): Promise<void> {
    if (this.#awaitsEngine) return;
    this.#awaitsEngine = true;
    try {
      await untilReady(this.#engine, this.options.restartTimeoutMs);
    } catch (error) {
      for (const task of [...this.#tasks, ...this.#background]) this.#end(task, error as EngineError);
    }
    this.#awaitsEngine = false;
    this.dispatch();
  }

  /** Whose turn it is; undefined when the engine has enough. */
  #next(): Task | undefined {
    const waiting = this.#tasks.filter(
      (task) => task.pending.length > 0 && this.#mayGoOn(task) && !this.#isHeldBack(task),
    );
    const inFlight = this.#flights(false);
    if (!this.#takesTurns) return waiting.find((task) => inFlight.length < this.#batchLimit(task));
    waiting.sort((a, b) => a.client.served - b.client.served);
    const own = waiting.filter(({ client }) => client.served === waiting[0]?.client.served);
    const [ownFresh, started] = [own.find(isNew), own.find((task) => !isNew(task))];
    const turn = started && (!ownFresh || started.client.lastWasFirst) ? started : ownFresh;
    if (turn && inFlight.length < this.#batchLimit(turn)) return turn;
    const fresh = waiting.find(isNew);
    const isFull = fresh && inFlight.length === this.#batchLimit(fresh);
    return isFull && inFlight.every(({ extra }) => !extra) ? fresh : undefined;
  }

  /** Only while nobody else is there, and no other variant waits until the engine has nothing to do. */
  #nextInBackground(): Task | undefined {
    if (this.#tasks.length > 0 || this.#engine.isLeaving) return undefined;
    const task = this.#background.find(({ pending }) => pending.length > 0);
    return task && this.#flights(true).length < this.#batchLimit(task) ? task : undefined;
  }

  #flights(inBackground: boolean): Flight[] {
    return [...this.#inFlight].filter(({ isBackground }) => isBackground === inBackground);
  }

  /** Chunks at once, so that neither those in flight nor the request's next one have too little time. */
  #batchLimit({ jobs, plannedBatches, isBackground, pending: [index = 0] }: Task): number {
    const job = jobs[index];
    const now = job ? plannedBatch(job, this.#engine.capabilities) : 1;
    if (this.#engine.capabilities.placesChunks) return now;
    const others = this.#flights(isBackground).map((flight) => flight.plannedBatch);
    return Math.min(now, plannedBatches[index] ?? 1, ...others);
  }

  /** One that waits can make room for another client's; one that is being spoken cannot. */
  #isHeldBack(task: Task): boolean {
    if (!isNew(task) || !this.options.isCrowded?.()) return false;
    return this.#tasks.some((other) => other.client === task.client && other.pending.length > 0 && !isNew(other));
  }

  /** One request always does, so that room is made. */
  #mayGoOn(task: Task): boolean {
    if (this.options.hasRoom?.() ?? true) return true;
    return this.#tasks.every(({ enteredAt }) => enteredAt >= task.enteredAt);
  }

  async #speak(task: Task, index: number): Promise<void> {
    const job = task.jobs[index];
    if (!job) return;
    const timeout = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let startedAt = performance.now();
    const deadline = {
      stop: () => clearTimeout(timer),
      begin: () => {
        clearTimeout(timer);
        timer = setTimeout(() => timeout.abort(), this.options.chunkTimeoutMs);
      },
    };
    const onStart = () => {
      if (!timer) startedAt = performance.now();
      task.onChunkStart();
      if (task.isBackground) this.#deadlines.add(deadline);
      if (!task.isBackground || this.#flights(false).length === 0) deadline.begin();
      if (task.waitedSeconds !== undefined) return;
      task.waitedSeconds = (startedAt - task.enteredAt) / 1000;
      task.onStart();
      if (!task.isBackground) this.options.events?.requestStarted(task.waitedSeconds);
    };
    const elapsed = () => (performance.now() - startedAt) / 1000;
    try {
      const chunk = await this.#synthesize(job, AbortSignal.any([task.ended.signal, timeout.signal]), onStart);
      this.#chunkDone(task, index, chunk, elapsed());
    } catch (error) {
      const failure = timeout.signal.aborted ? new EngineError('timeout', 'The chunk timed out.') : error;
      this.#chunkFailed(task, index, failure, elapsed());
    } finally {
      this.#deadlines.delete(deadline);
      deadline.stop();
    }
  }

  /** In a span `chunk`, from dispatch on, with a span `engine` in it from the moment the engine starts. */
  #synthesize(job: SynthesisJob, signal: AbortSignal, onStart: () => void): Promise<SpokenChunk> {
    const attributes = { 'tts.engine': this.#engine.name, 'tts.characters': job.text.length };
    return inSpan('chunk', attributes, async () => {
      let isStarted = false;
      const inSpanOfEngine = AsyncResource.bind(() => inSpan('engine', attributes, () => work).catch(() => {}));
      const work = this.#engine.synthesize(job, {
        signal,
        onStart: () => {
          onStart();
          if (!isStarted) queueMicrotask(inSpanOfEngine);
          isStarted = true;
        },
      });
      return await work;
    });
  }

  #chunkFailed(task: Task, index: number, error: unknown, seconds: number): void {
    if (task.ended.signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    const failure = error instanceof EngineError ? error : new EngineError('failed', reason, { cause: error });
    const { kind } = failure;
    const retries = task.retries.get(index) ?? 0;
    const isCrash = kind === 'interrupted' || (kind === 'crashed' && task.isBackground);
    const isRetried = isCrash && retries < (task.isBackground ? MAX_CRASHES : 1);
    if ((kind === 'crashed' && !isCrash) || kind === 'aborted' || kind === 'unsupported') {
      this.#end(task, failure);
    } else if (kind === 'unavailable' || kind === 'device_lost' || isRetried) {
      if (isRetried) task.retries.set(index, retries + 1);
      task.pending.unshift(index);
      this.dispatch();
    } else {
      const skipped = { cause: kind === 'timeout' || kind === 'inaudible' ? kind : 'failed', reason } as const;
      this.#chunkDone(task, index, { speech: null, skipped }, seconds);
    }
  }

  #chunkDone(task: Task, index: number, chunk: SpokenChunk, seconds: number): void {
    if (task.ended.signal.aborted) return;
    task.chunks[index] = task.isBackground ? DELIVERED : chunk;
    task.onChunk(chunk, index);
    this.#measure(speechSeconds(chunk));
    this.options.events?.chunkDone(chunk, seconds);
    const chunks = task.chunks.filter((known) => known !== undefined);
    if (chunks.length === task.jobs.length) this.#end(task, { chunks, waitedSeconds: task.waitedSeconds ?? 0 });
  }

  /** Removes a request and cancels its chunks in flight. */
  #end(task: Task, result: SpokenRequest | Error): void {
    const tasks = task.isBackground ? this.#background : this.#tasks;
    const place = tasks.indexOf(task);
    if (place < 0) return;
    tasks.splice(place, 1);
    task.ended.abort();
    task.settle(result);
  }
}
