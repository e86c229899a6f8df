import type { AcceptBody, BrokenRule, Session } from '@ownvoice/shared/contract';
import { auditedTransaction, reject } from '../audit-log.js';
import type { StoredLink } from '../data/links.js';
import { passwordFaults } from '../domain/account-rules.js';
import { tokenHash } from '../domain/bearer-token.js';
import { apiError } from '../errors.js';
import type { RequestContext } from '../services.js';
import { attempting, flowsOf, type RecordedAttempt } from './login-attempt.js';
import { codeNeeded, hasCode, rejectCode, rejectPausedCode, takeCodeOfSignIn } from './one-time-code.js';
import { rejectTaken } from './register.js';
import { accountFaults, recordingRejection, rejectFaults } from './rejections.js';
import { openSession } from './session.js';
import { dropSignInMethods } from './sign-in-methods.js';

/** What came of a link: a session, of an account that was made for it or not. */
interface Accepted {
  readonly session: Session;
  readonly isNewUser: boolean;
}

/**
 * Uses a link up: makes the account of an invitation, or sets the password of a user, and signs in. Only success uses it up.
 * @throws {ApiError} 400 for broken rules, 401 for a missing or wrong one-time code, 403 in single-user mode and for a suspended
 * user, 404 for a link that is unknown, used or expired, 409 when the name is taken, 429 and 503
 */
export async function acceptLink(context: RequestContext, body: AcceptBody): Promise<Accepted> {
  const link = await context.db.links.byToken(tokenHash(body.token), new Date());
  if (link === undefined) throw apiError('unknown_link');
  if (link.userId === null) return { session: await acceptInvitation(context, link, body), isNewUser: true };
  return { session: await resetByLink(context, link.userId, body), isNewUser: false };
}

async function acceptInvitation(
  context: RequestContext,
  { username: given, email, role }: StoredLink,
  { token, username: chosen, password }: AcceptBody,
): Promise<Session> {
  const { config, passwords } = context;
  const event = 'invitation_accept';
  return await recordingRejection(context, { event }, async () => {
    if (config.singleUser) throw apiError('single_user_mode');
    const username = given ?? chosen ?? '';
    rejectFaults([...nameFaults(given, chosen), ...accountFaults({ password })]);
    await rejectTaken(context, username, email);
    const passwordHash = await passwords.hash(password, { priority: 'low', flows: flowsOf(context) });
    return await auditedTransaction(context, async (tx, record) => {
      if (!(await tx.links.take(tokenHash(token), new Date()))) throw apiError('unknown_link');
      const user = await tx.users.insert({ username, email, emailVerified: email !== null, passwordHash, role });
      record({ event, userId: user.id, actorId: user.id, reason: `role_${role}` });
      return await openSession(tx, context, user);
    });
  });
}

function nameFaults(given: string | null, chosen: string | undefined): BrokenRule[] {
  if (given !== null) return chosen === undefined ? [] : [{ field: 'username', code: 'not_chosen' } as const];
  return chosen === undefined ? [{ field: 'username', code: 'required' }] : accountFaults({ username: chosen });
}

/** Everything that opened the account before is dropped, but for the second factor, which is asked for. */
async function resetByLink(
  context: RequestContext,
  userId: string,
  { token, username, password, otp }: AcceptBody,
): Promise<Session> {
  const { db, passwords } = context;
  const entry = { event: 'password_reset', userId } as const;
  return await recordingRejection(context, entry, async () => {
    const before = await db.users.byId(userId);
    if (before === undefined) throw apiError('unknown_link');
    if (!(await db.userQueries.maySignIn(userId))) throw apiError('not_the_default_admin');
    if (before.suspended) throw apiError('suspended');
    rejectFaults([
      ...(username === undefined ? [] : [{ field: 'username', code: 'not_chosen' } as const]),
      ...passwordFaults(password),
    ]);
    if (before.hasSecondFactor && !hasCode(otp)) throw codeNeeded();
    rejectPausedCode(before, otp);
    const reset = async (attempt: Pick<RecordedAttempt, 'reject'>) => {
      const hash = await passwords.hash(password, { priority: 'high', flows: flowsOf(context, before.username) });
      const outcome = await auditedTransaction(context, async (tx, record) => {
        const user = await tx.locks.user(userId);
        if (user === undefined) throw apiError('unknown_link');
        const code = await takeCodeOfSignIn(tx, record, context, user, otp);
        if (code !== undefined) return { code };
        if (!(await tx.links.take(tokenHash(token), new Date()))) throw apiError('unknown_link');
        await tx.users.setPasswordHash(userId, hash);
        const reason = ['link', ...(await dropSignInMethods(tx, userId))].join(' ');
        record({ ...entry, actorId: userId, reason });
        return { session: await openSession(tx, context, user) };
      });
      return 'session' in outcome ? outcome.session : await rejectCode(attempt, entry, outcome.code);
    };
    // Without a second factor nothing can be guessed here.
    return before.hasSecondFactor
      ? await attempting(context, before.username, reset)
      : await reset({ reject: (failure, error) => reject(context, failure, error) });
  });
}
