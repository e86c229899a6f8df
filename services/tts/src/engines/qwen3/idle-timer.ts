/** The longest time that a timer takes; what is longer never comes. */
const MAX_MS = 2 ** 31 - 1;

/** Tells when there has been no work for some time. */
export class IdleTimer {
  readonly #afterMs: number | undefined;
  readonly #onIdle: () => void;
  #jobs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param afterMs undefined: never */
  constructor(afterMs: number | undefined, onIdle: () => void) {
    this.#afterMs = afterMs;
    this.#onIdle = onIdle;
  }

  /** Counts the time from now on, unless there is work. */
  start(): void {
    this.cancel();
    if (this.#afterMs === undefined || this.#afterMs > MAX_MS || this.#jobs > 0) return;
    this.#timer = setTimeout(this.#onIdle, this.#afterMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Does a piece of work, and counts the time from its end. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#jobs += 1;
    this.cancel();
    try {
      return await work();
    } finally {
      this.#jobs -= 1;
      this.start();
    }
  }
}
