/** Bounds over all engines. */
export interface AdmissionLimits {
  /** Requests, waiting and running together. */
  readonly requests: number;
  /** Seconds of audio of all requests: it stays in memory until the answer is whole and sent. */
  readonly audioSeconds: number;
}

/** Of requests up to this long, a sentence or a paragraph … */
const SHORT_SECONDS = 60;
/** … so much is kept free: long ones never take all of the memory, and never keep a sentence out. */
const RESERVED_FOR_SHORT = 1 / 6;

/** A place in the queue. */
export interface Place {
  /** Counts audio that was made and is kept, in seconds; the estimate counts as long as it is more. */
  keep(seconds: number): void;
  /** Nothing is left to synthesise: it is no request of the queue any more, while its audio is being sent. */
  synthesized(): void;
  /** Its audio is gone. May be called more than once. */
  leave(): void;
}

interface Holder {
  readonly estimated: number;
  kept: number;
  inQueue: boolean;
}

/**
 * Back-pressure: bounds the queue and the memory of its audio. A request that finds it full is refused at once. A long one
 * is admitted when no other long one is there, however long its audio.
 */
export class Admission {
  readonly limits: AdmissionLimits;
  readonly #holders = new Set<Holder>();
  readonly #onLeave: () => void;

  /** @param onLeave called when audio has gone */
  constructor(limits: AdmissionLimits, onLeave: () => void = () => {}) {
    this.limits = limits;
    this.#onLeave = onLeave;
  }

  get requests(): number {
    return [...this.#holders].filter(({ inQueue }) => inQueue).length;
  }

  /** The audio that is in memory has reached the bound, because estimates were too low. */
  get full(): boolean {
    return [...this.#holders].reduce((sum, { kept }) => sum + kept, 0) >= this.limits.audioSeconds;
  }

  /**
   * @param seconds of audio, estimated
   * @returns undefined when the queue is full
   */
  enter(seconds: number): Place | undefined {
    if (this.requests >= this.limits.requests || !this.#hasRoomFor(seconds)) return undefined;
    const holder: Holder = { estimated: seconds, kept: 0, inQueue: true };
    this.#holders.add(holder);
    return {
      keep: (more) => {
        holder.kept += more;
      },
      synthesized: () => {
        holder.inQueue = false;
      },
      leave: () => {
        if (this.#holders.delete(holder)) this.#onLeave();
      },
    };
  }

  #hasRoomFor(seconds: number): boolean {
    const { audioSeconds } = this.limits;
    const reserved = audioSeconds * RESERVED_FOR_SHORT;
    const isShort = (holder: Holder) => holder.estimated <= SHORT_SECONDS;
    const held = (holders: readonly Holder[]) =>
      holders.reduce((sum, { estimated, kept }) => sum + Math.max(estimated, kept), 0);
    const all = [...this.#holders];
    if (seconds <= SHORT_SECONDS) {
      return held(all) + seconds <= audioSeconds || held(all.filter(isShort)) + seconds <= reserved;
    }
    const long = all.filter((holder) => !isShort(holder));
    return long.length === 0 || held(long) + seconds <= audioSeconds - reserved;
  }
}
