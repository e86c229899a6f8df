import { ApiError } from '@ownvoice/shared';
import type { AuditEventName } from '@ownvoice/shared/contract';
import { type Caller, recordFailure } from '../audit/trail.js';
import type { Services } from '../services.js';
import { confirmPassword } from './confirm-password.js';

/** Whose account a request changes, and what proves that its owner sends it. */
export interface Owner {
  readonly id: string;
  readonly username: string;
  /** When the request's token was issued, in milliseconds since the Unix epoch. */
  readonly issuedAt: number;
  readonly currentPassword: string | undefined;
}

export const proofNeeded = (): ApiError =>
  new ApiError(403, 'Sign in again, or send your current password as current_password.');

/** With 0 no sign-in is recent, not even one by a clock that is ahead of this one. */
const isRecent = ({ config: { recentSignInMs } }: Services, { issuedAt }: Owner): boolean =>
  recentSignInMs > 0 && Date.now() - issuedAt < recentSignInMs;

/**
 * Asks for more than a token before the ways into an account change, because a token may be stolen: a recent sign-in,
 * or the current password. A password that was sent is checked in either case.
 * @param event under which a refusal is recorded
 * @throws {ApiError} 400 for a password that nobody can have, 403, 429 after too many wrong passwords, 503
 */
export async function requireRecentSignIn(
  services: Services,
  caller: Caller,
  owner: Owner,
  event: AuditEventName,
): Promise<void> {
  const { id: userId, currentPassword } = owner;
  if (currentPassword !== undefined) await confirmPassword(services, caller, owner, currentPassword, event);
  else if (!isRecent(services, owner)) {
    await recordFailure(services.db, caller, { event, userId, reason: 'no recent sign-in' });
    throw proofNeeded();
  }
}
