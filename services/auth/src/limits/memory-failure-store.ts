import {
  type AttemptDecision,
  type AttemptKeys,
  type AttemptOutcome,
  type FailureStore,
  MAX_FAILURES,
  MAX_FAILURES_BY_NAME,
  WINDOW_MS,
} from '../domain/failure-store.js';

/** Keys that are remembered, in a few megabytes. */
const MAX_KEYS = 50_000;

interface Window {
  failures: number;
  readonly endsAt: number;
}

/**
 * Failures in the memory of this process. All windows are equally long, so the oldest entry is the first to end: windows
 * that have ended are removed from the front, and when too many are left, so is the oldest.
 * @param now a monotonic clock in milliseconds, so that a change of the system's time lets nobody in or out
 */
export class MemoryFailureStore implements FailureStore {
  readonly #windows = new Map<string, Window>();
  readonly #pending = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How many keys it remembers. */
  get size(): number {
    return this.#windows.size + this.#pending.size;
  }

  async begin({ client, name }: AttemptKeys): Promise<AttemptDecision> {
    const now = this.now();
    this.#sweep(now);
    const limits = [
      { by: 'client', key: client, max: MAX_FAILURES },
      { by: 'name', key: name, max: MAX_FAILURES_BY_NAME },
    ] as const;
    for (const { by, key, max } of limits) {
      const window = this.#windows.get(key);
      if (window && window.failures >= max) return { kind: 'locked-out', by, retryAfterMs: window.endsAt - now };
    }
    const points = (key: string) => (this.#windows.get(key)?.failures ?? 0) + (this.#pending.get(key) ?? 0);
    if (limits.some(({ key, max }) => points(key) >= max)) return { kind: 'wait' };
    for (const key of [client, name]) this.#pending.set(key, (this.#pending.get(key) ?? 0) + 1);
    return { kind: 'admitted', id: '' };
  }

  async end(_id: string, { client, name }: AttemptKeys, outcome: AttemptOutcome): Promise<void> {
    for (const key of [client, name]) {
      const pending = (this.#pending.get(key) ?? 0) - 1;
      if (pending > 0) this.#pending.set(key, pending);
      else this.#pending.delete(key);
      if (outcome === 'success') this.#windows.delete(key);
      else if (outcome === 'failure') this.#fail(key);
    }
  }

  #fail(key: string): void {
    const now = this.now();
    this.#sweep(now);
    const window = this.#windows.get(key);
    if (window) window.failures += 1;
    else this.#windows.set(key, { failures: 1, endsAt: now + WINDOW_MS });
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_KEYS) return;
      this.#windows.delete(key);
    }
  }
}
