import { apiError } from '../errors.js';

/** `high` for computations that somebody signs in with, `low` for those that make an account. */
export type Priority = 'high' | 'low';

export interface QueueOptions {
  readonly priority: Priority;
  /** What it is counted by, such as the client's network and the submitted name: each of them gets its share of the threads. */
  readonly flows?: readonly string[] | undefined;
}

interface Waiting {
  /** The virtual time at which it starts: what is smallest is next. */
  readonly start: number;
  readonly flows: readonly string[];
  readonly begin: () => void;
  readonly reject: (error: unknown) => void;
}

/** The computations of one priority that wait, and the shares of their flows. */
interface Line {
  readonly waiting: Waiting[];
  /** The virtual time: a turn of every flow that waits takes 1 of it. */
  now: number;
  /** By flow, the virtual end of its last computation, as long as that is to come. */
  readonly ends: Map<string, number>;
}

/** Registrations of one flow that may wait. */
const MAX_WAITING_OF_FLOW = 32;

const overloaded = () => apiError('overloaded', { headers: { 'retry-after': 5 } });

/**
 * A queue of computations where there are fewer threads than computations. Where there are several threads, one is kept free
 * of low priority, so that a sign-in never waits for a registration. Within a priority flows share the threads by start-time
 * fair queueing: sixty sign-ins under one name, or from one network, are one flow, and a stranger's waits for one of them.
 * @see https://doi.org/10.1145/248157.248171
 */
export class PriorityQueue {
  readonly #lines: Readonly<Record<Priority, Line>> = {
    high: { waiting: [], now: 0, ends: new Map() },
    low: { waiting: [], now: 0, ends: new Map() },
  };
  readonly #running: Record<Priority, number> = { high: 0, low: 0 };

  /** @param maxWaiting how many of each priority may wait */
  constructor(
    private readonly threads: number,
    private readonly maxWaiting: number,
  ) {}

  get waiting(): number {
    return this.#lines.high.waiting.length + this.#lines.low.waiting.length;
  }

  /**
   * @throws {ApiError} with `retry-after`: 429 when too many registrations of a flow wait already, 503 when too many wait in
   * all, for the one that would begin last
   */
  async run<T>({ priority, flows = [] }: QueueOptions, compute: () => Promise<T>): Promise<T> {
    const line = this.#lines[priority];
    const own = line.waiting.filter((one) => one.flows.some((flow) => flows.includes(flow)));
    if (priority === 'low' && own.length >= MAX_WAITING_OF_FLOW)
      throw apiError('too_many_registrations', { headers: { 'retry-after': 10 } });
    const start = Math.max(line.now, ...flows.map((flow) => line.ends.get(flow) ?? 0));
    if (line.waiting.length >= this.maxWaiting) {
      if ((line.waiting.at(-1)?.start ?? 0) <= start) throw overloaded();
      line.waiting.pop()?.reject(overloaded());
    }
    for (const flow of flows) line.ends.set(flow, start + 1);
    await new Promise<void>((begin, reject) => {
      const later = line.waiting.findIndex((one) => one.start > start);
      line.waiting.splice(later === -1 ? line.waiting.length : later, 0, { start, flows, begin, reject });
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
    for (const { waiting } of Object.values(this.#lines)) for (const { reject } of waiting.splice(0)) reject(error);
  }

  #admit(): void {
    for (const priority of ['high', 'low'] as const) {
      const line = this.#lines[priority];
      while (this.#hasRoom(priority)) {
        const next = line.waiting.shift();
        if (next === undefined) break;
        // It also passes while nobody waits twice, so that a second turn comes before ever new strangers.
        line.now = Math.max(next.start, line.now + 1 / (line.waiting.length + 1));
        for (const [flow, end] of line.ends) if (end <= line.now) line.ends.delete(flow);
        this.#running[priority] += 1;
        next.begin();
      }
    }
  }

  #hasRoom(priority: Priority): boolean {
    const { high, low } = this.#running;
    if (high + low >= this.threads) return false;
    return priority === 'high' || low < Math.max(1, this.threads - 1);
  }
}
