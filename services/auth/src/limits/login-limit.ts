import { limitKeyOf } from '@ownvoice/shared/client-address';
import { type FailureStore, MAX_FAILURES } from '../domain/failure-store.js';

/** Attempts of one client that may wait for its others to be decided; more are refused at once. */
const MAX_WAITING = 500;
/** Locked-out clients that are remembered, so that each is reported once. */
const MAX_LOCKED_OUT = 10_000;

/** An attempt to prove a password. It must be ended, whatever happens; without a finding it gives its point back. */
export interface Attempt {
  /** The credentials were right: forgets the client's failures. */
  succeed(): void;
  /** The credentials were wrong: keeps the attempt's point. */
  fail(): void;
  end(): Promise<void>;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly attempt: Attempt }
  /** `first`: whether this is the first refusal of the client's window. */
  | { readonly kind: 'locked-out'; readonly retryAfterMs: number; readonly first: boolean };

type Turn = { readonly kind: 'admitted' } | { readonly kind: 'locked-out'; readonly retryAfterMs: number };

interface Waiting {
  readonly resolve: (turn: Turn) => void;
  readonly reject: (error: unknown) => void;
}

/** The attempts of one client that are under way in this process. */
interface Gate {
  /** Attempts that hold a point and have not ended. */
  pending: number;
  /** Attempts that have ended; an answer of the store from before the latest is out of date. */
  ended: number;
  readonly waiting: Waiting[];
  /** Whether the store is being asked for the first of the waiting. */
  asking: boolean;
}

/**
 * The limit on failed sign-ins: 5 in 15 minutes by client address, then 429 whatever the password.
 *
 * Every attempt takes a point first, and a wrong one keeps it. An attempt that finds no point left waits until an
 * earlier one has ended. So of 50 wrong attempts at once five are admitted, and of 50 right ones all are.
 */
export class LoginLimit {
  readonly #store: FailureStore;
  readonly #gates = new Map<string, Gate>();
  /** Until when each locked-out client is known to be, by `performance.now()`. */
  readonly #lockedOut = new Map<string, number>();

  constructor(store: FailureStore) {
    this.#store = store;
  }

  /** Admits an attempt, unless its client is locked out. @param address of the client */
  async enter(address: string): Promise<Admission> {
    const client = limitKeyOf(address) ?? address;
    const gate = this.#gates.get(client) ?? { pending: 0, ended: 0, waiting: [], asking: false };
    this.#gates.set(client, gate);
    try {
      const turn = await this.#waitForTurn(client, gate);
      if (turn.kind === 'admitted') return { kind: 'admitted', attempt: this.#attempt(client, gate) };
      return { ...turn, first: this.#isFirstRefusal(client, turn.retryAfterMs) };
    } finally {
      this.#dropIdle(client, gate);
    }
  }

  #isFirstRefusal(client: string, retryAfterMs: number): boolean {
    const now = performance.now();
    const known = (this.#lockedOut.get(client) ?? 0) > now;
    if (!known) this.#lockedOut.delete(client);
    this.#lockedOut.set(client, now + retryAfterMs);
    for (const [other, until] of this.#lockedOut) {
      if (until > now && this.#lockedOut.size <= MAX_LOCKED_OUT) break;
      this.#lockedOut.delete(other);
    }
    return !known;
  }

  async #waitForTurn(client: string, gate: Gate): Promise<Turn> {
    if (gate.waiting.length >= MAX_WAITING) return { kind: 'locked-out', retryAfterMs: 1 };
    const turn = new Promise<Turn>((resolve, reject) => gate.waiting.push({ resolve, reject }));
    void this.#admitWaiting(client, gate);
    return await turn;
  }

  /** Asks the store for one attempt after the other, until none waits or the next has to wait for an earlier one. */
  async #admitWaiting(client: string, gate: Gate): Promise<void> {
    if (gate.asking) return;
    gate.asking = true;
    while (gate.waiting.length > 0) {
      const { ended } = gate;
      try {
        const point = await this.#store.take(client);
        if (point.kind === 'taken') {
          gate.pending += 1;
          gate.waiting.shift()?.resolve({ kind: 'admitted' });
        } else if (gate.ended === ended) {
          if (gate.pending > 0) break;
          const { retryAfterMs } = point;
          for (const one of gate.waiting.splice(0)) one.resolve({ kind: 'locked-out', retryAfterMs });
        }
      } catch (error) {
        gate.waiting.shift()?.reject(error);
      }
    }
    gate.asking = false;
  }

  #attempt(client: string, gate: Gate): Attempt {
    let finding: 'right' | 'wrong' | undefined;
    return {
      succeed: () => {
        finding = 'right';
      },
      fail: () => {
        finding = 'wrong';
      },
      end: async () => {
        try {
          if (finding === 'right') await this.#store.reset(client, Math.min(MAX_FAILURES, gate.pending - 1));
          else if (finding === undefined) await this.#store.giveBack(client);
        } finally {
          gate.pending -= 1;
          gate.ended += 1;
          void this.#admitWaiting(client, gate);
          this.#dropIdle(client, gate);
        }
      },
    };
  }

  #dropIdle(client: string, gate: Gate): void {
    if (gate.pending === 0 && gate.waiting.length === 0 && !gate.asking) this.#gates.delete(client);
  }
}
