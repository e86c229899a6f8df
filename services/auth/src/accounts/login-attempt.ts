import { ApiError } from '@ownvoice/shared';
import { type Caller, recordFailure } from '../audit/trail.js';
import type { Attempt } from '../limits/login-limit.js';
import type { Services } from '../services.js';

/**
 * Admits an attempt to prove a password; the caller of this function must end it.
 * @throws {ApiError} 429 after too many failures from this address. Each is a log line, but only the first of a window
 * is an audit entry, so that whoever goes on trying does not fill the database.
 */
export async function beginAttempt({ db, loginLimit }: Services, caller: Caller): Promise<Attempt> {
  const admission = await loginLimit.enter(caller.origin.ip ?? '');
  if (admission.kind === 'admitted') return admission.attempt;
  if (admission.first) await recordFailure(db, caller, { event: 'lockout', reason: 'too many failed sign-ins' });
  else caller.log.warn({ event: 'lockout', outcome: 'failure', ip: caller.origin.ip }, 'account event');
  throw new ApiError(429, 'Too many failed sign-ins from this address. Try again later.', {
    headers: { 'retry-after': Math.max(1, Math.ceil(admission.retryAfterMs / 1000)) },
  });
}
