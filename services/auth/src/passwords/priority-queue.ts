import { apiError } from '../errors.js';

/** `high` for computations that somebody signs in with, `low` for those that make an account. */
export type Priority = 'high' | 'low';

export interface QueueOptions {
  readonly priority: Priority;
  /** Clients take turns, and each may have only so many waiting; without one only the length of the queue counts. */
  readonly client?: string | undefined;
}

interface Waiting {
  readonly begin: () => void;
  readonly reject: (error: unknown) => void;
}

/** Computations of one client that may wait. */
const MAX_WAITING_OF_CLIENT = 32;

/**
 * A queue of computations where there are fewer threads than computations. Where there are several threads, one is kept free
 * of low priority, so that a sign-in never waits for a registration.
 */
export class PriorityQueue {
  readonly #threads: number;
  readonly #maxWaiting: number;
  /** By client, the next one first. */
  readonly #waiting: Readonly<Record<Priority, Map<string, Waiting[]>>> = { high: new Map(), low: new Map() };
  readonly #running: Record<Priority, number> = { high: 0, low: 0 };

  /** @param maxWaiting how many of each priority may wait */
  constructor(threads: number, maxWaiting: number) {
    this.#threads = threads;
    this.#maxWaiting = maxWaiting;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waitingAt('high') + this.#waitingAt('low');
  }

  /** @throws {ApiError} with `retry-after`: 429 when too many of the client wait already, 503 when too many wait in all */
  async run<T>({ priority, client = '' }: QueueOptions, compute: () => Promise<T>): Promise<T> {
    const queue = this.#waiting[priority];
    const own = queue.get(client) ?? [];
    if (client !== '' && own.length >= MAX_WAITING_OF_CLIENT)
      throw apiError('too_many_registrations', { headers: { 'retry-after': 10 } });
    if (this.#waitingAt(priority) >= this.#maxWaiting) throw apiError('overloaded', { headers: { 'retry-after': 5 } });
    await new Promise<void>((begin, reject) => {
      queue.set(client, [...own, { begin, reject }]);
      this.#admit();
    });
    try {
      return await compute();
    } finally {
      this.#running[priority] -= 1;
      this.#admit();
    }
  }

  /** Rejects all that wait. */
  rejectAll(error: unknown): void {
    for (const queue of Object.values(this.#waiting)) {
      const waiting = [...queue.values()].flat();
      queue.clear();
      for (const { reject } of waiting) reject(error);
    }
  }

  #waitingAt(priority: Priority): number {
    return [...this.#waiting[priority].values()].reduce((sum, { length }) => sum + length, 0);
  }

  #admit(): void {
    for (const priority of ['high', 'low'] as const)
      for (const [client, [next, ...others]] of this.#waiting[priority]) {
        if (!this.#hasRoom(priority)) break;
        // Behind the other clients; an entry that is set again while a map is read comes once more.
        this.#waiting[priority].delete(client);
        if (others.length > 0) this.#waiting[priority].set(client, others);
        this.#running[priority] += 1;
        next?.begin();
      }
  }

  #hasRoom(priority: Priority): boolean {
    const { high, low } = this.#running;
    if (high + low >= this.#threads) return false;
    return priority === 'high' || low < Math.max(1, this.#threads - 1);
  }
}
