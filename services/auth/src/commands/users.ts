import { createInterface } from 'node:readline/promises';
import { resetPassword } from '../accounts/change-password.js';
import { randomPassword } from '../accounts/default-admin.js';
import { removePasskeys } from '../accounts/passkeys.js';
import { createUser } from '../accounts/register.js';
import { removeSecondFactor } from '../accounts/second-factor.js';
import { auditedTransaction } from '../audit-log.js';
import { type StoredUser, uuidOf } from '../domain/user.js';
import type { AdminContext, Options } from './admin-context.js';

/**
 * The user that an operand names: by id, username or e-mail address.
 * @throws {Error} when there is none
 */
export async function userNamed({ db }: AdminContext, text: string): Promise<StoredUser> {
  const id = uuidOf(text);
  const user = id === undefined ? await db.users.byName(text) : await db.users.byId(id);
  if (user === undefined) throw new Error(`There is no account ${text}.`);
  return user;
}

/** The password to set: the first line of the input, or a generated one, which is then printed. */
async function passwordFor(
  { input }: AdminContext,
  { 'password-stdin': fromInput = false }: Options,
): Promise<{ password: string; printed: string }> {
  if (!fromInput) {
    const password = randomPassword();
    return { password, printed: `  Password: ${password}` };
  }
  const lines = createInterface({ input });
  const { value } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  return { password: String(value ?? ''), printed: '' };
}

/** Creates an administrator. @throws {ApiError} 400 for broken rules, 409 when the name or e-mail is taken */
export async function createAdmin(context: AdminContext, username = '', options: Options): Promise<void> {
  const { password, printed } = await passwordFor(context, options);
  const { email = null } = options;
  const user = await createUser(context, context.caller, { username, email, password, role: 'admin' });
  context.output.write(`Administrator ${user.username} created, with the id ${user.id}.${printed}\n`);
}

/** Sets a password, ends every session of the user, unlinks their identities and removes their passkeys. @throws {ApiError} 400 for broken rules */
export async function resetPasswordOf(context: AdminContext, account = '', options: Options): Promise<void> {
  const { id, username } = await userNamed(context, account);
  const { password, printed } = await passwordFor(context, options);
  await resetPassword(context, context.caller, { user_id: id, new_password: password });
  context.output.write(
    `Password of ${username} set, every session of the account ended, its sign-in providers and passkeys removed.${printed}\n`,
  );
}

/** Removes the second factor of a user who lost it. @throws {ApiError} 404 when there is none */
export async function removeSecondFactorOf(context: AdminContext, account = ''): Promise<void> {
  const { id, username } = await userNamed(context, account);
  await removeSecondFactor(context, context.caller, id);
  context.output.write(`The second factor of ${username} is removed.\n`);
}

/** Removes the passkeys of a user who lost them. @throws {ApiError} 404 when there is none, 409 for the only way in */
export async function removePasskeysOf(context: AdminContext, account = ''): Promise<void> {
  const { id, username } = await userNamed(context, account);
  await removePasskeys(context, context.caller, id);
  context.output.write(`The passkeys of ${username} are removed.\n`);
}

/** Ends every session of one user, or of all. */
export async function revokeTokens(context: AdminContext, account: string | undefined): Promise<void> {
  const user = account === undefined ? undefined : await userNamed(context, account);
  const count = await auditedTransaction(context.db, context.caller, async (tx, record) => {
    const revoked = user === undefined ? await tx.tokens.revokeAll() : await tx.tokens.revokeAllOf(user.id);
    record({
      event: 'tokens_revoke',
      userId: user?.id,
      reason: user === undefined ? 'every_account' : 'every_session',
    });
    return revoked;
  });
  context.output.write(`${count} ${count === 1 ? 'session has' : 'sessions have'} been ended.\n`);
}
