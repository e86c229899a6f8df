import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { Piscina } from 'piscina';
import { apiError } from '../errors.js';
import { PriorityQueue, type QueueOptions } from './priority-queue.js';
import type { CompareResult, CompareTask, HashTask } from './worker.js';

/** Longest queue of each kind for each thread; at a quarter of a second each, the last one waits less than half a minute. */
const QUEUE_PER_THREAD = 100;

/** A thread a core on Linux, where threads have priorities; elsewhere one less, which is left to the event loop. */
const defaultThreads = (): number =>
  process.platform === 'linux' ? availableParallelism() : Math.max(1, availableParallelism() - 1);

export type Passwords = Pick<PasswordPool, 'hash' | 'compare' | 'waiting' | 'stopSoon' | 'close'>;

const stopping = (cause?: unknown) => apiError('stopping', { headers: { 'retry-after': 5 }, cause });

/** Computes on a pool of worker threads, so that no other request waits for a hash. */
export class PasswordPool {
  readonly #pool: Piscina;
  readonly #queue: PriorityQueue;
  readonly #giveUp = new AbortController();

  /** @param minThreads 0 for what may end at once: a thread that still loads its modules then aborts Node 20 */
  constructor(threads = defaultThreads(), minThreads = 1) {
    this.#queue = new PriorityQueue(threads, threads * QUEUE_PER_THREAD);
    // One listener for each task, and their number is bounded.
    setMaxListeners(0, this.#giveUp.signal);
    this.#pool = new Piscina({
      filename: builtEntry(import.meta.url, './worker.js').href,
      minThreads,
      maxThreads: threads,
      idleTimeout: 60_000,
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    });
  }

  /**
   * A bcrypt hash of cost 12 with a random salt.
   * @param password at most 72 bytes of UTF-8
   * @param options low priority for an account that is made: sign-ins and changes of a password go first
   * @throws {ApiError} 429 and 503 with `retry-after` when too many wait already
   */
  hash(password: string, options: QueueOptions): Promise<string> {
    return this.#run<HashTask, string>(options, { kind: 'hash', password });
  }

  /**
   * Compares a password at the same expense whatever the hash.
   * @param flows as in {@link QueueOptions}
   * @throws {ApiError} 503 with `retry-after` when too many wait already
   */
  compare(task: Omit<CompareTask, 'kind'>, flows: readonly string[]): Promise<CompareResult> {
    return this.#run<CompareTask, CompareResult>({ priority: 'high', flows }, { kind: 'compare', ...task });
  }

  /** How many hashes and comparisons wait for a thread now. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Rejects what is not done after `graceMs`, so that a service that stops does not wait for a whole queue. */
  stopSoon(graceMs: number): void {
    const abandon = () => {
      this.#queue.rejectAll(stopping());
      this.#giveUp.abort();
    };
    setTimeout(abandon, graceMs).unref();
  }

  async close(): Promise<void> {
    this.#queue.rejectAll(stopping());
    await this.#pool.close({ force: true });
  }

  async #run<Task, Result>(options: QueueOptions, task: Task): Promise<Result> {
    try {
      return await this.#queue.run(options, () => this.#pool.run(task, { signal: this.#giveUp.signal }));
    } catch (error) {
      if (this.#giveUp.signal.aborted) throw stopping(error);
      throw error;
    }
  }
}
