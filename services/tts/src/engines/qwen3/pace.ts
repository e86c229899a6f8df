/** How much a machine takes on at once, and how long its chunks may be. */
export interface Pace {
  /** Utterances in a batch. */
  readonly parallel: number;
  readonly maxChunkSeconds: number;
}

/** A chunk has 30 s; what is planned for is less, for the machine may be busy with something else too. */
const PLANNED_SECONDS = 22;
/** Batches of other sizes cost about as much as the next larger one: products are computed for rows in fours. */
const BATCHES = [8, 4, 2, 1];
const LONGEST_CHUNK_SECONDS = 30;
const SHORTEST_CHUNK_SECONDS = 2;
/** Most sentences are shorter; longer ones are cut at their clauses where the machine is slow. */
const SENTENCE_SECONDS = 6.5;

/** How much longer a frame takes in a full batch of so many utterances than alone, the codec included, on two cores. */
const batchCost = (parallel: number) => 1 + 0.45 * (parallel - 1);

/**
 * Plans by what a warm-up utterance took.
 * @param realTimeFactor seconds of computing for a second of speech, one utterance alone
 */
export function planPace(realTimeFactor: number, mostParallel = 8): Pace {
  const affordable = (parallel: number) => PLANNED_SECONDS / (realTimeFactor * batchCost(parallel));
  // A slow machine rather takes fewer at once than cuts ordinary sentences into pieces.
  const fits = (parallel: number) => parallel <= mostParallel && affordable(parallel) >= SENTENCE_SECONDS;
  const parallel = BATCHES.find(fits) ?? 1;
  const seconds = Math.min(LONGEST_CHUNK_SECONDS, affordable(parallel));
  return { parallel, maxChunkSeconds: Math.max(SHORTEST_CHUNK_SECONDS, seconds) };
}

/** Weight of the newest utterance in the average. */
const NEWEST = 0.3;
/** The plan is made anew when the average has moved by more than this share since the last one. */
const MATERIAL_CHANGE = 0.15;

/** Whoever was stopped after so many seconds without an end has most likely run out of time … */
const HOPELESS_SECONDS = 20;
/** … so the machine counts as that much slower. */
const SLOWER = 1.5;

/** Follows how fast the machine really is: it may have been busy while it warmed up, or become so later. */
export class Pacemaker {
  #average: number;
  #plannedFor: number;
  /** Those under way, each with the most that were at any time of its life. */
  readonly #running = new Set<{ beside: number }>();
  #pace: Pace;

  constructor(
    realTimeFactor: number,
    private readonly mostParallel: number,
  ) {
    this.#average = realTimeFactor;
    this.#plannedFor = realTimeFactor;
    this.#pace = planPace(realTimeFactor, mostParallel);
  }

  /** The same object as long as the plan stays. */
  get pace(): Pace {
    return this.#pace;
  }

  /** An utterance begins. → to be called when it is done, with its seconds of computing and of speech. */
  begin(): (computing: number, speech: number) => void {
    const utterance = { beside: 0 };
    this.#running.add(utterance);
    for (const other of this.#running) other.beside = Math.max(other.beside, this.#running.size);
    return (computing, speech) => {
      this.#running.delete(utterance);
      const { beside } = utterance;
      if (speech > 0) this.#average += NEWEST * (computing / speech / batchCost(beside) - this.#average);
      else if (computing >= HOPELESS_SECONDS) this.#average *= SLOWER;
      if (Math.abs(this.#average / this.#plannedFor - 1) <= MATERIAL_CHANGE) return;
      this.#plannedFor = this.#average;
      this.#pace = planPace(this.#average, this.mostParallel);
    };
  }
}
