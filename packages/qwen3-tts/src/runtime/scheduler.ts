import { setImmediate } from 'node:timers/promises';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { type Codec, PIECE_FRAMES } from './codec/codec.js';
import type { Generator } from './generator.js';
import { Job, type JobRequest, type Spoken } from './job.js';
import { PastCache } from './past-cache.js';
import { expectedFrames } from './runaway.js';

export interface SchedulerLimits {
  /** Rows of a batch. */
  readonly rows: number;
  /** Rows beyond that, for groups that have none yet: a sentence does not wait for a long text. */
  readonly reservedRows: number;
  /** Bytes of keys and values of all rows, by what their texts are expected to take. */
  readonly cacheBytes: number;
  /**
   * Frames of the longest segment, which nothing can interrupt. Where it is the first one's length as well, every
   * utterance is cut at the same frames whoever shares its batch, and sums are added up in the same order.
   */
  readonly segmentFrames: number;
  /** The codec decodes while the next segment is generated; else the two take turns. */
  readonly decodeBeside: boolean;
}

/** Frames that a new utterance gets on its own, behind its prompt. */
const JOINING_FRAMES = 1;

/**
 * Segments of a batch grow from here, each twice as long as the one before: short ones let others join, long ones spare
 * the moving of keys and values. Each brings the codec whole pieces.
 */
const FIRST_FRAMES = PIECE_FRAMES;

/**
 * Keeps the model busy with the utterances of all requests. Rows join and leave at segment boundaries, where the event
 * loop turns as well, so that messages and cancellations arrive.
 */
export class Scheduler {
  readonly #waiting: Job[] = [];
  readonly #active: Job[] = [];
  #running: Promise<void> | undefined;
  /** Ends the wait for the codec: there is something else to do. */
  #wake: () => void = () => {};
  /** A job came since the last look at those that wait. */
  #arrived = false;
  #closed = false;
  #nextFrames = FIRST_FRAMES;

  constructor(
    private readonly generator: Generator,
    private readonly codec: Codec,
    private readonly config: CheckpointConfig,
    private readonly limits: SchedulerLimits,
  ) {}

  /** Rejects with the signal's reason, a RunawayError, or what the runtime throws. */
  submit(request: JobRequest): Promise<Spoken> {
    const job = new Job(this.config, request);
    if (this.#closed) job.fail(new Error('The model was closed.'));
    else this.#waiting.push(job);
    this.#arrived = true;
    this.#wake();
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return job.result;
  }

  /** Fails what is left and waits for the run in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of [...this.#waiting, ...this.#active]) if (!job.done) job.fail(new Error('The model was closed.'));
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length + this.#active.length > 0) {
      try {
        this.#dropDone();
        await this.#admit();
        if (this.generator.rows.length > 0) await this.#segment();
        // What the codec sent meanwhile arrives here; only then is it known which rows want more of it.
        await setImmediate();
        await this.#decode();
        this.#finish();
      } catch (error) {
        this.#failActive(error);
      }
      await setImmediate();
    }
  }

  async #segment(): Promise<void> {
    const rows = this.generator.rows.length;
    // Whoever waits has waited long enough at the end of a short segment.
    const cutShort = this.#waiting.length > 0 && this.#nextFrames > FIRST_FRAMES;
    await this.generator.segment(this.#nextFrames, cutShort ? 1 : rows);
    this.#nextFrames = Math.min(2 * this.#nextFrames, this.limits.segmentFrames);
    for (const job of this.#active) job.inspect();
  }

  /** New rows go through their prompts one by one. */
  async #admit(): Promise<void> {
    for (let job = this.#next(); job; job = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      job.request.onStart?.();
      this.#active.push(job);
      if (this.generator.rows.length === 0) this.#nextFrames = FIRST_FRAMES;
      job.firstStep = await this.generator.join(job.utterance, JOINING_FRAMES);
      job.inspect();
      await setImmediate();
      this.#dropDone();
    }
  }

  /** Of the groups that have the fewest rows, whoever came first; nobody when there is no room. */
  #next(): Job | undefined {
    this.#arrived = false;
    const rowsOf = (group: string) => this.#active.filter(({ request }) => request.group === group).length;
    let chosen: Job | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const job of this.#waiting) {
      const rows = rowsOf(job.request.group);
      if (rows < fewest) [chosen, fewest] = [job, rows];
    }
    if (!chosen || this.#active.length === 0) return chosen;
    const room = this.limits.rows + (fewest === 0 ? this.limits.reservedRows : 0);
    const bytes = [...this.#active, chosen].reduce((sum, job) => sum + this.#cacheBytes(job), 0);
    const fits = bytes <= this.limits.cacheBytes || fewest === 0;
    return this.#active.length < room && fits ? chosen : undefined;
  }

  #cacheBytes({ request: { prompt, length }, utterance }: Job): number {
    const expected = length.kind === 'text' ? expectedFrames(length.tokens) : length.maximum;
    return (prompt.length + Math.max(expected, utterance.drawn)) * PastCache.bytesPerPosition(this.config.talker);
  }

  /** Waits when there is nothing else to do, or when the codec needs the processors; a newcomer ends the wait. */
  async #decode(): Promise<void> {
    const decoding = this.#active.flatMap((job) => job.decode(this.codec) ?? []);
    const generating = this.generator.rows.length > 0;
    if (decoding.length === 0 || this.#arrived || (generating && this.limits.decodeBeside)) return;
    const submitted = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    // Whoever has ended is answered as soon as it is decoded, whatever the others still have to wait for.
    await Promise.race([generating ? Promise.all(decoding) : Promise.race(decoding), submitted]);
  }

  #finish(): void {
    for (const job of [...this.#active]) {
      if (job.done || !job.ready) continue;
      this.#remove(job);
      if (job.finish()) this.#waiting.unshift(job);
    }
  }

  #dropDone(): void {
    for (const job of [...this.#active]) if (job.done) this.#remove(job);
    for (const job of [...this.#waiting]) if (job.done) this.#waiting.splice(this.#waiting.indexOf(job), 1);
  }

  #remove(job: Job): void {
    this.#active.splice(this.#active.indexOf(job), 1);
    this.generator.leave((row) => row === job.utterance);
  }

  #failActive(error: unknown): void {
    for (const job of [...this.#active]) {
      if (!job.done) job.fail(error);
      this.#remove(job);
    }
  }
}
