const COSTS = ['texts', 'previews', 'requests', 'audioSeconds', 'uploads', 'uploadBytes'] as const;

/**
 * What requests hold: `texts` and `previews` that are being prepared, `requests` whose speech waits or is synthesized,
 * seconds of audio until the response is sent, `uploads` that are received or decoded, and their bytes.
 */
export type Costs = Record<(typeof COSTS)[number], number>;

/** Bounds over all requests, and over those of one address. */
export interface AdmissionLimits {
  readonly all: Readonly<Costs>;
  readonly ofAddress: Readonly<Partial<Costs>>;
}

/** A preview takes milliseconds; a flood of them must not delay speech. */
const MAX_PREVIEWS = 64;
const MIN_TEXTS = 64;
/** Two hours of speech, of 48,000 bytes a second. */
const MAX_AUDIO_SECONDS = 7_200;
/** Eight of the largest files; one address has room for four. */
const UPLOADS = { uploads: 64, uploadBytes: 200 * 1024 ** 2 };
const UPLOADS_OF_ADDRESS = { uploads: 16, uploadBytes: 100 * 1024 ** 2 };

/** @param requests that wait or are synthesized; twice as many texts are prepared, so that the queue can always fill */
export const admissionLimits = (requests: number): AdmissionLimits => ({
  all: {
    texts: Math.max(MIN_TEXTS, 2 * requests),
    previews: MAX_PREVIEWS,
    requests,
    audioSeconds: MAX_AUDIO_SECONDS,
    ...UPLOADS,
  },
  ofAddress: UPLOADS_OF_ADDRESS,
});

/** Of requests up to this long, a sentence or a paragraph … */
const SHORT_SECONDS = 60;
/** … so much is kept free: long ones never take all of the memory, and never keep a sentence out. */
const RESERVED_FOR_SHORT = 1 / 6;

/** What one request holds. */
export interface Permit {
  /** @returns whether there is room for that much more; otherwise nothing changes */
  add(costs: Partial<Costs>): boolean;
  /** Counts audio that was made, in seconds; the estimate counts as long as it is more. */
  keep(seconds: number): void;
  /** Gives back what it holds of one cost, or all of it. May be called more than once. */
  release(cost?: keyof Costs): void;
}

interface Holder extends Costs {
  readonly address: string;
  /** Seconds of audio that are there. */
  keptSeconds: number;
}

/**
 * Back-pressure: bounds what all requests hold together. One that finds no room is refused at once. Long speech is admitted
 * when no other long one is there, however long its audio.
 */
export class Admission {
  readonly limits: AdmissionLimits;
  readonly #holders = new Set<Holder>();

  constructor(limits: AdmissionLimits) {
    this.limits = limits;
  }

  get requests(): number {
    return this.#held('requests');
  }

  /** The audio that is in memory has reached the bound, because estimates were too low. */
  get full(): boolean {
    return sumOf([...this.#holders], (holder) => holder.keptSeconds) >= this.limits.all.audioSeconds;
  }

  /** A permit that holds nothing yet. */
  permit(address = ''): Permit {
    const nothing = Object.fromEntries(COSTS.map((cost) => [cost, 0])) as Costs;
    const holder: Holder = { ...nothing, address, keptSeconds: 0 };
    this.#holders.add(holder);
    return {
      add: (costs) => {
        const fits = COSTS.every((cost) => costs[cost] === undefined || this.#hasRoomFor(cost, costs[cost], address));
        if (!fits || !this.#holders.has(holder)) return false;
        for (const cost of COSTS) holder[cost] += costs[cost] ?? 0;
        return true;
      },
      keep: (seconds) => {
        holder.keptSeconds += seconds;
      },
      release: (cost) => {
        if (cost) holder[cost] = 0;
        else this.#holders.delete(holder);
      },
    };
  }

  #held(cost: keyof Costs, address?: string): number {
    const holders = [...this.#holders].filter((holder) => address === undefined || holder.address === address);
    return sumOf(holders, (holder) => holder[cost]);
  }

  #hasRoomFor(cost: keyof Costs, amount: number, address: string): boolean {
    if (cost === 'audioSeconds') return this.#hasRoomForAudio(amount);
    const { all, ofAddress } = this.limits;
    const limit = ofAddress[cost] ?? Number.POSITIVE_INFINITY;
    return this.#held(cost) + amount <= all[cost] && this.#held(cost, address) + amount <= limit;
  }

  #hasRoomForAudio(seconds: number): boolean {
    const { audioSeconds } = this.limits.all;
    const reserved = audioSeconds * RESERVED_FOR_SHORT;
    const all = [...this.#holders];
    const isShort = (holder: Holder) => holder.audioSeconds <= SHORT_SECONDS;
    const memory = (holders: readonly Holder[]) =>
      sumOf(holders, (holder) => Math.max(holder.audioSeconds, holder.keptSeconds));
    if (seconds <= SHORT_SECONDS) {
      return memory(all) + seconds <= audioSeconds || memory(all.filter(isShort)) + seconds <= reserved;
    }
    const long = all.filter((holder) => !isShort(holder));
    return long.length === 0 || memory(long) + seconds <= audioSeconds - reserved;
  }
}

const sumOf = (holders: readonly Holder[], amount: (holder: Holder) => number): number =>
  holders.reduce((sum, holder) => sum + amount(holder), 0);
