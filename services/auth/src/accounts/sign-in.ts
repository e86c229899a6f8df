import { ApiError } from '@ownvoice/shared';
import type { LoginBody, Session } from '@ownvoice/shared/contract';
import { auditedTransaction, type Caller, recordFailure } from '../audit/trail.js';
import { bcryptCost, parsePasswordHash } from '../domain/password-hash.js';
import type { Verdict } from '../limits/login-limit.js';
import type { Services } from '../services.js';
import { recordLockout } from './lockout.js';
import { refuseFaults, unreadableFaults } from './refusals.js';
import { openSession } from './session.js';

/** One sentence for every cause: whoever guesses learns nothing about which accounts there are. */
const wrongCredentials = (): never => {
  throw new ApiError(401, 'The username or the password is wrong.');
};
const singleUserOnly = (): never => {
  throw new ApiError(403, 'In single-user mode only the default administrator can sign in.');
};

/** Whether a hash was made elsewhere, or at a lower cost, and is to be replaced now that the password is known. */
function isForeign(hash: string): boolean {
  const parsed = parsePasswordHash(hash);
  return parsed.kind !== 'bcrypt' || parsed.cost !== bcryptCost;
}

/**
 * Signs in by username or e-mail and password.
 * @throws {ApiError} 400 for a password that can't be anybody's, 401 for wrong credentials, 403 in single-user mode,
 * 429 after too many failures from this address, 503 when too many sign in at once
 */
export async function signIn(services: Services, caller: Caller, { username, password }: LoginBody): Promise<Session> {
  refuseFaults(unreadableFaults(password, 'password'));
  return await services.loginLimit.attempt(
    caller.origin.ip ?? '',
    () => judge(services, caller, username, password),
    (first) => recordLockout(services, caller, first),
  );
}

async function judge(services: Services, caller: Caller, name: string, password: string): Promise<Verdict<Session>> {
  const { config, db, passwords } = services;
  const [user, prefixes] = await Promise.all([db.users.byName(name), db.userQueries.argon2idPrefixes()]);
  const hash = user?.passwordHash ?? null;
  const matches = await passwords.compare({ password, hash, argon2idPrefixes: prefixes });
  const failed = async (reason: string): Promise<Verdict<Session>> => {
    await recordFailure(db, caller, { event: 'login', userId: user?.id, reason });
    return { kind: 'wrong', answer: wrongCredentials };
  };
  if (user === undefined) return await failed('unknown user');
  if (hash === null) return await failed('account without a password');
  if (!matches) return await failed('wrong password');
  if (config.singleUser && user.id !== (await db.userQueries.defaultAdminId(config.defaultAdmin.username))) {
    await recordFailure(db, caller, { event: 'login', userId: user.id, reason: 'single-user mode' });
    return { kind: 'neither', answer: singleUserOnly };
  }
  const rehashed = isForeign(hash) ? await passwords.hash(password) : undefined;
  const session = await open(services, caller, user.id, hash, rehashed);
  // The password was changed while it was being compared: what was right a moment ago is wrong now.
  return session === undefined ? await failed('wrong password') : { kind: 'right', answer: () => session };
}

async function open(
  { db, tokens }: Services,
  caller: Caller,
  id: string,
  hash: string,
  rehashed: string | undefined,
): Promise<Session | undefined> {
  return await auditedTransaction(db, caller, async (tx, record) => {
    const unchanged =
      rehashed === undefined
        ? await tx.locks.passwordHash(id, hash)
        : await tx.users.replacePasswordHash(id, hash, rehashed);
    const user = unchanged ? await tx.users.byId(id) : undefined;
    if (user === undefined) return undefined;
    record({ event: 'login', userId: id, actorId: id, ...(rehashed !== undefined && { reason: 'hash renewed' }) });
    return await openSession(tx, tokens, user);
  });
}
