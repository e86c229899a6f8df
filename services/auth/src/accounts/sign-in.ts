import { ApiError } from '@ownvoice/shared';
import type { LoginBody, Session } from '@ownvoice/shared/contract';
import { auditedTransaction, type Caller, recordFailure } from '../audit/trail.js';
import type { Services } from '../services.js';
import { beginAttempt } from './login-attempt.js';
import { openSession } from './session.js';

/**
 * Signs in by username or e-mail and password.
 * @throws {ApiError} 401 for wrong credentials, 403 in single-user mode,
 * 429 after too many failures from this address, 503 when too many sign in at once
 */
export async function signIn(services: Services, caller: Caller, { username, password }: LoginBody): Promise<Session> {
  const { config, db, passwords } = services;
  const attempt = await beginAttempt(services, caller, username);
  try {
    const [user, argon2idPrefixes] = await Promise.all([db.users.byName(username), db.userQueries.argon2idPrefixes()]);
    const hash = user?.passwordHash ?? null;
    // Also for an unknown user and for one without a password, so that the time tells nothing.
    const { matches, renewedHash } = await passwords.compare({ password, hash, argon2idPrefixes, renew: true });

    /** One sentence for every cause: whoever guesses learns nothing about which accounts exist. */
    const refuse = async (reason: string): Promise<never> => {
      await recordFailure(db, caller, { event: 'login', userId: user?.id, reason });
      attempt.fail();
      throw new ApiError(401, 'The username or the password is wrong.');
    };
    if (user === undefined) return await refuse('unknown user');
    if (hash === null) return await refuse('account without a password');
    if (!matches) return await refuse('wrong password');
    if (config.singleUser && user.id !== (await db.userQueries.defaultAdminId(config.defaultAdmin.username))) {
      await recordFailure(db, caller, { event: 'login', userId: user.id, reason: 'single-user mode' });
      throw new ApiError(403, 'In single-user mode only the default administrator can sign in.');
    }
    const session = await openSessionIfUnchanged(services, caller, user.id, hash, renewedHash);
    if (session === undefined) return await refuse('wrong password');
    attempt.succeed();
    return session;
  } finally {
    await attempt.end();
  }
}

/** @returns `undefined` when the password was changed while it was being compared */
async function openSessionIfUnchanged(
  { db, tokens }: Services,
  caller: Caller,
  id: string,
  hash: string,
  renewedHash: string | undefined,
): Promise<Session | undefined> {
  return await auditedTransaction(db, caller, async (tx, record) => {
    const unchanged =
      renewedHash === undefined
        ? await tx.locks.passwordHash(id, hash)
        : await tx.users.replacePasswordHash(id, hash, renewedHash);
    const user = unchanged ? await tx.users.byId(id) : undefined;
    if (user === undefined) return undefined;
    record({ event: 'login', userId: id, actorId: id, ...(renewedHash !== undefined && { reason: 'hash renewed' }) });
    return await openSession(tx, tokens, caller.origin, user);
  });
}
