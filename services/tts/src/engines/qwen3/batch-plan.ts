import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { SpeechModel } from '@ownvoice/qwen3-tts/runtime';
import {
  type Device,
  MODEL_VARIANTS,
  type ModelSize,
  type ModelVariant,
  type Precision,
} from '@ownvoice/shared/contract/models';
import { nvidiaGpu } from '../../machine/measure-machine.js';
import type { BatchPlan, EngineCapabilities } from '../engine.js';

export type BatchPlans = Pick<EngineCapabilities, keyof BatchPlan | 'seeded' | 'batches'>;

/** A chunk has 30 s. The plan leaves a margin, because the machine may be busy with other work … */
const PLANNED_SECONDS = 22;
/** … and a smaller one for the chunk of a new request beside a full batch. */
const SECONDS_WITH_ONE_MORE = 29;
/** Other batch sizes cost about as much as the next larger one: products are computed for rows in fours. */
const BATCH_SIZES = [8, 4, 2, 1];
/**
 * Lengths of chunks to choose from, in seconds. Few, so that small differences between measurements do not change where
 * a text is cut.
 */
const CHUNK_SECONDS = [30, 25, 20, 16, 12.5, 10, 8, 6.5, 5, 4, 3, 2.5, 2] as const;
const SHORTEST_CHUNK_SECONDS = 2;
/** Most sentences are shorter. On a slow machine longer ones are cut at their clauses. */
const SENTENCE_SECONDS = 6.5;

/** Time of a frame in a full batch relative to a batch of one, codec included, measured on two cores. */
const batchCost = (parallel: number) => 1 + 0.5 * (parallel - 1);

/**
 * Plans by the real-time factor of the warm-up utterance.
 * @param realTimeFactor of one utterance alone
 * @param seededSeconds the longest chunk of a request with a seed; only its batch follows the measured pace
 */
export function planBatch(realTimeFactor: number, seededSeconds: number, maxParallel = 8): BatchPlans {
  const affordable = (parallel: number) =>
    Math.min(PLANNED_SECONDS / batchCost(parallel), SECONDS_WITH_ONE_MORE / batchCost(parallel + 1)) / realTimeFactor;
  const longestChunk = (parallel: number) => CHUNK_SECONDS.find((seconds) => seconds <= affordable(parallel)) ?? 0;
  const sizes = BATCH_SIZES.filter((parallel) => parallel <= maxParallel);
  const largestBatch = (seconds: number) => sizes.find((parallel) => affordable(parallel) >= seconds) ?? 1;
  // A slow machine takes fewer chunks at once before it cuts ordinary sentences.
  const parallel = largestBatch(SENTENCE_SECONDS);
  const maxChunkSeconds = longestChunk(parallel) || SHORTEST_CHUNK_SECONDS;
  const seeded = { parallel: largestBatch(seededSeconds), maxChunkSeconds: seededSeconds };
  const batches = sizes.map((parallel) => ({ parallel, longestSeconds: longestChunk(parallel) }));
  return { parallel, maxChunkSeconds, seeded, batches };
}

/** Weight of the latest utterance in the moving average, if it is a sentence or longer; a prompt makes short ones slow. */
const LATEST_WEIGHT = 0.2;
/** The plan changes when the average has moved beyond these factors. The margin of a chunk's 30 s covers the slower one. */
const REPLAN_SLOWER = 1.1;
const REPLAN_FASTER = 0.9;

/** An utterance stopped after this many seconds without a result most likely timed out … */
const TIMED_OUT_SECONDS = 20;
/** … which counts as this much slower. */
const TIME_OUT_FACTOR = 1.5;
/** Gets the smallest plan. A slower pace would change nothing but how long a machine that was busy is taken for a slow one. */
const SLOWEST = PLANNED_SECONDS / SHORTEST_CHUNK_SECONDS;

/** Keeps the batch plan up to date: the machine may have been busy during the warm-up, or become so later. */
export class BatchPlanner {
  #average: number;
  #plannedFor: number;
  #running = 0;
  /** Seconds of computing that each utterance would have had alone; those in a batch share theirs. */
  #computed = 0;
  #countedUntil = 0;
  #plan: BatchPlans;

