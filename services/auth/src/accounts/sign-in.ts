import type { LoginBody, Session } from '@ownvoice/shared/contract';
import { auditedTransaction, reject } from '../audit-log.js';
import { apiError } from '../errors.js';
import type { RequestContext } from '../services.js';
import { attempting, flowsOf } from './login-attempt.js';
import { type RejectedCode, rejectCode, rejectPausedCode, takeCodeOfSignIn } from './one-time-code.js';
import { recordingRejection } from './rejections.js';
import { openSession } from './session.js';

/**
 * Signs in by username or e-mail and password, and by a one-time code where the account has a second factor.
 * @throws {ApiError} 401 for wrong credentials, and for a missing or wrong one-time code, which has a header of its own;
 * 403 in single-user mode and for a suspended account, 429 after too many failures from this address or wrong codes of the account, 503 when too many sign in at once
 */
export async function signIn(context: RequestContext, { username, password, otp }: LoginBody): Promise<Session> {
  const { db, passwords } = context;
  return await attempting(context, username, async (attempt) => {
    const [user, argon2idPrefixes] = await Promise.all([db.users.byName(username), db.userQueries.argon2idPrefixes()]);
    const entry = { event: 'login', userId: user?.id } as const;
    if (user !== undefined) await recordingRejection(context, entry, async () => rejectPausedCode(user, otp));
    const hash = user?.passwordHash ?? null;
    // Also for an unknown user and for one without a password, so that the time tells nothing.
    const { matches, renewedHash } = await passwords.compare(
      { password, hash, argon2idPrefixes, renew: true },
      flowsOf(context, username),
    );

    /** One message for every cause: whoever guesses learns nothing about which accounts exist. */
    const rejectCredentials = (reason: string): Promise<never> =>
      attempt.reject({ ...entry, reason }, apiError('invalid_credentials'));
    if (user === undefined) return await rejectCredentials('unknown_user');
    if (hash === null) return await rejectCredentials('no_password');
    if (!matches) return await rejectCredentials('wrong_password');
    if (!(await db.userQueries.maySignIn(user.id)))
      return await reject(context, entry, apiError('not_the_default_admin'));
    const proven = { userId: user.id, hash, renewedHash, otp };
    const outcome = await recordingRejection(context, entry, () => openSessionIfUnchanged(context, proven));
    if (outcome === undefined) return await rejectCredentials('wrong_password');
    if ('code' in outcome) return await rejectCode(attempt, entry, outcome.code);
    attempt.succeed();
    return outcome.session;
  });
}

interface ProvenPassword {
  readonly userId: string;
  /** The stored hash that the password matches. */
  readonly hash: string;
  readonly renewedHash: string | undefined;
  readonly otp: string | undefined;
}

type Outcome = { readonly session: Session } | { readonly code: RejectedCode };

/** @returns `undefined` when the password was changed while it was being compared */
async function openSessionIfUnchanged(
  context: RequestContext,
  { userId, hash, renewedHash, otp }: ProvenPassword,
): Promise<Outcome | undefined> {
  return await auditedTransaction(context, async (tx, record) => {
    const unchanged =
      renewedHash === undefined
        ? await tx.locks.passwordHash(userId, hash)
        : await tx.users.replacePasswordHash(userId, hash, renewedHash);
    const user = unchanged ? await tx.users.byId(userId) : undefined;
    if (user === undefined) return undefined;
    const code = await takeCodeOfSignIn(tx, record, context, user, otp);
    if (code !== undefined) return { code };
    record({ userId, actorId: userId, event: 'login', ...(renewedHash !== undefined && { reason: 'hash_renewed' }) });
    return { session: await openSession(tx, context, user) };
  });
}
