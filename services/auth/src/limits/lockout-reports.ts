/** Lockouts that are remembered, so that each is reported once. */
const MAX_REMEMBERED = 10_000;

/** Tells the first refusal of a lockout from the others. */
export class LockoutReports {
  /** Until when each lockout is known to last, by `performance.now()`. */
  readonly #until = new Map<string, number>();

  isFirst(key: string, retryAfterMs: number): boolean {
    const now = performance.now();
    const known = (this.#until.get(key) ?? 0) > now;
    if (!known) this.#until.delete(key);
    this.#until.set(key, now + retryAfterMs);
    for (const [other, until] of this.#until) {
      if (until > now && this.#until.size <= MAX_REMEMBERED) break;
      this.#until.delete(other);
    }
    return !known;
  }
}
