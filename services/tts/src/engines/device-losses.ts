/** A device that goes this often … */
const MAX_LOSSES = 3;
/** … within this time would go again. */
const PERIOD_MS = 600_000;

/** Counts how often a device was lost. */
export class DeviceLosses {
  #total = 0;
  #recent: number[] = [];

  get total(): number {
    return this.#total;
  }

  /** @returns whether the device is to be given up: it was lost three times within ten minutes */
  add(now = performance.now()): boolean {
    this.#total++;
    this.#recent = [...this.#recent, now].filter((time) => now - time < PERIOD_MS);
    return this.#recent.length >= MAX_LOSSES;
  }
}
