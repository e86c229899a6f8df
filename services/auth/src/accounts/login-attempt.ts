import { limitKeyOf } from '@ownvoice/shared/client-address';
import { reject } from '../audit-log.js';
import { apiError } from '../errors.js';
import type { Attempt } from '../limits/login-limit.js';
import type { Context, RequestContext } from '../services.js';

/** The client's address, or the network of one of IPv6. */
export const networkOf = ({ caller }: Pick<Context, 'caller'>): string =>
  limitKeyOf(caller.origin.ip ?? '') ?? String(caller.origin.ip);

/** By what a password that is hashed waits for its turn: the client's network, and whose password it is, as submitted. */
export const flowsOf = (context: Pick<Context, 'caller'>, name?: string): string[] => [
  `network ${networkOf(context)}`,
  ...(name === undefined ? [] : [`name ${name.toLowerCase()}`]),
];

/**
 * Admits an attempt to prove a password; the caller of this function must end it.
 * @param name whose password it is, as submitted
 * @throws {ApiError} 429 after too many failures from this address, or from it under this name; 503 when too many wait.
 */
export async function beginAttempt(context: RequestContext, name: string): Promise<Attempt> {
  const admission = await context.loginLimit.enter(context.caller.origin.ip ?? '', name);
  if (admission.kind === 'admitted') return admission.attempt;
  if (admission.kind === 'busy') throw apiError('client_overloaded', { headers: { 'retry-after': 5 } });
  const { by, retryAfterMs } = admission;
  const headers = { 'retry-after': Math.max(1, Math.ceil(retryAfterMs / 1000)) };
  const error = apiError(by === 'client' ? 'locked_out' : 'name_locked_out', { headers });
  return await reject(context, { event: 'lockout' }, error);
}
