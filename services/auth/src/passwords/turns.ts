import { ApiError } from '@ownvoice/shared';

/** Whose turn it is: computations that somebody signs in with go first, those that make an account later. */
export type Turn = 'first' | 'later';

interface Waiting {
  readonly begin: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Says which computation is next where there are fewer threads than computations. One thread is kept free of those that
 * may come later, where there are several, so that a sign-in never waits for them.
 */
export class Turns {
  readonly #threads: number;
  readonly #maxWaiting: number;
  readonly #waiting: Readonly<Record<Turn, Waiting[]>> = { first: [], later: [] };
  readonly #running: Record<Turn, number> = { first: 0, later: 0 };

  /** @param maxWaiting how many of each kind may wait */
  constructor(threads: number, maxWaiting: number) {
    this.#threads = threads;
    this.#maxWaiting = maxWaiting;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.first.length + this.#waiting.later.length;
  }

  /** @throws {ApiError} 503 with `retry-after` when too many wait already */
  run<T>(turn: Turn, compute: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting[turn].length >= this.#maxWaiting)
        return reject(new ApiError(503, 'Too many sign-ins at once.', { headers: { 'retry-after': 5 } }));
      const begin = () => {
        this.#running[turn] += 1;
        compute()
          .then(resolve, reject)
          .finally(() => {
            this.#running[turn] -= 1;
            this.#next();
          });
      };
      this.#waiting[turn].push({ begin, reject });
      this.#next();
    });
  }

  /** Refuses all that wait. */
  refuseAll(error: unknown): void {
    for (const queue of Object.values(this.#waiting)) for (const { reject } of queue.splice(0)) reject(error);
  }

  #next(): void {
    for (const turn of ['first', 'later'] as const)
      while (this.#hasRoom(turn)) {
        const next = this.#waiting[turn].shift();
        if (next === undefined) break;
        next.begin();
      }
  }

  #hasRoom(turn: Turn): boolean {
    const { first, later } = this.#running;
    if (first + later >= this.#threads) return false;
    return turn === 'first' || later < Math.max(1, this.#threads - 1);
  }
}
