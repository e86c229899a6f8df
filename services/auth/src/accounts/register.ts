import { ApiError } from '@ownvoice/shared';
import type { CreateUserBody, RegisterBody, Session, User } from '@ownvoice/shared/contract';
import { act, type Caller } from '../audit/trail.js';
import { accountNamed, insertAccount, isEmpty } from '../data/accounts.js';
import { publicUser } from '../domain/user.js';
import type { Services } from '../services.js';
import { accountFaults, asConflict, refuseFaults } from './refusals.js';
import { openSession } from './session.js';

/** Finds a name that is taken before a quarter of a second goes into a hash. The index decides where two race. */
async function refuseTaken({ db }: Services, username: string, email: string | null): Promise<void> {
  if (await accountNamed(db.prisma, username)) throw new ApiError(409, 'This username is taken.');
  if (email !== null && (await accountNamed(db.prisma, email)))
    throw new ApiError(409, 'This e-mail address is taken.');
}

/**
 * Self-registration. The e-mail address is what somebody claims, until a provider proves it.
 * @throws {ApiError} 400 for broken rules, 403 before there is an administrator, 409 when name or e-mail is taken
 */
export async function register(services: Services, caller: Caller, body: RegisterBody): Promise<Session> {
  const { username, email = null, password } = body;
  refuseFaults(accountFaults({ username, email, password }));
  // Set-up makes the first account and is closed by any other, so that there would never be an administrator.
  if (await isEmpty(services.db.pool)) throw new ApiError(403, 'The service has to be set up first.');
  await refuseTaken(services, username, email);
  const passwordHash = await services.passwords.hash(password);
  try {
    return await act(services.db.prisma, caller, async (tx, note) => {
      const user = await insertAccount(tx, { username, email, emailVerified: false, passwordHash, role: 'user' });
      note({ event: 'register', userId: user.id, actorId: caller.actorId ?? user.id });
      return await openSession(tx, services.tokens, user);
    });
  } catch (error) {
    throw asConflict(error);
  }
}

/**
 * An account made by an administrator, who vouches for its e-mail address.
 * @throws {ApiError} 400 for broken rules, 409 when name or e-mail is taken
 */
export async function createUser(services: Services, caller: Caller, body: CreateUserBody): Promise<User> {
  const { username, email = null, password, role = 'user' } = body;
  refuseFaults(accountFaults({ username, email, password }));
  await refuseTaken(services, username, email);
  const passwordHash = await services.passwords.hash(password);
  try {
    return await act(services.db.prisma, caller, async (tx, note) => {
      const user = await insertAccount(tx, { username, email, emailVerified: true, passwordHash, role });
      note({ event: 'user_create', userId: user.id, reason: `role ${role}` });
      return publicUser(user);
    });
  } catch (error) {
    throw asConflict(error);
  }
}
