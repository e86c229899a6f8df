import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { ApiError } from '@ownvoice/shared';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { Piscina } from 'piscina';
import type { CompareResult, CompareTask, HashTask } from './worker.js';

/** Longest queue for each thread; at a quarter of a second each, the last one waits less than half a minute. */
const QUEUE_PER_THREAD = 100;

/** A thread a core on Linux, where threads have priorities; elsewhere one less, which is left to the event loop. */
const defaultThreads = (): number =>
  process.platform === 'linux' ? availableParallelism() : Math.max(1, availableParallelism() - 1);

/** Hashes and compares passwords. */
export interface Passwords {
  /**
   * A bcrypt hash of cost 12 with a random salt.
   * @param password at most 72 bytes of UTF-8
   * @throws {ApiError} 503 with `retry-after` when too many wait already
   */
  hash(password: string): Promise<string>;
  /**
   * Compares a password at the same expense whatever the hash.
   * @throws {ApiError} 503 with `retry-after` when too many wait already
   */
  compare(task: Omit<CompareTask, 'kind'>): Promise<CompareResult>;
  /** How many hashes and comparisons wait for a thread now. */
  readonly waiting: number;
  /** Refuses what is not done after `graceMs`, so that a service that stops does not wait for a whole queue. */
  stopSoon(graceMs: number): void;
  close(): Promise<void>;
}

/** Computes on a pool of worker threads, so that no other request waits for a hash. */
export class PasswordPool implements Passwords {
  readonly #pool: Piscina;
  readonly #giveUp = new AbortController();

  constructor(threads = defaultThreads()) {
    // One listener for each task, and their number is bounded.
    setMaxListeners(0, this.#giveUp.signal);
    this.#pool = new Piscina({
      filename: builtEntry(import.meta.url, './worker.js').href,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: 60_000,
      maxQueue: threads * QUEUE_PER_THREAD,
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    });
  }

  hash(password: string): Promise<string> {
    return this.#run<HashTask, string>({ kind: 'hash', password });
  }

  compare(task: Omit<CompareTask, 'kind'>): Promise<CompareResult> {
    return this.#run<CompareTask, CompareResult>({ kind: 'compare', ...task });
  }

  get waiting(): number {
    return this.#pool.queueSize;
  }

  stopSoon(graceMs: number): void {
    setTimeout(() => this.#giveUp.abort(), graceMs).unref();
  }

  async close(): Promise<void> {
    await this.#pool.close({ force: true });
  }

  async #run<Task, Result>(task: Task): Promise<Result> {
    try {
      return await this.#pool.run(task, { signal: this.#giveUp.signal });
    } catch (error) {
      if (error instanceof Error && /queue (size )?is at limit/i.test(error.message))
        throw new ApiError(503, 'Too many sign-ins at once.', { headers: { 'retry-after': 5 }, cause: error });
      if (this.#giveUp.signal.aborted)
        throw new ApiError(503, 'The service is stopping.', { headers: { 'retry-after': 5 }, cause: error });
      throw error;
    }
  }
}
