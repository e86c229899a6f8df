/** What is let in at most, over all engines. */
export interface AdmissionLimits {
  /** Requests, waiting and running together. */
  readonly requests: number;
  /** Unicode code points of all of them: spoken pieces are held in memory until a request is whole. */
  readonly characters: number;
}

/** A place in the queue; `leave` gives it back and may be called more than once. */
export interface Place {
  leave(): void;
}

/** The bound of the queue. Whoever finds it full is told so at once instead of waiting for nothing. */
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
