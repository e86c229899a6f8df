import { createHash } from 'node:crypto';
import { limitKeyOf } from '@ownvoice/shared/client-address';
import type { AttemptKeys, FailureStore, Finding } from '../domain/failure-store.js';
import { LockoutReports } from './lockout-reports.js';

/** Attempts of one client that may wait for its others to be decided; more are refused at once. */
const MAX_WAITING = 500;
/** How often attempts that wait ask again: another replica does not say when one of its attempts has ended. */
const ASK_AGAIN_MS = 100;

/** An attempt to prove a password. It must be ended, whatever happens; without a finding it does not count. */
export interface Attempt {
  /** The credentials were right: forgets the client's failures, and those under this name. */
  succeed(): void;
  /** The credentials were wrong. */
  fail(): void;
  end(): Promise<void>;
}

type LockedOut = { readonly kind: 'locked-out'; readonly by: keyof AttemptKeys; readonly retryAfterMs: number };

export type Admission =
  | { readonly kind: 'admitted'; readonly attempt: Attempt }
  /** Too many attempts of the client wait. */
  | { readonly kind: 'busy' }
  /** `first`: whether this is the first refusal of the window. */
  | (LockedOut & { readonly first: boolean });

interface Waiting {
  readonly keys: AttemptKeys;
  readonly resolve: (turn: { readonly kind: 'admitted'; readonly id: string } | LockedOut) => void;
  readonly reject: (error: unknown) => void;
}

/** The attempts of one client that are under way in this process. */
interface Gate {
  /** Attempts that were admitted and have not ended. */
  pending: number;
  /** Attempts that have ended; an answer of the store from before the latest is out of date. */
  ended: number;
  readonly waiting: Waiting[];
  /** Whether the store is being asked for the first of the waiting. */
  asking: boolean;
  askAgain?: NodeJS.Timeout;
}

/** A name may be a password that was typed into the wrong field, so it is stored as a digest. */
const nameKey = (client: string, name: string): string =>
  createHash('sha256').update(`${client}\n${name.toLowerCase()}`).digest('hex');

/**
 * The limit on failed sign-ins in 15 minutes: 5 by client address, and 10 by client address and name, then 429 whatever
 * the password. A success forgets the failures of the client and of its own name only, so signing in to an account of
 * one's own does not help to guess the password of another.
 *
 * An attempt that could exceed a limit waits until an earlier one has ended. So of 50 wrong attempts at once five are
 * admitted, and of 50 right ones all are.
 */
export class LoginLimit {
  readonly #store: FailureStore;
  readonly #gates = new Map<string, Gate>();
  readonly #reports = new LockoutReports();

  constructor(store: FailureStore) {
    this.#store = store;
  }

  /**
   * Admits an attempt, unless its client is locked out.
   * @param address of the client
   * @param name as submitted, whether or not there is such a user
   */
  async enter(address: string, name: string): Promise<Admission> {
    const client = limitKeyOf(address) ?? address;
    const keys = { client, name: nameKey(client, name) };
    const gate = this.#gates.get(client) ?? { pending: 0, ended: 0, waiting: [], asking: false };
    this.#gates.set(client, gate);
    try {
      if (gate.waiting.length >= MAX_WAITING) return { kind: 'busy' };
      const turn = await new Promise<Parameters<Waiting['resolve']>[0]>((resolve, reject) => {
        gate.waiting.push({ keys, resolve, reject });
        void this.#admitWaiting(gate);
      });
      if (turn.kind === 'admitted') return { kind: 'admitted', attempt: this.#attempt(turn.id, keys, gate) };
      return { ...turn, first: this.#reports.isFirst(keys[turn.by], turn.retryAfterMs) };
    } finally {
      this.#dropIdle(client, gate);
    }
  }

  /** Asks the store for one attempt after the other, until none waits or the next has to wait for an earlier one. */
  async #admitWaiting(gate: Gate): Promise<void> {
    if (gate.asking) return;
    gate.asking = true;
    clearTimeout(gate.askAgain);
    for (let next = gate.waiting[0]; next !== undefined; next = gate.waiting[0]) {
      const { ended } = gate;
      try {
        const turn = await this.#store.begin(next.keys);
        if (turn.kind === 'admitted') {
          gate.pending += 1;
          gate.waiting.shift()?.resolve(turn);
        } else if (gate.ended === ended) {
          if (turn.kind === 'wait') break;
          const refused = gate.waiting.splice(0, turn.by === 'client' ? gate.waiting.length : 1);
          for (const one of refused) one.resolve(turn);
        }
      } catch (error) {
        gate.waiting.shift()?.reject(error);
      }
    }
    gate.asking = false;
    if (gate.waiting.length > 0) gate.askAgain = setTimeout(() => void this.#admitWaiting(gate), ASK_AGAIN_MS);
  }

  #attempt(id: string, keys: AttemptKeys, gate: Gate): Attempt {
    let finding: Finding = 'none';
    return {
      succeed: () => {
        finding = 'right';
      },
      fail: () => {
        finding = 'wrong';
      },
      end: async () => {
        try {
          await this.#store.end(id, keys, finding);
        } finally {
          gate.pending -= 1;
          gate.ended += 1;
          void this.#admitWaiting(gate);
          this.#dropIdle(keys.client, gate);
        }
      },
    };
  }

  #dropIdle(client: string, gate: Gate): void {
    if (gate.pending === 0 && gate.waiting.length === 0 && !gate.asking) this.#gates.delete(client);
  }
}
