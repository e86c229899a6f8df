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
/**
 * Lengths of chunks that are planned with, in seconds. Few of them, so that a text is cut at the same places after a
 * restart too, though no two measurements are equal.
 */
const CHUNK_SECONDS = [30, 25, 20, 16, 12.5, 10, 8, 6.5, 5, 4, 3, 2.5, 2] as const;
const SHORTEST_CHUNK_SECONDS = 2;
/** Most sentences are shorter; longer ones are cut at their clauses where the machine is slow. */
const SENTENCE_SECONDS = 6.5;

/** How much longer a frame takes in a full batch of so many utterances than alone, the codec included, on two cores. */
const batchCost = (parallel: number) => 1 + 0.5 * (parallel - 1);

/**
 * Plans by what a warm-up utterance took.
 * @param realTimeFactor seconds of computing for a second of speech, one utterance alone
 */
export function planPace(realTimeFactor: number, mostParallel = 8): Pace {
  const affordable = (parallel: number) => PLANNED_SECONDS / (realTimeFactor * batchCost(parallel));
  // A slow machine rather takes fewer at once than cuts ordinary sentences into pieces.
  const fits = (parallel: number) => parallel <= mostParallel && affordable(parallel) >= SENTENCE_SECONDS;
  const parallel = BATCHES.find(fits) ?? 1;
  const maxChunkSeconds = CHUNK_SECONDS.find((seconds) => seconds <= affordable(parallel)) ?? SHORTEST_CHUNK_SECONDS;
  return { parallel, maxChunkSeconds };
}

/** Weight of the newest utterance in the average. */
const NEWEST = 0.3;
/**
 * The plan is made anew when the average is so much longer than at the last one, within what is left of a chunk's 30 s,
 * or so much shorter. In between it stays, and so do the places where a text is cut.
 */
const MATERIALLY_SLOWER = 1.25;
const MATERIALLY_FASTER = 0.7;

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
      const change = this.#average / this.#plannedFor;
      if (change <= MATERIALLY_SLOWER && change >= MATERIALLY_FASTER) return;
      this.#plannedFor = this.#average;
      this.#pace = planPace(this.#average, this.mostParallel);
    };
  }
}
