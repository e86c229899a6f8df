import type { CreateUserBody, RegisterBody, Session, User } from '@ownvoice/shared/contract';
import { auditedTransaction } from '../audit-log.js';
import { publicUser } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Context, RequestContext, Services } from '../services.js';
import { flowsOf } from './login-attempt.js';
import { accountFaults, recordingRejection, rejectFaults } from './rejections.js';
import { openSession } from './session.js';

/** Rejects a taken name before a quarter of a second goes into a hash. Where two race, the index decides. */
export async function rejectTaken(
  { db }: Pick<Services, 'db'>,
  username: string | null,
  email: string | null,
): Promise<void> {
  if (username !== null && (await db.users.byName(username))) throw apiError('name_taken');
  if (email !== null && (await db.users.byEmail(email))) throw apiError('email_taken');
}

/**
 * Self-registration. The e-mail address is only claimed until a provider proves it.
 * @throws {ApiError} 400 for broken rules, 409 when name or e-mail is taken, 429 and 503 when too many register at once
 */
export async function register(context: RequestContext, body: RegisterBody): Promise<Session> {
  rejectFaults(accountFaults(body));
  const { username, email = null, password } = body;
  return await recordingRejection(context, { event: 'register' }, async () => {
    await rejectTaken(context, username, email);
    const passwordHash = await context.passwords.hash(password, { priority: 'low', flows: flowsOf(context) });
    return await auditedTransaction(context, async (tx, record) => {
      const user = await tx.users.insert({ username, email, emailVerified: false, passwordHash, role: 'user' });
      record({ event: 'register', userId: user.id, actorId: context.caller.actorId ?? user.id });
      return await openSession(tx, context, user);
    });
  });
}

/**
 * A user created by an administrator, who vouches for the e-mail address.
 * @throws {ApiError} 400 for broken rules, 409 when name or e-mail is taken
 */
export async function createUser(context: Context, body: CreateUserBody): Promise<User> {
  const { username, email = null, password, role = 'user' } = body;
  rejectFaults(accountFaults({ username, email, password }));
  return await recordingRejection(context, { event: 'user_create' }, async () => {
    await rejectTaken(context, username, email);
    const passwordHash = await context.passwords.hash(password, { priority: 'low' });
    return await auditedTransaction(context, async (tx, record) => {
      const user = await tx.users.insert({ username, email, emailVerified: true, passwordHash, role });
      record({ event: 'user_create', userId: user.id, reason: `role_${role}` });
      return publicUser(user);
    });
  });
}
