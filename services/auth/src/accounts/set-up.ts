import { ApiError } from '@ownvoice/shared';
import type { Session, SetupBody } from '@ownvoice/shared/contract';
import { auditedTransaction, type Caller } from '../audit/trail.js';
import type { Transaction } from '../data/database.js';
import type { NewUser } from '../data/users.js';
import type { StoredUser } from '../domain/user.js';
import type { Services } from '../services.js';
import { accountFaults, recordingRefusal, refuseFaults } from './refusals.js';
import { openSession } from './session.js';
import type { SetupGate } from './setup-gate.js';

/**
 * Creates the first user, and only ever the first, as an administrator.
 * @param then runs in the same transaction
 * @returns what `then` returns; `undefined` when there is a user already
 */
export async function createFirstAdmin<T>(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  admin: Pick<NewUser, 'username' | 'email' | 'passwordHash'>,
  then: (tx: Transaction, user: StoredUser) => Promise<T>,
): Promise<T | undefined> {
  return await auditedTransaction(db, caller, async (tx, record) => {
    if (!(await tx.locks.firstUser())) return undefined;
    const user = await tx.users.insert({ ...admin, emailVerified: true, role: 'admin' });
    record({ event: 'setup', userId: user.id, actorId: user.id });
    return await then(tx, user);
  });
}

const alreadySetUp = (): ApiError => new ApiError(409, 'The service has been set up already.');

/**
 * First-time set-up by the form: of any number at once, on any number of replicas, one creates the administrator.
 * @param isLocal as {@link SetupGate.expect} takes it
 * @throws {ApiError} 400 for broken rules, 403 for a missing or wrong set-up token, 409 as soon as any user exists
 */
export async function setUp(
  services: Services,
  caller: Caller,
  gate: SetupGate,
  body: SetupBody,
  isLocal: boolean,
): Promise<Session> {
  const { db, passwords, tokens } = services;
  const setUpOnce = async () => {
    if (!(await db.userQueries.isEmpty())) throw alreadySetUp();
    gate.expect(body.setup_token, isLocal);
    const { username, email = null, password } = body;
    refuseFaults(accountFaults({ username, email, password }));
    const passwordHash = await passwords.hash(password, 'first');
    const session = await createFirstAdmin(services, caller, { username, email, passwordHash }, (tx, user) =>
      openSession(tx, tokens, caller.origin, user),
    );
    if (session === undefined) throw alreadySetUp();
    return session;
  };
  return await recordingRefusal(db, caller, { event: 'setup' }, () => gate.oneAtATime(setUpOnce));
}
