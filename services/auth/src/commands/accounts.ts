import { createInterface } from 'node:readline/promises';
import { resetPassword } from '../accounts/change-password.js';
import { randomPassword } from '../accounts/default-admin.js';
import { createUser } from '../accounts/register.js';
import { act } from '../audit/trail.js';
import { accountNamed } from '../data/accounts.js';
import { revokeTokensOf } from '../data/live-tokens.js';
import { userIdOf } from '../domain/user.js';
import type { User } from '../generated/client.js';
import type { Invocation } from './command-line.js';
import type { Desk } from './desk.js';

/** An invocation of one kind. */
export type Asked<Kind extends Invocation['kind']> = Extract<Invocation, { kind: Kind }>;

/**
 * The account that an operand means: an id, a username or an e-mail address.
 * @throws {Error} when there is none
 */
export async function accountMeant({ services }: Desk, text: string): Promise<User> {
  const { prisma } = services.db;
  const id = userIdOf(text);
  const user = id === undefined ? await accountNamed(prisma, text) : await prisma.user.findUnique({ where: { id } });
  if (user === null) throw new Error(`There is no account ${text}.`);
  return user;
}

/** The password to set: the first line of the input, or one made here, which is then printed. */
async function passwordFor({ input }: Desk, fromInput: boolean): Promise<{ password: string; print: string }> {
  if (!fromInput) {
    const password = randomPassword();
    return { password, print: `  Password: ${password}` };
  }
  const lines = createInterface({ input });
  const { value } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  return { password: String(value ?? ''), print: '' };
}

/** Adds an administrator. @throws {ApiError} 400 for broken rules, 409 when the name or e-mail is taken */
export async function createAdmin(desk: Desk, asked: Asked<'create-admin'>): Promise<void> {
  const { password, print } = await passwordFor(desk, asked.passwordFromInput);
  const { username, email } = asked;
  const user = await createUser(desk.services, desk.caller, { username, email, password, role: 'admin' });
  desk.output.write(`The administrator ${user.username} has been made, with the id ${user.id}.${print}\n`);
}

/** Sets a password and ends every session of the account. @throws {ApiError} 400 for broken rules */
export async function resetPasswordOf(desk: Desk, asked: Asked<'reset-password'>): Promise<void> {
  const { id, username } = await accountMeant(desk, asked.account);
  const { password, print } = await passwordFor(desk, asked.passwordFromInput);
  await resetPassword(desk.services, desk.caller, { user_id: id, new_password: password });
  desk.output.write(`The password of ${username} has been set and every session of it ended.${print}\n`);
}

/** Ends every session of an account, or of everybody. */
export async function revokeTokens(desk: Desk, { account }: Asked<'revoke-tokens'>): Promise<void> {
  const user = account === undefined ? undefined : await accountMeant(desk, account);
  const count = await act(desk.services.db.prisma, desk.caller, async (tx, note) => {
    const revoked = user === undefined ? (await tx.issuedToken.deleteMany()).count : await revokeTokensOf(tx, user.id);
    note({
      event: 'tokens_revoke',
      userId: user?.id,
      reason: user === undefined ? 'every token of everybody' : 'every token',
    });
    return revoked;
  });
  desk.output.write(`${count} ${count === 1 ? 'session has' : 'sessions have'} been ended.\n`);
}
