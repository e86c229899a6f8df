import { ApiError } from '@ownvoice/shared';
import type { Session, SetupBody } from '@ownvoice/shared/contract';
import { act, type Caller } from '../audit/trail.js';
import { insertAccount, isEmpty, lockEmptyStore, type NewAccount } from '../data/accounts.js';
import type { User } from '../generated/client.js';
import type { Services } from '../services.js';
import { accountFaults, refuseFaults } from './refusals.js';
import { openSession } from './session.js';
import type { SetupGate } from './setup-gate.js';

/**
 * Makes the first account, and only ever the first, an administrator.
 * @param signIn done within the same transaction
 * @returns `undefined` when there is an account already
 */
export async function createFirstAdmin<T>(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  account: Pick<NewAccount, 'username' | 'email' | 'passwordHash'>,
  signIn: (tx: Parameters<typeof insertAccount>[0] & Parameters<typeof openSession>[0], user: User) => Promise<T>,
): Promise<T | undefined> {
  return await act(db.prisma, caller, async (tx, note) => {
    if (!(await lockEmptyStore(tx))) return undefined;
    const user = await insertAccount(tx, { ...account, emailVerified: true, role: 'admin' });
    note({ event: 'setup', userId: user.id, actorId: user.id });
    return await signIn(tx, user);
  });
}

const alreadySetUp = (): ApiError => new ApiError(409, 'The service has been set up already.');

/**
 * First-time set-up by the form: of any number at once, on any number of replicas, one makes the administrator.
 * @throws {ApiError} 400 for broken rules, 403 for a missing or wrong set-up token, 409 as soon as any user exists
 */
export async function setUp(services: Services, caller: Caller, gate: SetupGate, body: SetupBody): Promise<Session> {
  return await gate.oneAtATime(async () => {
    if (!(await isEmpty(services.db.pool))) throw alreadySetUp();
    if (!gate.admits(body.setup_token)) throw new ApiError(403, 'The set-up token is missing or wrong.');
    const { username, email = null, password } = body;
    refuseFaults(accountFaults({ username, email, password }));
    const passwordHash = await services.passwords.hash(password);
    const session = await createFirstAdmin(services, caller, { username, email, passwordHash }, (tx, user) =>
      openSession(tx, services.tokens, user),
    );
    if (session === undefined) throw alreadySetUp();
    return session;
  });
}
