import { randomInt, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '@ownvoice/shared';
import { type JobStatus, type Job as JobView, MAX_JOBS } from '@ownvoice/shared/contract';
import { EngineError } from '../engines/engine.js';
import type { EngineLogger } from '../engines/engine-process.js';
import type { Engine, Supervisor } from '../engines/supervisor.js';
import { apiError, type Message, message, textOf } from '../errors.js';
import { Semaphore } from '../semaphore.js';
import { type Caller, EVERYBODY, mayUse } from '../storage.js';
import {
  identityOf,
  isNoRoom,
  type Job,
  type JobManifest,
  type JobPart,
  NO_ROOM,
  nameOf,
  newJob,
  noRoom,
  type PartState,
  Room,
  speaksAs,
  statusOf,
  viewOf,
} from './job.js';
import { type JobQueue, LeaseLost, type TakenPart } from './job-queue.js';
import type { JobStore, PartFileKind } from './job-store.js';
import { type PartSpeaker, speakPart } from './speak-part.js';

/** More parts at once than fill a batch gain nothing. */
const MAX_PARALLEL_PARTS = 4;
/** How often the queue is looked into, besides whenever there may be more to do here. */
const LOOK_MS = 1_000;
const SWEEP_MS = 60_000;
/** How often a part tells how far it is, besides after each chunk. */
const PROGRESS_MS = 7_500;

export interface NarratorOptions extends Omit<PartSpeaker, 'room' | 'beginning'> {
  readonly engines: Pick<Supervisor, 'all' | 'select'>;
  readonly logger: EngineLogger;
  /** How long a narration that has ended is kept, in ms. */
  readonly keepMs: number;
  readonly maxBytes: number;
  readonly onSpoken: (owner: string | null, audioSeconds: number) => void;
}

/** A narration to be accepted, its parts with their texts. */
export interface NewJob extends Pick<JobManifest, 'title' | 'owner' | 'seesAll' | 'pronunciations'> {
  readonly seed: number | undefined;
  readonly parts: readonly (JobPart & { readonly input: string })[];
}

interface Run {
  readonly id: string;
  readonly engine: Engine;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Why a part is stopped that goes on later. */
const INTERRUPTED = new Error('interrupted');

/**
 * Speaks narrations in the background, the oldest first, chunk by chunk onto the disk. After a crash it goes on with what is
 * not written yet.
 */
export class Narrator {
  readonly store: JobStore;
  readonly #room: Room;
  readonly #beginning = new Semaphore(1);
  /** One by one, so that no two take the same place or room. */
  readonly #adding = new Semaphore(1);
  readonly #runs = new Set<Run>();
  readonly #logged = new Map<string, JobStatus>();
  readonly #forget: (() => void)[];
  readonly #loop: Promise<void>;
  readonly #closed = new AbortController();
  #wake = () => {};
  #sweptAt = 0;

  constructor(
    private readonly queue: JobQueue,
    private readonly options: NarratorOptions,
  ) {
    const { store, engines, maxBytes } = options;
    this.store = store;
    this.#room = new Room(queue.known, () => store.freeBytes(), maxBytes);
    this.#forget = engines.all.map((engine) => engine.onState(() => this.#engineChanged(engine)));
    this.#loop = this.#work();
  }

  async counts(): Promise<ReadonlyMap<JobStatus, number>> {
    const counts = new Map<JobStatus, number>();
    for (const job of await this.queue.all()) counts.set(statusOf(job), (counts.get(statusOf(job)) ?? 0) + 1);
    return counts;
  }

  /** The newest first. */
  async list(caller: Caller): Promise<AsyncIterable<JobView>> {
    const jobs = (await this.queue.all()).filter(({ manifest }) => mayUse(caller, manifest));
    return this.#views(jobs.reverse());
  }

  /** @throws ApiError 404 for others than its owner */
  async expectUsable(id: string, caller: Caller): Promise<void> {
    if (!mayUse(caller, (await this.#job(id)).manifest)) throw apiError('unknown_job');
  }

  /** @throws ApiError 404 */
  async get(id: string): Promise<JobView> {
    return this.#view(await this.#job(id));
  }

  /** @throws ApiError 429 when too many wait */
  async expectPlace(): Promise<void> {
    const open = (await this.queue.all()).filter(({ state }) => state.finishedAt === null).length;
    if (open >= MAX_JOBS) throw apiError('too_many_jobs', { headers: { 'retry-after': 60 } });
  }

  /** @throws ApiError 429, 507 */
  async create({ parts, seed = randomInt(2 ** 47), ...more }: NewJob): Promise<JobView> {
    const own = parts.map(({ input: _, ...part }) => part);
    const manifest: JobManifest = { ...more, id: randomUUID(), createdAt: Date.now(), seed, parts: own };
    const texts = parts.map(({ input }) => input);
    await this.#adding.run(() => this.#add(newJob(manifest), texts), new AbortController().signal);
    return this.#changed(manifest.id);
  }

  /** @throws ApiError 404, and 409 when it has ended */
  async pause(id: string): Promise<JobView> {
    await this.queue.setPaused(await this.#openJob(id), true);
    await this.#interrupt((run) => run.id === id);
    return this.#changed(id);
  }

  /** @throws as `pause` does */
  async resume(id: string): Promise<JobView> {
    await this.queue.setPaused(await this.#openJob(id), false);
    return this.#changed(id);
  }

  /**
   * Speaks a part again: what is missing in it, or all of it with another seed where nothing is.
   *
   * @param n from 1
   * @throws ApiError 404; 409 while it is spoken, and when the narration has ended
   */
  async again(id: string, n: number): Promise<JobView> {
    partOf(await this.#job(id), n);
    const job = await this.#openJob(id);
    const { status, chunks, take } = partOf(job, n);
    if (status === 'running') throw apiError('part_runs');
    if (status !== 'queued') await this.#restart(job, n, chunks.skipped > 0 ? take : take + 1);
    return this.#changed(id);
  }

  /**
   * Stops and deletes a narration. Of one whose folder is lost only who sees all deletes what is left of it.
   *
   * @throws ApiError 404 for others than its owner, and when it was lost
   */
  async remove(id: string, caller: Caller): Promise<void> {
    const job = await this.queue.get(id);
    if (!mayUse(caller, job?.manifest ?? { owner: null })) throw apiError('unknown_job');
    await this.queue.delete(id);
    if (!job) throw apiError('unknown_job');
    const status = job.state.finishedAt === null ? 'cancelled' : 'deleted';
    await this.#interrupt((run) => run.id === id);
    this.#logged.delete(id);
    await this.store.remove(id);
    this.options.logger.info({ job: id, status }, 'narration');
  }

  /**
   * The size of a file of a part that is done.
   *
   * @param n from 1
   * @throws ApiError 404; 409 `not_finished`, also when its audio is no longer what was written: then it is spoken again
   */
  async sizeOf(id: string, n: number, kind: Exclude<PartFileKind, 'chunks'>): Promise<number> {
    const job = await this.#job(id);
    const { status, bytes, take } = partOf(job, n);
    if (status !== 'done') throw apiError('not_finished');
    const size = await this.store.sizeOf(id, n, kind);
    if (size > 0 && (kind === 'srt' || size === bytes)) return size;
    this.options.logger.warn({ job: id, part: n, file: kind }, 'file of a narration damaged');
    await this.#restart(job, n, take);
    await this.#changed(id);
    throw apiError('not_finished');
  }

  /** Speaks no more; a later start goes on. Narrations may still be added. */
  async stop(): Promise<void> {
    this.#closed.abort();
    this.#wake();
    for (const forget of this.#forget) forget();
    await this.#loop;
    await this.#interrupt(() => true);
  }

  async close(): Promise<void> {
    await this.queue.close();
  }

  async #add(job: Job, texts: readonly string[]): Promise<void> {
    await this.expectPlace();
    await this.#room.expectFor(job);
    await this.store.add(job, texts).catch((error: unknown) => {
      throw isNoRoom(error) ? noRoom(job) : error;
    });
    try {
      await this.queue.add(job);
    } catch (error) {
      await this.store.remove(job.manifest.id);
      throw error;
    }
  }

  async #job(id: string): Promise<Job> {
    const job = await this.queue.get(id);
    if (!job) throw apiError('unknown_job');
    return job;
  }

  async #openJob(id: string): Promise<Job> {
    const job = await this.#job(id);
    if (job.state.finishedAt !== null) throw apiError('job_ended');
    return job;
  }

  #view(job: Job): JobView {
    return viewOf(job, this.options.synthesizer.realTimeFactor);
  }

  /** Others have their turn between two: a hundred have up to a hundred thousand parts. */
  async *#views(jobs: readonly Job[]): AsyncGenerator<JobView> {
    for (const job of jobs) {
      yield this.#view(job);
      await nextTurn();
    }
  }

  async #restart(job: Job, n: number, take: number): Promise<void> {
    await this.store.removeFiles(job.manifest.id, n);
    await this.queue.restart(job, n, take);
  }

  /** There may be more to do. */
  async #changed(id: string): Promise<JobView> {
    const job = await this.#job(id);
    this.#log(job);
    this.#wake();
    return this.#view(job);
  }

  /** One line of the log for each state. */
  #log(job: Job): void {
    const { manifest, state } = job;
    const status = statusOf(job);
    if (this.#logged.get(manifest.id) === status) return;
    this.#logged.set(manifest.id, status);
    const { reason, characters, audio_seconds } = this.#view(job);
    const fields = { job: manifest.id, status, parts: state.parts.length, characters, audio_seconds };
    this.options.logger.info({ ...fields, ...state.speaker, ...(reason !== null && { reason }) }, 'narration');
  }

  /** Ends runs; their parts are queued again. */
  async #interrupt(concerns: (run: Run) => boolean): Promise<void> {
    const runs = [...this.#runs].filter(concerns);
    for (const { stop } of runs) stop.abort(INTERRUPTED);
    await Promise.all(runs.map(({ done }) => done));
  }

  /** What it spoke so far does not go on in another variant. */
  #engineChanged(engine: Engine): void {
    if (engine.state.kind === 'loading') void this.#interrupt((run) => run.engine === engine);
    this.#wake();
  }

  async #work(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, LOOK_MS).unref();
      });
      await this.#look().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.options.logger.warn({ reason }, 'queue of narrations not available');
      });
      await woken;
    }
  }

  async #look(): Promise<void> {
    await this.queue.connect();
    if (Date.now() - this.#sweptAt > SWEEP_MS) await this.#sweep();
    const { engines } = this.options;
    const usable = engines.all.filter((engine) => identityOf(engine));
    const parallel = Math.max(1, ...usable.map(({ capabilities }) => capabilities.seeded.parallel));
    while (!this.#closed.signal.aborted && this.#runs.size < Math.min(parallel, MAX_PARALLEL_PARTS)) {
      const hasRoom = await this.#room.now();
      const taken = await this.queue.take((job, n) => this.#engineFor(job, n, hasRoom(job, n)));
      if (!taken) return;
      this.#start(taken);
    }
  }

  async #sweep(): Promise<void> {
    this.#sweptAt = Date.now();
    for (const { manifest, state } of await this.queue.all()) {
      if (state.finishedAt === null) continue;
      if (state.finishedAt + this.options.keepMs <= this.#sweptAt) await this.remove(manifest.id, EVERYBODY);
      // Of a part that was done when whoever spoke it, or the database, was lost.
      else await this.store.removeFiles(manifest.id, undefined, 'chunks');
    }
  }

  /** The engine with which a narration began, or for one that has not begun the one that would speak it now. */
  #engineFor(job: Job, n: number, hasRoom: boolean): Engine | Message {
    const { engines } = this.options;
    const { speaker } = job.state;
    const found = speaker
      ? (engines.all.find((one) => speaksAs(one, speaker)) ?? message('narration_waits', { speaker: nameOf(speaker) }))
      : engineNow(engines, job.manifest.parts[n - 1]!);
    const engine = hasRoom ? found : NO_ROOM;
    job.blocked = 'name' in engine ? null : textOf(engine);
    if (job.blocked !== null) this.#log(job);
    return engine;
  }

  #start(taken: TakenPart): void {
    const { job, n, engine } = taken;
    const { id } = job.manifest;
    this.options.logger.info({ job: id, part: n }, 'part taken');
    this.#log(job);
    const stop = new AbortController();
    const done = this.#speak(taken, stop).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.options.logger.warn({ job: id, part: n, reason }, 'part not given back');
    });
    const run: Run = { id, engine, stop, done: done.finally(() => this.#runs.delete(run)) };
    this.#runs.add(run);
    void run.done.then(() => this.#wake());
  }

  async #speak(taken: TakenPart, stop: AbortController): Promise<void> {
    const { job, n, part } = taken;
    const { id, owner } = job.manifest;
    const timer = setInterval(() => {
      taken.progress().catch((error: unknown) => stop.abort(error));
    }, PROGRESS_MS);
    try {
      await speakPart({ ...this.options, room: this.#room, beginning: this.#beginning }, taken, stop.signal);
      await taken.finish();
      this.options.onSpoken(owner, part.audioSeconds);
      await this.store.removeFiles(id, n, 'chunks');
    } catch (error) {
      await this.#failed(taken, stop.signal.aborted ? stop.signal.reason : error);
    } finally {
      clearInterval(timer);
    }
    const now = await this.queue.get(id);
    if (now && !this.#closed.signal.aborted && (now.blocked !== null || now.state.finishedAt !== null)) this.#log(now);
  }

  /** What becomes of a part that was not spoken to its end. */
  async #failed({ job, n, part, release, finish }: TakenPart, error: unknown): Promise<void> {
    const fields = { job: job.manifest.id, part: n };
    if (error instanceof LeaseLost) return this.options.logger.warn(fields, 'part lost to another worker');
    if (isNoRoom(error)) return await release(textOf(NO_ROOM));
    if (error === INTERRUPTED || isPassing(error)) return await release();
    if (!(error instanceof ApiError)) this.options.logger.error({ err: error, ...fields }, 'part failed');
    part.reason = error instanceof ApiError ? error.message : textOf(message('part_failed', {}));
    await finish();
  }
}

/** @throws ApiError 404 */
function partOf({ state }: Job, n: number): PartState {
  const part = state.parts[n - 1];
  if (!part) throw apiError('unknown_part');
  return part;
}

function engineNow(engines: NarratorOptions['engines'], { voice }: JobPart): Engine | Message {
  const selection = voice.kind === 'library' ? engines.select('clone') : engines.select('speech', voice.id);
  if (selection.kind !== 'engine') return selection.reason;
  return identityOf(selection.engine) ? selection.engine : message('engine_lost', {});
}

/** The engine is lost or not there yet: the part is spoken when it comes back. */
const isPassing = (error: unknown) =>
  (error instanceof EngineError && error.kind !== 'unsupported') ||
  (error instanceof ApiError && error.statusCode === 503);
