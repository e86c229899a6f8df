/** Lets so many pieces of work run at a time; the others wait, first come, first served. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(parallel: number) {
    this.#free = parallel;
  }

  /** @throws the signal's reason when it fires before the turn comes; what `work` throws */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(turn);
    });
  }
}
