import { setImmediate } from 'node:timers/promises';
import type { CheckpointConfig } from '../checkpoint/config.js';
import { BatchRow, type Generation, type RowInput } from './batch-row.js';
import { type Codec, PIECE_FRAMES } from './codec/codec.js';
import type { Generator } from './generator.js';
import { KeyValueCache } from './key-value-cache.js';

export interface BatchLimits {
  readonly rows: number;
  /** KV budget: bytes of keys and values, as allocated: each row by the length that the longest text is expected to take. */
  readonly kvCacheBytes: number;
  /**
   * Frames of the longest segment, which nothing can interrupt. Where it equals the first segment's length, every
   * utterance is cut at the same frames whoever shares its batch, and sums are added up in the same order.
   */
  readonly segmentFrames: number;
  /** Decode audio while the next segment is generated; else codec and language model take turns. */
  readonly overlapDecoding: boolean;
}

/** Frames that a row gets in its prefill run. */
const PREFILL_FRAMES = 1;

/**
 * Segments grow from here, each twice as long as the one before: short ones let new rows in, long ones save moving the
 * KV cache. Each brings the codec whole pieces.
 */
const FIRST_SEGMENT_FRAMES = PIECE_FRAMES;

/** Rows that are computed together, with their KV cache; those of the other lane are set aside meanwhile. */
interface Lane {
  readonly generator: Generator;
  segmentFrames: number;
}

/**
 * Continuous batching: rows enter first in, first out, within the KV budget, and leave at segment boundaries. There the
 * event loop turns as well, so that messages and cancellations arrive. Background rows have a lane of their own, which is
 * computed while the other one is empty, so that they keep what they have without taking part in a batch.
 */
export class Batcher {
  readonly #waiting: BatchRow[] = [];
  readonly #active: BatchRow[] = [];
  #running: Promise<void> | undefined;
  /** Ends the wait for the codec, because a row arrived. */
  #wake: () => void = () => {};
  /** A row arrived since the queue was last looked at. */
  #arrived = false;
  #closed = false;
  readonly #foreground: Lane;
  readonly #background: Lane;

  /** @param background over the same session as `generator`, for background rows */
  constructor(
    generator: Generator,
    private readonly codec: Codec,
    private readonly config: CheckpointConfig,
    private readonly limits: BatchLimits,
    background = generator,
  ) {
    this.#foreground = { generator, segmentFrames: FIRST_SEGMENT_FRAMES };
    this.#background = { generator: background, segmentFrames: FIRST_SEGMENT_FRAMES };
  }

  #laneOf({ input }: BatchRow): Lane {
    return input.isBackground ? this.#background : this.#foreground;
  }

  /** The lane that is computed now. */
  get #lane(): Lane {
    const isForeground = this.#active.some((row) => this.#laneOf(row) === this.#foreground);
    return isForeground ? this.#foreground : this.#background;
  }

  /** @throws the signal's reason, a RunawayError, or what the runtime throws */
  submit(input: RowInput): Promise<Generation> {
    return new Promise((resolve, reject) => {
      const row = new BatchRow(this.config, input, { resolve, reject });
      if (this.#closed) return row.fail(new Error('The model was closed.'));
      const behind = input.isBackground ? -1 : this.#waiting.findIndex((other) => other.input.isBackground);
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, row);
      this.#arrived = true;
      this.#wake();
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined;
      });
    });
  }

  /** Rejects all rows and waits for the run in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const row of [...this.#waiting, ...this.#active]) row.fail(new Error('The model was closed.'));
    this.#wake();
    await this.#running;
  }

  /** The five steps of the overview in index.ts. */
  async #run(): Promise<void> {
    while (this.#waiting.length + this.#active.length > 0) {
      try {
        this.#dropSettled();
        await this.#prefill();
        await this.#decodeSegment();
        // The codec's results arrive here; only then is it known which rows have more to decode.
        await setImmediate();
        await this.#decodeAudio();
        this.#leave();
      } catch (error) {
        this.#failActive(error);
      }
      await setImmediate();
    }
  }

  /** Prefills waiting rows one by one, as long as the batch has room. */
  async #prefill(): Promise<void> {
    for (let row = this.#next(); row; row = this.#next()) {
      this.#waiting.shift();
      row.input.onStart?.();
      this.#active.push(row);
      const lane = this.#laneOf(row);
      if (lane.generator.rows.length === 0) lane.segmentFrames = FIRST_SEGMENT_FRAMES;
      await lane.generator.prefill(row, PREFILL_FRAMES);
      await setImmediate();
      this.#dropSettled();
    }
  }

  /** The first row that waits, if its lane and the KV budget have room for it; an empty lane has room for any row. */
  #next(): BatchRow | undefined {
    this.#arrived = false;
    const [first] = this.#waiting;
    if (!first) return undefined;
    const lane = this.#laneOf(first);
    const others = this.#active.filter((row) => this.#laneOf(row) === lane);
    if (others.length < this.#active.length && lane === this.#background) return undefined;
    if (others.length === 0) return first;
    const rows = [...others, first];
    // The cache has room for the longest in every row.
    const positions = rows.length * Math.max(...rows.map((row) => row.expectedPositions));
    const bytes = positions * KeyValueCache.bytesPerPosition(this.config.talker);
    return others.length < this.limits.rows && bytes <= this.limits.kvCacheBytes ? first : undefined;
  }

  async #decodeSegment(): Promise<void> {
    const lane = this.#lane;
    const { rows } = lane.generator;
    if (rows.length === 0) return;
    // A row that waits for room gets it as soon as another ends, unless the segment is a short one anyway.
    const stopEarly = this.#waiting.length > 0 && lane.segmentFrames > FIRST_SEGMENT_FRAMES;
    const frames = Math.min(lane.segmentFrames, Math.max(...rows.map(({ tokensLeft }) => tokensLeft)));
    await lane.generator.decodeSegment(frames, stopEarly ? 1 : rows.length);
    lane.segmentFrames = Math.min(2 * lane.segmentFrames, this.limits.segmentFrames);
  }

  /** Waits for the codec when nothing else can be done, or when it needs the cores; a new row ends the wait. */
  async #decodeAudio(): Promise<void> {
    const decoding = this.#active.flatMap((row) => row.decodeAudio(this.codec) ?? []);
    const generating = this.#lane.generator.rows.length > 0;
    if (decoding.length === 0 || this.#arrived || (generating && this.limits.overlapDecoding)) return;
    const arrival = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    // A row that has ended is answered as soon as it is decoded, whatever the others still wait for.
    await Promise.race([generating ? Promise.all(decoding) : Promise.race(decoding), arrival]);
  }

  #leave(): void {
    for (const row of [...this.#active]) {
      if (row.settled || !row.decoded) continue;
      this.#remove(row);
      row.finish();
    }
  }

  #dropSettled(): void {
    for (const row of [...this.#active]) if (row.settled) this.#remove(row);
    for (const row of [...this.#waiting]) if (row.settled) this.#waiting.splice(this.#waiting.indexOf(row), 1);
  }

  #remove(row: BatchRow): void {
    this.#active.splice(this.#active.indexOf(row), 1);
    this.#laneOf(row).generator.remove((other) => other === row);
  }

  #failActive(error: unknown): void {
    for (const row of [...this.#active]) {
      row.fail(error);
      this.#remove(row);
    }
  }
}
