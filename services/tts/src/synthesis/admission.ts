/** Bounds over all engines. */
export interface AdmissionLimits {
  /** Requests, waiting and running together. */
  readonly requests: number;
  /** Unicode code points of all requests: their audio stays in memory until each is whole. */
  readonly characters: number;
}

/** A place in the queue. `leave` may be called more than once. */
export interface Place {
  leave(): void;
}

/** Back-pressure: bounds the queue. A request that finds it full is refused at once. */
export class Admission {
  readonly limits: AdmissionLimits;
  #requests = 0;
  #characters = 0;

  constructor(limits: AdmissionLimits) {
    this.limits = limits;
  }

  get requests(): number {
    return this.#requests;
  }

  /** @returns undefined when the queue is full */
  enter(characters: number): Place | undefined {
    if (this.#requests >= this.limits.requests) return undefined;
    if (this.#requests > 0 && this.#characters + characters > this.limits.characters) return undefined;
    this.#requests++;
    this.#characters += characters;
    let inside = true;
    return {
      leave: () => {
        if (!inside) return;
        inside = false;
        this.#requests--;
        this.#characters -= characters;
      },
    };
  }
}
