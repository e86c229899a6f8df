import type { ApiError } from '@ownvoice/shared';
import { limitKeyOf } from '@ownvoice/shared/client-address';
import { recordFailure, reject } from '../audit-log.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import type { AttemptOutcome } from '../domain/failure-store.js';
import { apiError } from '../errors.js';
import type { Context, RequestContext } from '../services.js';

/** The client's address, or the network of one of IPv6. */
export const networkOf = ({ caller }: Pick<Context, 'caller'>): string =>
  limitKeyOf(caller.origin.ip ?? '') ?? String(caller.origin.ip);

/** By what a password that is hashed waits for its turn: the client's network, and whose password it is, as submitted. */
export const flowsOf = (context: Pick<Context, 'caller'>, name?: string): string[] => [
  `network ${networkOf(context)}`,
  ...(name === undefined ? [] : [`name ${name.toLowerCase()}`]),
];

/** An attempt to prove a password or a code. Without an outcome it counts for nothing, and the failures before stay. */
export interface RecordedAttempt {
  /** The credentials were right: forgets the client's failures, and those under this name. */
  succeed(): void;
  /** The credentials were wrong: records that, and throws. */
  readonly reject: (failure: Omit<AuditEntry, 'outcome'>, error: ApiError) => Promise<never>;
}

/**
 * Runs `work`, in which a password or a code is proved.
 * @param name whose it is, as submitted
 * @throws {ApiError} 429 after too many failures from this address, or from it under this name; 503 when too many wait.
 */
export async function attempting<T>(
  context: RequestContext,
  name: string,
  work: (attempt: RecordedAttempt) => Promise<T>,
): Promise<T> {
  const admission = await context.loginLimit.enter(context.caller.origin.ip ?? '', name);
  if (admission.kind === 'busy') throw apiError('client_overloaded', { headers: { 'retry-after': 5 } });
  if (admission.kind === 'locked-out') {
    const headers = { 'retry-after': Math.max(1, Math.ceil(admission.retryAfterMs / 1000)) };
    const error = apiError(admission.by === 'client' ? 'locked_out' : 'name_locked_out', { headers });
    return await reject(context, { event: 'lockout' }, error);
  }
  let outcome: AttemptOutcome = 'inconclusive';
  try {
    return await work({
      succeed: () => {
        outcome = 'success';
      },
      async reject(failure, error) {
        await recordFailure(context, failure);
        outcome = 'failure';
        throw error;
      },
    });
  } finally {
    await admission.end(outcome);
  }
}

/** Runs what has the same key one after the other, in this process: of a hundred at once, the first may make the rest needless. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = result.catch(() => undefined);
    this.#last.set(key, ended);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