  constructor(
    realTimeFactor: number,
    private readonly seededSeconds: number,
    private readonly maxParallel: number,
    /** Called with the average that a changed plan is made for. */
    private readonly onReplan: (realTimeFactor: number) => unknown = () => {},
  ) {
    this.#average = Math.min(realTimeFactor, SLOWEST);
    this.#plannedFor = this.#average;
    this.#plan = planBatch(this.#average, seededSeconds, maxParallel);
  }

  /** The same object until the plan changes. */
  get plan(): BatchPlans {
    return this.#plan;
  }

  /**
   * Records the start of an utterance.
   * @param now in seconds, of any clock
   * @returns records its end, with its seconds of speech
   */
  begin(now: number): (now: number, speech: number) => void {
    this.#count(now);
    this.#running++;
    const [startedAt, before] = [now, this.#computed];
    return (now, speech) => {
      this.#count(now);
      this.#running--;
      const weight = LATEST_WEIGHT * Math.min(speech / SENTENCE_SECONDS, 1);
      if (speech > 0) this.#average += weight * ((this.#computed - before) / speech - this.#average);
      else if (now - startedAt >= TIMED_OUT_SECONDS) this.#average *= TIME_OUT_FACTOR;
      this.#average = Math.min(this.#average, SLOWEST);
      const change = this.#average / this.#plannedFor;
      if (change <= REPLAN_SLOWER && change >= REPLAN_FASTER) return;
      this.#plannedFor = this.#average;
      this.#plan = planBatch(this.#average, this.seededSeconds, this.maxParallel);
      this.onReplan(this.#average);
    };
  }

  #count(now: number): void {
    if (this.#running > 0) this.#computed += (now - this.#countedUntil) / batchCost(this.#running);
    this.#countedUntil = now;
  }
}

/** On a CPU: at most 22 s on a machine half as fast as that of docs/performance.md. None computes in half precision. */
const CPU_CHUNK_SECONDS: Readonly<Record<Precision, Readonly<Record<ModelSize, number>>>> = {
  fp32: { '0b6': 2.5, '1b7': 2 },
  fp16: { '0b6': 2.5, '1b7': 2 },
  int8: { '0b6': 6.5, '1b7': 4 },
  int4: { '0b6': 10, '1b7': 6.5 },
};

/**
 * The longest chunk of a request with a seed, in estimated seconds of speech. Nothing that is measured decides where such
 * a text is cut, so the bound belongs to the build and the device, and is one that their slower machines keep too.
 */
export function seededChunkSeconds(
  variant: ModelVariant,
  { device, precision }: { readonly device: Device; readonly precision: Precision },
): number {
  if (device === 'cpu') return CPU_CHUNK_SECONDS[precision][MODEL_VARIANTS[variant].size];
  // For a GPU that is about as fast as speech.
  return precision === 'fp32' ? 10 : 20;
}

/** Begins with a dot: what loading writes is no part of the build. */
const FILE = '.calibration.json';

/** What the speed of a model depends on. */
export type Conditions = Awaited<ReturnType<typeof conditionsOf>>;

export async function conditionsOf(info: SpeechModel['info']) {
  const { build, runtime, device, threads } = info;
  const cores = cpus();
  const gpu = device === 'cpu' ? null : await nvidiaGpu();
  return { build, runtime, device, threads, cpu: `${cores.length} × ${cores[0]?.model.trim()}`, gpu };
}

/** The real-time factor of one utterance alone that an earlier start measured; undefined under other conditions. */
export async function readCalibration(folder: string, conditions: Conditions): Promise<number | undefined> {
  try {
    const { measuredRtf, ...measured } = JSON.parse(await readFile(join(folder, FILE), 'utf8'));
    const isUsable = Number.isFinite(measuredRtf) && measuredRtf > 0;
    return isUsable && JSON.stringify(measured) === JSON.stringify(conditions) ? measuredRtf : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a real-time factor in the model's folder. Two processes that share the folder never read half a file. */
export async function writeCalibration(folder: string, conditions: Conditions, measuredRtf: number): Promise<void> {
  const temporary = join(folder, `${FILE}.${process.pid}`);
  try {
    await writeFile(temporary, JSON.stringify({ ...conditions, measuredRtf }));
    await rename(temporary, join(folder, FILE));
  } catch {
    // A read-only or full volume: the next start measures again.
    await rm(temporary, { force: true }).catch(() => {});
  }
}
