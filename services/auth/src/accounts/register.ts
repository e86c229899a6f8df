import type { CreateUserBody, RegisterBody, Session, User } from '@ownvoice/shared/contract';
import { auditedTransaction, type Caller } from '../audit/trail.js';
import { publicUser } from '../domain/user.js';
import type { Services } from '../services.js';
import { accountFaults, emailTaken, recordingRefusal, refuseFaults, usernameTaken } from './refusals.js';
import { openSession } from './session.js';

/** Refuses a taken name before a quarter of a second goes into a hash. Where two race, the index decides. */
async function refuseTaken({ db }: Pick<Services, 'db'>, username: string, email: string | null): Promise<void> {
  if (await db.users.byName(username)) throw usernameTaken();
  if (email !== null && (await db.users.byEmail(email))) throw emailTaken();
}

/**
 * Self-registration. The e-mail address is only claimed until a provider proves it.
 * @throws {ApiError} 400 for broken rules, 409 when name or e-mail is taken, 429 and 503 when too many register at once
 */
export async function register(services: Services, caller: Caller, body: RegisterBody): Promise<Session> {
  refuseFaults(accountFaults(body));
  return await recordingRefusal(services.db, caller, { event: 'register' }, () =>
    services.registrationLimit.run(caller.origin.ip ?? '', () => createAccount(services, caller, body)),
  );
}

async function createAccount(services: Services, caller: Caller, body: RegisterBody): Promise<Session> {
  const { db, passwords, tokens } = services;
  const { username, email = null, password } = body;
  await refuseTaken(services, username, email);
  const passwordHash = await passwords.hash(password, 'later');
  return await auditedTransaction(db, caller, async (tx, record) => {
    const user = await tx.users.insert({ username, email, emailVerified: false, passwordHash, role: 'user' });
    record({ event: 'register', userId: user.id, actorId: caller.actorId ?? user.id });
    return await openSession(tx, tokens, caller.origin, user);
  });
}

/**
 * A user created by an administrator, who vouches for the e-mail address.
 * @throws {ApiError} 400 for broken rules, 409 when name or e-mail is taken
 */
export async function createUser(
  services: Pick<Services, 'db' | 'passwords'>,
  caller: Caller,
  body: CreateUserBody,
): Promise<User> {
  const { username, email = null, password, role = 'user' } = body;
  refuseFaults(accountFaults({ username, email, password }));
  return await recordingRefusal(services.db, caller, { event: 'user_create' }, async () => {
    await refuseTaken(services, username, email);
    const passwordHash = await services.passwords.hash(password, 'later');
    return await auditedTransaction(services.db, caller, async (tx, record) => {
      const user = await tx.users.insert({ username, email, emailVerified: true, passwordHash, role });
      record({ event: 'user_create', userId: user.id, reason: `role ${role}` });
      return publicUser(user);
    });
  });
}
