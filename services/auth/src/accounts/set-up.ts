import { createHmac } from 'node:crypto';
import type { Session, SetupBody } from '@ownvoice/shared/contract';
import { auditedTransaction, type Caller } from '../audit-log.js';
import type { Transaction } from '../data/database.js';
import type { NewUser } from '../data/users.js';
import { isSameSecret } from '../domain/bearer-token.js';
import type { StoredUser } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Services } from '../services.js';
import { flowsOf } from './login-attempt.js';
import { OneAtATime } from './one-at-a-time.js';
import { accountFaults, recordingRejection, rejectFaults } from './rejections.js';
import { openSession } from './session.js';

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

/**
 * First-time set-up by the form: of any number at once, on any number of replicas, one creates the administrator.
 * @throws {ApiError} 400 for broken rules, 403 for a missing or wrong set-up token, 409 as soon as any user exists
 */
export async function setUp(services: Services, caller: Caller, gate: SetupGate, body: SetupBody): Promise<Session> {
  const { db, passwords, tokens } = services;
  const setUpOnce = async () => {
    if (!(await db.userQueries.isEmpty())) throw apiError('already_set_up');
    gate.expect(body.setup_token);
    const { username, email = null, password } = body;
    rejectFaults(accountFaults({ username, email, password }));
    const passwordHash = await passwords.hash(password, { priority: 'high', flows: flowsOf(caller) });
    const session = await createFirstAdmin(services, caller, { username, email, passwordHash }, (tx, user) =>
      openSession(tx, tokens, caller.origin, user),
    );
    if (session === undefined) throw apiError('already_set_up');
    return session;
  };
  return await recordingRejection(db, caller, { event: 'setup' }, () => gate.oneAtATime(setUpOnce));
}

const TOKEN_CHARACTERS = 24;

/**
 * The set-up token of an installation: the same on every replica and after every restart, and nobody can compute it from
 * the database alone. HMAC-SHA-256, 144 bits of it in base64url.
 */
export const setupTokenOf = (secret: string, installationId: string): string =>
  createHmac('sha256', secret).update(`setup-token:${installationId}`).digest('base64url').slice(0, TOKEN_CHARACTERS);

/**
 * Guards first-time set-up: by a token, since a proxy on the same machine cannot be told from the machine itself, and by
 * a queue, because a hundred set-ups at once would otherwise compute a hundred hashes for one account.
 */
export class SetupGate {
  readonly token: string;
  readonly #queue = new OneAtATime();

  constructor(token: string) {
    this.token = token;
  }

  /** @throws {ApiError} 403 */
  expect(given = ''): void {
    if (!isSameSecret(given, this.token)) throw apiError('wrong_setup_token');
  }

  /** Runs a set-up when those before it have ended. */
  oneAtATime<T>(setUp: () => Promise<T>): Promise<T> {
    return this.#queue.run('', setUp);
  }
}
