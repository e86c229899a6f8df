import { type Caller, recordFailure } from '../audit/trail.js';
import type { Services } from '../services.js';

/**
 * Records that an address is locked out: a line for every refused attempt, a row for the first of a window, so that
 * whoever hammers on does not fill the store.
 */
export async function recordLockout({ db }: Services, caller: Caller, first: boolean): Promise<void> {
  if (first) await recordFailure(db, caller, { event: 'lockout', reason: 'too many failed sign-ins' });
  else caller.log.warn({ event: 'lockout', outcome: 'failure', ip: caller.origin.ip }, 'account event');
}
