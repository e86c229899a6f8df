import { ApiError } from '@ownvoice/shared';
import { limitKeyOf } from '../domain/client-address.js';
import { type FailureStore, MAX_FAILURES } from '../domain/failure-store.js';

/** So many attempts of one client may wait for its others to be decided; more are refused at once. */
const MAX_WAITING = 500;
/** So many locked-out clients are remembered, so that each is reported once. */
const MAX_LOCKED_OUT = 10_000;

/** What looking at credentials came to. `neither`: right, but refused for another reason, so that it counts as nothing. */
export type Verdict<T> = { readonly kind: 'right' | 'wrong' | 'neither'; readonly answer: () => T };

type Admission = { readonly kind: 'admitted' } | { readonly kind: 'locked-out'; readonly retryAfterMs: number };

interface Waiting {
  readonly resolve: (admission: Admission) => void;
  readonly reject: (error: unknown) => void;
}

/** The attempts of one client that are under way in this process. */
interface Gate {
  /** Attempts that hold a point and are being looked at. */
  judging: number;
  /** How many have been decided; what a store says about an earlier moment is asked again. */
  decided: number;
  readonly waiting: Waiting[];
  asking: boolean;
}

/**
 * The limit on failed sign-ins: 5 in 15 minutes by client address, then 429 whatever the password.
 *
 * Every attempt takes a point first, and a wrong one keeps it. So of 50 wrong attempts at once five are looked at and
 * the rest refused, while of 50 right ones none is: those that find no point left wait until an earlier one is decided.
 */
export class LoginLimit {
  readonly #store: FailureStore;
  readonly #gates = new Map<string, Gate>();
  /** Until when each locked-out client is known to be. */
  readonly #lockedOut = new Map<string, number>();

  constructor(store: FailureStore) {
    this.#store = store;
  }

  /**
   * Looks at credentials under the limit.
   * @param address of the client
   * @param judge looks at them; when it throws, the attempt counts as nothing
   * @param lockedOut is told of every attempt that is refused, and whether it is the first in its window
   * @throws {ApiError} 429 with `retry-after` in seconds
   */
  async attempt<T>(
    address: string,
    judge: () => Promise<Verdict<T>>,
    lockedOut: (first: boolean) => Promise<void>,
  ): Promise<T> {
    const client = limitKeyOf(address) ?? address;
    const gate = this.#gates.get(client) ?? { judging: 0, decided: 0, waiting: [], asking: false };
    this.#gates.set(client, gate);
    try {
      const admission = await this.#enter(client, gate);
      if (admission.kind === 'admitted') return await this.#judged(client, gate, judge);
      await lockedOut(this.#isFirst(client, admission.retryAfterMs));
      throw new ApiError(429, 'Too many failed sign-ins from this address. Try again later.', {
        headers: { 'retry-after': Math.max(1, Math.ceil(admission.retryAfterMs / 1000)) },
      });
    } finally {
      if (gate.judging === 0 && gate.waiting.length === 0 && !gate.asking) this.#gates.delete(client);
    }
  }

  #isFirst(client: string, retryAfterMs: number): boolean {
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

  async #enter(client: string, gate: Gate): Promise<Admission> {
    if (gate.waiting.length >= MAX_WAITING) return { kind: 'locked-out', retryAfterMs: 1 };
    const admission = new Promise<Admission>((resolve, reject) => gate.waiting.push({ resolve, reject }));
    void this.#admit(client, gate);
    return await admission;
  }

  /** Asks the store for one attempt after the other, until there are none or the next has to wait for a decision. */
  async #admit(client: string, gate: Gate): Promise<void> {
    if (gate.asking) return;
    gate.asking = true;
    while (gate.waiting.length > 0) {
      const { decided } = gate;
      try {
        const point = await this.#store.take(client);
        if (point.kind === 'taken') {
          gate.judging += 1;
          gate.waiting.shift()?.resolve({ kind: 'admitted' });
        } else if (gate.decided === decided) {
          if (gate.judging > 0) break;
          const { retryAfterMs } = point;
          for (const one of gate.waiting.splice(0)) one.resolve({ kind: 'locked-out', retryAfterMs });
        }
      } catch (error) {
        gate.waiting.shift()?.reject(error);
      }
    }
    gate.asking = false;
  }

  async #judged<T>(client: string, gate: Gate, judge: () => Promise<Verdict<T>>): Promise<T> {
    let kind: Verdict<T>['kind'] = 'neither';
    try {
      const verdict = await judge();
      kind = verdict.kind;
      return verdict.answer();
    } finally {
      try {
        if (kind === 'right') await this.#store.reset(client, Math.min(MAX_FAILURES, gate.judging - 1));
        else if (kind === 'neither') await this.#store.giveBack(client);
      } finally {
        gate.judging -= 1;
        gate.decided += 1;
        void this.#admit(client, gate);
      }
    }
  }
}
