import { createHash } from 'node:crypto';
import { limitKeyOf } from '@ownvoice/shared/client-address';
import type { AttemptDecision, AttemptKeys, AttemptOutcome, FailureStore } from '../domain/failure-store.js';

/** Attempts of one client that may wait for its others to be decided; more are rejected at once. */
const MAX_WAITING = 500;
/** How often attempts that wait ask again: another replica does not say when one of its attempts has ended. */
const ASK_AGAIN_MS = 100;

type Decision = Exclude<AttemptDecision, { kind: 'wait' }>;

export type Admission =
  /** The attempt must be ended, whatever happens. */
  | { readonly kind: 'admitted'; readonly end: (outcome: AttemptOutcome) => Promise<void> }
  /** Too many attempts of the client wait. */
  | { readonly kind: 'busy' }
  | Exclude<Decision, { kind: 'admitted' }>;

interface Waiting {
  readonly keys: AttemptKeys;
  readonly resolve: (decision: Decision) => void;
  readonly reject: (error: unknown) => void;
}

/** The attempts of one client that are under way in this process. */
interface ClientQueue {
  /** Attempts that were admitted and have not ended. */
  pending: number;
  /** Attempts that have ended; a decision of the store from before the latest is out of date. */
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
  readonly #queues = new Map<string, ClientQueue>();

  constructor(private readonly store: FailureStore) {}

  /**
   * Admits an attempt, unless its client is locked out.
   * @param address of the client
   * @param name as submitted, whether or not there is such a user
   */
  async enter(address: string, name: string): Promise<Admission> {
    const client = limitKeyOf(address) ?? address;
    const keys = { client, name: nameKey(client, name) };
    const queue = this.#queues.get(client) ?? { pending: 0, ended: 0, waiting: [], asking: false };
    this.#queues.set(client, queue);
    try {
      if (queue.waiting.length >= MAX_WAITING) return { kind: 'busy' };
      const decision = await new Promise<Decision>((resolve, reject) => {
        queue.waiting.push({ keys, resolve, reject });
        void this.#admitWaiting(queue);
      });
      if (decision.kind !== 'admitted') return decision;
      return { kind: 'admitted', end: (outcome) => this.#end(decision.id, keys, queue, outcome) };
    } finally {
      this.#dropIdle(client, queue);
    }
  }

  /** Asks the store for one attempt after the other, until none waits or the next has to wait for an earlier one. */
  async #admitWaiting(queue: ClientQueue): Promise<void> {
    if (queue.asking) return;
    queue.asking = true;
    clearTimeout(queue.askAgain);
    for (let next = queue.waiting[0]; next !== undefined; next = queue.waiting[0]) {
      const { ended } = queue;
      try {
        const decision = await this.store.begin(next.keys);
        if (decision.kind === 'admitted') {
          queue.pending += 1;
          queue.waiting.shift()?.resolve(decision);
        } else if (queue.ended === ended) {
          if (decision.kind === 'wait') break;
          const rejected = queue.waiting.splice(0, decision.by === 'client' ? queue.waiting.length : 1);
          for (const one of rejected) one.resolve(decision);
        }
      } catch (error) {
        queue.waiting.shift()?.reject(error);
      }
    }
    queue.asking = false;
    if (queue.waiting.length > 0) queue.askAgain = setTimeout(() => void this.#admitWaiting(queue), ASK_AGAIN_MS);
  }

  async #end(id: string, keys: AttemptKeys, queue: ClientQueue, outcome: AttemptOutcome): Promise<void> {
    try {
      await this.store.end(id, keys, outcome);
    } finally {
      queue.pending -= 1;
      queue.ended += 1;
      void this.#admitWaiting(queue);
      this.#dropIdle(keys.client, queue);
    }
  }

  #dropIdle(client: string, queue: ClientQueue): void {
    if (queue.pending === 0 && queue.waiting.length === 0 && !queue.asking) this.#queues.delete(client);
  }
}
