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

/** Disposed of, it is released. */
export interface Permit extends Disposable {
  /** @returns whether there is room for that much more, or was made by displacing; otherwise nothing changes */
  add(costs: Partial<Costs>): boolean;
  /** Its speech is being made: it is not displaced any more. */
  start(): void;
  /** Counts audio that was made, in seconds; the estimate counts as long as it is more. */
  keep(seconds: number): void;
  /** Gives back what it holds of one cost, or all of it. May be called more than once. */
  release(cost?: keyof Costs): void;
}

interface Holder extends Costs {
  /** An address, or a user. */
  readonly client: string;
  /** Absent: it is never displaced. */
  onDisplaced: (() => void) | undefined;
  keptSeconds: number;
}

/**
 * Back-pressure: bounds what all requests hold together. One that finds no room is refused at once, unless its client has
 * fewer places than another: then that one's newest request that still waits makes room. Long speech is admitted when no other
 * long one is there, however long its audio.
 */
export class Admission {
  readonly #holders = new Set<Holder>();

  constructor(readonly limits: AdmissionLimits) {}

  get requests(): number {
    return sumOf([...this.#holders], ({ requests }) => requests);
  }

  /** No further request finds a place. */
  get isCrowded(): boolean {
    return this.requests >= this.limits.all.requests;
  }

  /** The audio that is in memory has reached the bound, because estimates were too low. */
  get full(): boolean {
    return sumOf([...this.#holders], (holder) => holder.keptSeconds) >= this.limits.all.audioSeconds;
  }

  /**
   * A permit that holds nothing yet.
   * @param client who shares places with the others
   * @param onDisplaced called when another client's request takes its place; it holds nothing any more
   */
  permit(client = '', onDisplaced?: () => void): Permit {
    const nothing = Object.fromEntries(COSTS.map((cost) => [cost, 0])) as Costs;
    const holder: Holder = { ...nothing, client, onDisplaced, keptSeconds: 0 };
    this.#holders.add(holder);
    return {
      add: (costs) => {
        if (!this.#holders.has(holder)) return false;
        const all = [...this.#holders];
        if (!this.#hasRoomFor(all, costs, client)) {
          const displaced = displaceableFor(holder, all, costs);
          const others = all.filter((other) => other !== displaced);
          if (!displaced || !this.#hasRoomFor(others, costs, client)) return false;
          this.#holders.delete(displaced);
          displaced.onDisplaced?.();
        }
        for (const cost of COSTS) holder[cost] += costs[cost] ?? 0;
        return true;
      },
      start: () => {
        holder.onDisplaced = undefined;
      },
      keep: (seconds) => {
        holder.keptSeconds += seconds;
      },
      release: (cost) => {
        if (cost) holder[cost] = 0;
        else this.#holders.delete(holder);
      },
      [Symbol.dispose]: () => this.#holders.delete(holder),
    };
  }

  #hasRoomFor(holders: readonly Holder[], costs: Partial<Costs>, client: string): boolean {
    const { all, ofAddress } = this.limits;
    const own = holders.filter((holder) => holder.client === client);
    return COSTS.every((cost) => {
      const amount = costs[cost];
      if (amount === undefined) return true;
      if (cost === 'audioSeconds') return this.#hasRoomForAudio(holders, amount);
      const held = (of: readonly Holder[]) => sumOf(of, (holder) => holder[cost]) + amount;
      return held(holders) <= all[cost] && held(own) <= (ofAddress[cost] ?? Number.POSITIVE_INFINITY);
    });
  }

  #hasRoomForAudio(all: readonly Holder[], seconds: number): boolean {
    const { audioSeconds } = this.limits.all;
    const reserved = audioSeconds * RESERVED_FOR_SHORT;
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

/** Of the client with the most places, if the newcomer's would still have fewer, the newest request that waits and holds such. */
function displaceableFor(newcomer: Holder, all: readonly Holder[], costs: Partial<Costs>): Holder | undefined {
  const placed = all.filter((holder) => holder !== newcomer && holder.texts + holder.requests > 0);
  const places = (client: string) => placed.filter((holder) => holder.client === client).length;
  const most = placed.reduce((best, { client }) => Math.max(best, places(client)), 0);
  if (places(newcomer.client) + 1 >= most) return undefined;
  const holdsSuch = (holder: Holder) => COSTS.some((cost) => (costs[cost] ?? 0) > 0 && holder[cost] > 0);
  return placed.findLast((holder) => holder.onDisplaced && places(holder.client) === most && holdsSuch(holder));
}

const sumOf = (holders: readonly Holder[], amount: (holder: Holder) => number): number =>
  holders.reduce((sum, holder) => sum + amount(holder), 0);
