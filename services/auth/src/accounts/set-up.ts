import { createHmac, randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Session, SetupBody } from '@ownvoice/shared/contract';
import { auditedTransaction } from '../audit-log.js';
import type { Transaction } from '../data/database.js';
import type { NewUser } from '../data/users.js';
import { isSameSecret } from '../domain/bearer-token.js';
import type { StoredUser } from '../domain/user.js';
import { apiError } from '../errors.js';
import type { Context, FirstStart, RequestContext } from '../services.js';
import { flowsOf } from './login-attempt.js';
import { accountFaults, recordingRejection, rejectFaults } from './rejections.js';
import { openSession } from './session.js';

/**
 * Creates the first user, and only ever the first, as an administrator.
 * @param then runs in the same transaction
 * @returns what `then` returns; `undefined` when there is a user already
 */
export async function createFirstAdmin<T>(
  context: Context,
  admin: Pick<NewUser, 'username' | 'email' | 'passwordHash'>,
  then: (tx: Transaction, user: StoredUser) => Promise<T>,
): Promise<T | undefined> {
  return await auditedTransaction(context, async (tx, record) => {
    if (!(await tx.locks.firstUser())) return undefined;
    const user = await tx.users.insert({ ...admin, emailVerified: true, role: 'admin' });
    record({ event: 'setup', userId: user.id, actorId: user.id });
    return await then(tx, user);
  });
}

/**
 * First-time set-up by the form: of any number at once, on any number of replicas, one creates the administrator. The token
 * is always asked for, since a proxy on the same machine can't be told from the machine itself.
 * @throws {ApiError} 400 for broken rules, 403 for a missing or wrong set-up token, 409 as soon as any user exists
 */
export async function setUp(context: RequestContext, body: SetupBody): Promise<Session> {
  const { db, opened, passwords } = context;
  const { username, email = null, password, setup_token: token = '' } = body;
  return await recordingRejection(context, { event: 'setup' }, async () => {
    if (!(await db.userQueries.isEmpty())) throw apiError('already_set_up');
    if (!isSameSecret(token, (await opened).setupToken)) throw apiError('wrong_setup_token');
    rejectFaults(accountFaults({ username, email, password }));
    const passwordHash = await passwords.hash(password, { priority: 'high', flows: flowsOf(context) });
    const session = await createFirstAdmin(context, { username, email, passwordHash }, (tx, user) =>
      openSession(tx, context, user),
    );
    if (session === undefined) throw apiError('already_set_up');
    return session;
  });
}

const TOKEN_CHARACTERS = 24;

/**
 * The set-up token of an installation: the same on every replica and after every restart, and nobody can compute it from
 * the database alone. HMAC-SHA-256, 144 bits of it in base64url.
 */
export const setupTokenOf = (secret: string, installationId: string): string =>
  createHmac('sha256', secret).update(`setup-token:${installationId}`).digest('base64url').slice(0, TOKEN_CHARACTERS);

const UPPER_CASE = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const LOWER_CASE = 'abcdefghijkmnopqrstuvwxyz';
const DIGITS = '23456789';
const PASSWORD_CHARACTERS = 20;

const randomCharacter = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));

/** A random password of about 116 bits that obeys the rules and is easy to copy by eye. */
export function randomPassword(): string {
  const alphabet = UPPER_CASE + LOWER_CASE + DIGITS;
  for (;;) {
    const password = Array.from({ length: PASSWORD_CHARACTERS }, () => randomCharacter(alphabet)).join('');
    if (/[A-Z]/.test(password) && /[a-z]/.test(password) && /\d/.test(password)) return password;
  }
}

async function writePassword(file: string, password: string): Promise<void> {
  try {
    await writeFile(file, `${password}\n`, { mode: 0o600 });
  } catch (error) {
    throw new Error(`FIRST_PASSWORD_FILE can't be written: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Creates the default administrator when there is no account: with the configured password, or in single-user mode
 * with a random one. In multi-user mode without a configured password the set-up form creates the first account.
 * @throws {Error} with one message when the file for a random password can't be written; there is no account then
 */
export async function ensureDefaultAdmin(context: Context): Promise<FirstStart> {
  const { config, db, passwords } = context;
  const { username, email } = config.defaultAdmin;
  const existing = async () =>
    ({ kind: 'accounts-exist', administrator: (await db.userQueries.defaultAdmin(username))?.username }) as const;
  if (!(await db.userQueries.isEmpty())) return existing();
  if (config.defaultAdmin.password === undefined && !config.singleUser) return { kind: 'set-up-needed' };
  const password = config.defaultAdmin.password ?? randomPassword();
  const admin = { username, email, passwordHash: await passwords.hash(password, { priority: 'high' }) };
  const passwordFile = config.defaultAdmin.password === undefined ? config.firstPasswordFile : undefined;
  // In the transaction: nobody would learn the password of an account that is there before its file.
  const created = await createFirstAdmin(context, admin, async () => {
    if (passwordFile !== undefined) await writePassword(passwordFile, password);
    return true;
  });
  return created === true ? { kind: 'created', username, password, passwordFile } : existing();
}
