import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { ApiError } from '@ownvoice/shared';
import { builtEntry } from '@ownvoice/shared/built-entry';
import { Piscina } from 'piscina';
import type { PasswordComparison } from './compare-password.js';
import type { PasswordTask } from './worker.js';

/** Longest queue for each thread; at a quarter of a second each, the last one waits under half a minute. */
const QUEUE_PER_THREAD = 100;

/** A thread a core where threads give way to the event loop by their priority, else one less, so that one is left to it. */
const defaultThreads = (): number =>
  process.platform === 'linux' ? availableParallelism() : Math.max(1, availableParallelism() - 1);

/** Computes password hashes on threads of their own, so that no other request waits for one. */
export class PasswordPool {
  readonly #pool: Piscina<PasswordTask, string | boolean>;
  readonly #giveUp = new AbortController();

  constructor(threads = defaultThreads()) {
    // One for each that waits, and their number is bounded.
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

  /**
   * A bcrypt hash of cost 12 with a random salt.
   * @param password at most 72 bytes of UTF-8
   * @throws {ApiError} 503 with `retry-after` when too many wait already
   */
  async hash(password: string): Promise<string> {
    return String(await this.#run({ kind: 'hash', password }));
  }

  /**
   * Whether a password fits, at the same expense whatever there is to compare it with.
   * @throws {ApiError} 503 with `retry-after` when too many wait already
   */
  async compare(comparison: PasswordComparison): Promise<boolean> {
    return (await this.#run({ kind: 'compare', ...comparison })) === true;
  }

  /** How many wait for a thread now. */
  get waiting(): number {
    return this.#pool.queueSize;
  }

  /** How many hashes and comparisons have been done. */
  get done(): number {
    return this.#pool.completed;
  }

  /** Refuses whatever is not done after `graceMs`, so that a service that stops does not wait for a whole queue. */
  stopSoon(graceMs: number): void {
    setTimeout(() => this.#giveUp.abort(), graceMs).unref();
  }

  async close(): Promise<void> {
    await this.#pool.close({ force: true });
  }

  async #run(task: PasswordTask): Promise<string | boolean> {
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
