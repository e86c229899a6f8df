import { type FailureStore, MAX_FAILURES, type Point, WINDOW_MS } from '../domain/failure-store.js';

/** Clients that are remembered, in a few megabytes. */
const MAX_CLIENTS = 50_000;

interface Window {
  points: number;
  readonly endsAt: number;
}

/**
 * Failures in the memory of this process. All windows are equally long, so the oldest entry is the first to end: windows
 * that have ended are removed from the front, and when too many are left, so is the oldest.
 * @param now a monotonic clock in milliseconds, so that a change of the system's time lets nobody in or out
 */
export class MemoryFailureStore implements FailureStore {
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    return this.#windows.size;
  }

  async take(client: string): Promise<Point> {
    const now = this.#now();
    this.#sweep(now);
    const window = this.#windows.get(client);
    if (window === undefined) {
      this.#windows.set(client, { points: 1, endsAt: now + WINDOW_MS });
      return { kind: 'taken' };
    }
    if (window.points >= MAX_FAILURES) return { kind: 'none-left', retryAfterMs: window.endsAt - now };
    window.points += 1;
    return { kind: 'taken' };
  }

  async giveBack(client: string): Promise<void> {
    const window = this.#windows.get(client);
    if (window) this.#keep(client, window, window.points - 1);
  }

  async reset(client: string, pending: number): Promise<void> {
    const window = this.#windows.get(client);
    if (window) this.#keep(client, window, Math.min(window.points, pending));
  }

  #keep(client: string, window: Window, points: number): void {
    if (points > 0) window.points = points;
    else this.#windows.delete(client);
  }

  #sweep(now: number): void {
    for (const [client, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < MAX_CLIENTS) return;
      this.#windows.delete(client);
    }
  }
}
