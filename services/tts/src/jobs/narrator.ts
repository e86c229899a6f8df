import { randomInt, randomUUID } from 'node:crypto';
import { ApiError } from '@ownvoice/shared';
import { type JobStatus, type Job as JobView, MAX_JOBS } from '@ownvoice/shared/contract';
import { type Engine, EngineError } from '../engines/engine.js';
import type { EngineLogger } from '../engines/engine-process.js';
import type { Supervisor } from '../engines/supervisor.js';
import { isUsable } from '../engines/supervisor-machine.js';
import { apiError, type Message, message, textOf } from '../errors.js';
import { codeOf } from '../storage/sealed-file.js';
import type { SpeechRequest } from '../synthesis/speech-request.js';
import { withSpeakers } from '../synthesis/subtitles.js';
import type { Synthesizer } from '../synthesis/synthesizer.js';
import {
  type Caller,
  type Job,
  type JobManifest,
  type JobPart,
  newJob,
  newPartState,
  type PartState,
  type SpeakerIdentity,
  secondsToSpeak,
  statusOf,
  viewOf,
} from './job.js';
import type { JobStore, PartFileKind } from './job-store.js';
import { fingerprintOf, PartFile } from './part-file.js';
import { writePart } from './write-part.js';

/** 16-bit samples. */
const BYTES_PER_SECOND = 48_000;
/** Kept free for everybody else who writes to the disk. */
const RESERVE_BYTES = 200 * 1024 ** 2;
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** More parts at once than fill a batch gain nothing. */
const MAX_PARALLEL_PARTS = 4;
/** What waits for room goes on when there is so much. */
const LEAST_ROOM_BYTES = 16 * 1024 ** 2;
const NO_ROOM_REASON = textOf(message('narration_no_room', {}));
/** How often what waits for room or for an engine is tried again, and finished narrations are looked through. */
const LOOK_MS = 5_000;

/** A narration to be accepted, its parts with their texts. */
export interface NewJob extends Pick<JobManifest, 'title' | 'owner' | 'pronunciations'> {
  readonly seed: number | undefined;
  readonly parts: readonly (JobPart & { readonly input: string })[];
}

export interface NarratorOptions {
  readonly store: JobStore;
  readonly synthesizer: Pick<Synthesizer, 'cutInBackground' | 'speakInBackground'>;
  readonly engines: Pick<Supervisor, 'all' | 'select'>;
  readonly logger: EngineLogger;
  /** How long a narration that has ended is kept, in ms. */
  readonly keepMs: number;
  readonly maxBytes: number;
  /** What a part asks for. @returns undefined when its voice is gone */
  readonly requestOf: (part: JobPart, job: JobManifest, input: string) => Promise<SpeechRequest | undefined>;
  /** A part is done. */
  readonly onSpoken: (owner: string | null, audioSeconds: number) => void;
  readonly lookMs?: number;
}

/** A part that is being spoken. */
interface Run {
  readonly job: Job;
  readonly engine: Engine;
  readonly stop: AbortController;
  readonly done: Promise<void>;
  file?: PartFile;
}

/** Thrown into a run to end it; the part is queued again. */
class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/**
 * Speaks narrations in the background, the oldest first, chunk by chunk onto the disk. After a crash it goes on with what is
 * not written yet.
 */
export class Narrator {
  readonly store: JobStore;
  readonly #options: NarratorOptions;
  readonly #jobs: Map<string, Job>;
  readonly #runs = new Map<PartState, Run>();
  readonly #logged = new Map<Job, JobStatus>();
  readonly #timer: NodeJS.Timeout;
  readonly #forget: (() => void)[];
  /** Seconds of work and of audio of the last chunks, each counting less than the next. */
  readonly #pace = { work: 0, audio: 0, since: 0 };
  #isClosed = false;

  constructor(options: NarratorOptions) {
    this.#options = options;
    this.store = options.store;
    const { store, engines, lookMs = LOOK_MS } = options;
    this.#jobs = new Map(store.jobs.map((job) => [job.manifest.id, job]));
    this.#timer = setInterval(() => void this.#look(), lookMs).unref();
    this.#forget = engines.all.map((engine) => engine.onState(() => this.#engineChanged(engine)));
    this.#fill();
    void this.#look();
  }

  /** For metrics. */
  countOf(status: JobStatus): number {
    return [...this.#jobs.values()].filter((job) => statusOf(job) === status).length;
  }

  /** The newest first. */
  list(caller: Caller): JobView[] {
    const own = [...this.#jobs.values()].filter(({ manifest }) => mayUse(caller, manifest));
    return own.map((job) => this.#view(job)).reverse();
  }

  /** @throws ApiError 404 also for a narration of somebody else */
  expectUsable(id: string, caller: Caller): void {
    if (!mayUse(caller, this.#job(id).manifest)) throw apiError('unknown_job');
  }

  get(id: string): JobView {
    return this.#view(this.#job(id));
  }

  /** @throws ApiError 429 when too many wait */
  expectPlace(): void {
    const open = [...this.#jobs.values()].filter(({ state }) => state.finishedAt === null).length;
    if (open >= MAX_JOBS) throw apiError('too_many_jobs', { headers: { 'retry-after': 60 } });
  }

  /** @throws ApiError 429, 507 */
  async create({ title, owner, pronunciations, seed = randomInt(2 ** 47), parts }: NewJob): Promise<JobView> {
    this.expectPlace();
    const manifest: JobManifest = {
      id: randomUUID(),
      title,
      owner,
      createdAt: Date.now(),
      seed,
      pronunciations,
      parts: parts.map(({ input: _, ...part }) => part),
    };
    const job = newJob(manifest);
    const { store } = this.#options;
    const needed = bytesOf(job) + BYTES_PER_SECOND * Math.max(...parts.map((part) => part.estimatedSeconds));
    const room = await this.#roomBytes();
    if (needed > room) throw noRoom(needed, room);
    await store
      .add(
        job,
        parts.map(({ input }) => input),
      )
      .catch((error: unknown) => {
        throw NO_ROOM.includes(codeOf(error) ?? '') ? noRoom(needed, 0) : error;
      });
    this.#jobs.set(manifest.id, job);
    this.#changed(job);
    this.#fill();
    return this.#view(job);
  }

  async pause(id: string): Promise<JobView> {
    const job = this.#openJob(id);
    job.state.isPaused = true;
    await this.#interrupt(job);
    return this.#saved(job);
  }

  async resume(id: string): Promise<JobView> {
    const job = this.#openJob(id);
    job.state.isPaused = false;
    this.#fill();
    return this.#saved(job);
  }

  /**
   * Speaks a part again: what is missing in it, or all of it with another seed where nothing is.
   *
   * @param n from 1
   * @throws ApiError 404; 409 while it is spoken, and when the narration has ended
   */
  async again(id: string, n: number): Promise<JobView> {
    const part = this.#part(this.#job(id), n);
    const job = this.#openJob(id);
    if (part.status === 'running') throw apiError('part_runs');
    if (part.status === 'queued') return this.#view(job);
    const take = part.chunks.skipped > 0 ? part.take : part.take + 1;
    Object.assign(part, newPartState(job.manifest.parts[n - 1]!), { take });
    await this.#options.store.removeFiles(id, n, 'chunks', 'wav', 'srt');
    this.#fill();
    return this.#saved(job);
  }

  /** Stops and deletes a narration. @throws ApiError 404 */
  async remove(id: string): Promise<void> {
    const job = this.#job(id);
    const { logger, store } = this.#options;
    const status = job.state.finishedAt === null ? 'cancelled' : 'deleted';
    this.#jobs.delete(id);
    this.#logged.delete(job);
    await this.#interrupt(job);
    await store.remove(id);
    logger.info({ job: id, status }, 'narration');
    this.#fill();
  }

  /**
   * The size of a file of a part that is done.
   *
   * @param n from 1
   * @throws ApiError 404; 409 `not_finished`, also when its audio is no longer what was written: then it is spoken again
   */
  async sizeOf(id: string, n: number, kind: Exclude<PartFileKind, 'chunks'>): Promise<number> {
    const job = this.#job(id);
    const part = this.#part(job, n);
    if (part.status !== 'done') throw apiError('not_finished');
    const size = await this.#options.store.sizeOf(id, n, kind);
    if (size > 0 && (kind === 'srt' || size === part.bytes)) return size;
    this.#options.logger.warn({ job: id, part: n, file: kind }, 'file of a narration damaged');
    Object.assign(part, newPartState(job.manifest.parts[n - 1]!), { take: part.take });
    job.state.finishedAt = null;
    await this.#saved(job);
    this.#fill();
    throw apiError('not_finished');
  }

  /** Stops everything; a later start goes on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const forget of this.#forget) forget();
    await Promise.all([...this.#jobs.values()].map((job) => this.#interrupt(job)));
  }

  #job(id: string): Job {
    const job = this.#jobs.get(id);
    if (!job) throw apiError('unknown_job');
    return job;
  }

  #part({ state }: Job, n: number): PartState {
    const part = state.parts[n - 1];
    if (!part) throw apiError('unknown_part');
    return part;
  }

  #openJob(id: string): Job {
    const job = this.#job(id);
    if (job.state.finishedAt !== null) throw apiError('job_ended');
    return job;
  }

  #view(job: Job): JobView {
    const { work, audio } = this.#pace;
    return viewOf(job, audio > 0 ? work / audio : undefined);
  }

  async #saved(job: Job): Promise<JobView> {
    this.#changed(job);
    await this.#options.store.save(job);
    return this.#view(job);
  }

  /** One line of the log for each state. */
  #changed(job: Job): void {
    const { manifest, state } = job;
    const isOver = state.parts.every(({ status }) => status === 'done' || status === 'failed');
    if (isOver) state.finishedAt ??= Date.now();
    const status = statusOf(job);
    if (this.#logged.get(job) === status || this.#jobs.get(manifest.id) !== job) return;
    this.#logged.set(job, status);
    const { reason, characters, audio_seconds } = this.#view(job);
    const fields = { job: manifest.id, status, parts: state.parts.length, characters, audio_seconds };
    this.#options.logger.info({ ...fields, ...state.speaker, ...(reason !== null && { reason }) }, 'narration');
  }

  /** Ends what is spoken of a narration; its parts are queued again at once. */
  async #interrupt(job: Job): Promise<void> {
    const runs = [...this.#runs].filter(([, run]) => run.job === job);
    for (const [part, { stop }] of runs) {
      part.status = 'queued';
      stop.abort(new Interrupted());
    }
    await Promise.all(runs.map(([, { done }]) => done));
  }

  /** What it spoke so far does not go on in another variant. */
  #engineChanged(engine: Engine): void {
    if (engine.state.kind === 'loading')
      for (const [part, run] of this.#runs) {
        if (run.engine !== engine) continue;
        part.status = 'queued';
        run.stop.abort(new Interrupted());
      }
    this.#fill();
  }

  async #look(): Promise<void> {
    const { keepMs, logger } = this.#options;
    for (const { manifest, state } of this.#jobs.values()) {
      if (state.finishedAt === null || state.finishedAt + keepMs > Date.now()) continue;
      this.remove(manifest.id).catch((error: unknown) => {
        logger.error({ err: error, job: manifest.id }, 'narration not deleted');
      });
    }
    const hasRoom = await this.#expectRoom(LEAST_ROOM_BYTES).then(
      () => true,
      () => false,
    );
    for (const job of this.#jobs.values()) if (hasRoom || job.blocked !== NO_ROOM_REASON) job.blocked = null;
    this.#fill();
  }

  /** Begins as many parts as the engine has room for. */
  #fill(): void {
    if (this.#isClosed) return;
    for (const job of this.#jobs.values()) {
      if (job.state.finishedAt === null && !job.state.isPaused) this.#begin(job);
      this.#changed(job);
    }
  }

  #begin(job: Job): void {
    if (job.blocked === NO_ROOM_REASON) return;
    job.blocked = null;
    for (const [index, part] of job.state.parts.entries()) {
      if (part.status !== 'queued' || this.#runs.has(part)) continue;
      const engine = this.#engineFor(job, job.manifest.parts[index]!);
      if (!('name' in engine)) {
        job.blocked = textOf(engine);
        return;
      }
      if (this.#runs.size >= Math.min(engine.capabilities.seeded.parallel, MAX_PARALLEL_PARTS)) return;
      this.#start(job, index, part, engine);
    }
  }

  /** The engine with which a narration began, or for one that has not begun the one that would speak it now. */
  #engineFor({ state }: Job, { voice }: JobPart): Engine | Message {
    const { engines } = this.#options;
    if (state.speaker) {
      const same = engines.all.find((engine) => isSame(identityOf(engine), state.speaker));
      return same ?? message('narration_waits', { speaker: nameOf(state.speaker) });
    }
    const selection = voice.kind === 'library' ? engines.select('clone') : engines.select('speech', voice.id);
    if (selection.kind !== 'engine') return selection.reason;
    return identityOf(selection.engine) ? selection.engine : message('engine_lost', {});
  }

  #start(job: Job, index: number, part: PartState, engine: Engine): void {
    const stop = new AbortController();
    part.status = 'running';
    job.active += 1;
    if (this.#runs.size === 0) this.#pace.since = performance.now();
    const run: Run = {
      job,
      engine,
      stop,
      done: this.#speak(job, index, part, engine, stop.signal)
        .catch((error: unknown) => this.#failed(job, index, part, error))
        .finally(() => {
          this.#runs.delete(part);
          job.active -= 1;
          this.#fill();
        }),
    };
    this.#runs.set(part, run);
  }

  async #speak(job: Job, index: number, part: PartState, engine: Engine, stopped: AbortSignal): Promise<void> {
    const { store, synthesizer, requestOf } = this.#options;
    const { manifest, state } = job;
    const { id } = manifest;
    const n = index + 1;
    if (!state.speaker) {
      state.speaker = identityOf(engine) ?? null;
      await store.save(job);
    }
    const asked = await requestOf(manifest.parts[index]!, manifest, await store.text(id, n));
    if (!asked) throw apiError('voice_gone', { parameters: { voice: manifest.parts[index]!.voice.id } });
    const request = { ...asked, seed: manifest.seed + part.take };
    const text = await synthesizer.cutInBackground(request, stopped, { engine });
    const { speed } = request;
    const file = await PartFile.open(
      store.file(id, n, 'chunks'),
      fingerprintOf([state.speaker, text, speed, request.seed]),
    );
    const failure = new AbortController();
    const signal = AbortSignal.any([stopped, failure.signal]);
    const count = () => {
      part.chunks = { total: text.chunks.length, ...file.count };
      part.bytes = file.bytes;
    };
    try {
      count();
      let writing = Promise.resolve();
      const missing = [...text.chunks.keys()].filter((at) => !file.has(at));
      if (missing.length > 0)
        await synthesizer.speakInBackground(request, text, missing, engine, signal, (chunk, at) => {
          this.#measure(text.chunks[at]?.estimatedSeconds ?? 0);
          writing = writing
            .then(async () => {
              await this.#expectRoom((chunk.speech?.samples.length ?? 0) * 2);
              await file.append(at, chunk);
              count();
            })
            .catch((error: unknown) => failure.abort(error));
        });
      await writing;
      signal.throwIfAborted();
      if (file.count.skipped === text.chunks.length) throw apiError('every_chunk_failed');
      await this.#expectRoom(file.bytes);
      const { subtitles, audioSeconds, bytes } = await writePart(
        store.file(id, n, 'wav'),
        file,
        withSpeakers(request, text),
        speed,
        signal,
      );
      await store.saveSubtitles(id, n, subtitles);
      stopped.throwIfAborted();
      Object.assign(part, { status: 'done', audioSeconds, bytes });
      await this.#saved(job);
      this.#options.onSpoken(manifest.owner, audioSeconds);
    } finally {
      await file.close();
    }
    await store.removeFiles(id, n, 'chunks');
  }

  /** What becomes of a part that was not spoken to its end. */
  async #failed(job: Job, index: number, part: PartState, error: unknown): Promise<void> {
    part.status = 'queued';
    job.state.finishedAt = null;
    if (error instanceof Interrupted) return;
    if (error instanceof NoRoom || NO_ROOM.includes(codeOf(error) ?? '')) job.blocked = NO_ROOM_REASON;
    else if (!isPassing(error)) {
      const { logger } = this.#options;
      if (!(error instanceof ApiError))
        logger.error({ err: error, job: job.manifest.id, part: index + 1 }, 'part failed');
      part.status = 'failed';
      part.reason = error instanceof ApiError ? error.message : textOf(message('part_failed', {}));
    }
    this.#changed(job);
    await this.#options.store.save(job).catch(() => {});
  }

  #measure(audioSeconds: number): void {
    const now = performance.now();
    const pace = this.#pace;
    pace.work = 0.9 * pace.work + (now - pace.since) / 1_000;
    pace.audio = 0.9 * pace.audio + audioSeconds;
    pace.since = now;
  }

  /** Bytes that another narration may take. */
  async #roomBytes(): Promise<number> {
    const jobs = [...this.#jobs.values()];
    const all = jobs.reduce((sum, job) => sum + bytesOf(job), 0);
    const toCome = jobs.reduce((sum, job) => sum + BYTES_PER_SECOND * secondsToSpeak(job), 0);
    const free = (await this.#options.store.freeBytes()) - RESERVE_BYTES - toCome;
    return Math.max(0, Math.min(free, this.#options.maxBytes - all));
  }

  /** @throws NoRoom */
  async #expectRoom(bytes: number): Promise<void> {
    const free = (await this.#options.store.freeBytes()) - RESERVE_BYTES;
    const all = [...this.#jobs.values()].reduce((sum, job) => sum + bytesOf(job), 0);
    if (free < bytes || all > this.#options.maxBytes) throw new NoRoom();
  }
}

const mayUse = ({ user, seesAll }: Caller, { owner }: JobManifest) => seesAll || owner === user;

/** Bytes of its audio on the disk, as far as it is known. */
const bytesOf = ({ manifest, state }: Job): number =>
  manifest.parts.reduce((sum, { estimatedSeconds }, index) => {
    const { status, bytes } = state.parts[index]!;
    return sum + (status === 'done' ? bytes : Math.max(bytes, BYTES_PER_SECOND * estimatedSeconds));
  }, 0);

/** The engine is lost or not there yet: the part is spoken when it comes back. */
const isPassing = (error: unknown) =>
  (error instanceof EngineError && error.kind !== 'unsupported') ||
  (error instanceof ApiError && error.statusCode === 503);

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(bytes < 1e9 ? 3 : 1);
const noRoom = (needed: number, room: number) =>
  apiError('no_room', { parameters: { needed: gigabytes(needed), room: gigabytes(room) } });

/** Undefined while it cannot speak. */
function identityOf(engine: Engine): SpeakerIdentity | undefined {
  if (!isUsable(engine.state) || engine.isLeaving) return undefined;
  const { variant, precision, checkpoint } = engine.capabilities;
  return { engine: engine.name, variant, precision, checkpoint };
}

const isSame = (one: SpeakerIdentity | undefined, other: SpeakerIdentity | null) =>
  one !== undefined &&
  other !== null &&
  one.engine === other.engine &&
  one.variant === other.variant &&
  one.precision === other.precision &&
  one.checkpoint === other.checkpoint;

const nameOf = ({ variant, precision }: SpeakerIdentity) =>
  variant === null ? 'the built-in voice' : `${variant} in ${precision}`;
