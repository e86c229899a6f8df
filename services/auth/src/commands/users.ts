import { createInterface } from 'node:readline/promises';
import { type OptionValues, UsageError } from '@ownvoice/shared/command-line';
import { resetPassword } from '../accounts/change-password.js';
import { removePasskeys } from '../accounts/passkeys.js';
import { createUser } from '../accounts/register.js';
import { removeSecondFactor } from '../accounts/second-factor.js';
import { randomPassword } from '../accounts/set-up.js';
import { auditedTransaction } from '../audit-log.js';
import { type StoredUser, uuidOf } from '../domain/user.js';
import type { AdminCommand, AdminContext } from './admin-context.js';

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

const PASSWORD = {
  // Never from the command line, where other users of the machine could see it.
  'password-stdin':
    'read the password from the first line of standard input; without it, one is generated and printed once',
};

/** The password to set, and what is printed of it. */
async function passwordFor(
  { input }: AdminContext,
  options: OptionValues,
): Promise<{ password: string; printed: string }> {
  if (options['password-stdin'] === undefined) {
    const password = randomPassword();
    return { password, printed: `  Password: ${password}` };
  }
  const lines = createInterface({ input });
  const { value } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  return { password: String(value ?? ''), printed: '' };
}

export const createAdmin: AdminCommand = {
  usage: 'create-admin USERNAME',
  summary: 'Create an administrator.',
  options: { email: 'its e-mail address' },
  flags: PASSWORD,
  async run(context, [username = ''], options) {
    const { password, printed } = await passwordFor(context, options);
    const { email = null } = options;
    const user = await createUser(context, { username, email, password, role: 'admin' });
    context.output.write(`Administrator ${user.username} created, with the id ${user.id}.${printed}\n`);
  },
};

export const setPassword: AdminCommand = {
  usage: 'reset-password ACCOUNT',
  summary: 'Set a new password, end every session, unlink the sign-in providers and remove the passkeys.',
  flags: PASSWORD,
  async run(context, [account = ''], options) {
    const { id, username } = await userNamed(context, account);
    const { password, printed } = await passwordFor(context, options);
    await resetPassword(context, { user_id: id, new_password: password });
    context.output.write(
      `Password of ${username} set, every session of the account ended, its sign-in providers and passkeys removed.${printed}\n`,
    );
  },
};

export const dropSecondFactor: AdminCommand = {
  usage: 'remove-second-factor ACCOUNT',
  summary: 'For somebody who lost the authenticator app and the recovery codes; the password stays.',
  async run(context, [account = '']) {
    const { id, username } = await userNamed(context, account);
    await removeSecondFactor(context, id);
    context.output.write(`The second factor of ${username} is removed.\n`);
  },
};

export const dropPasskeys: AdminCommand = {
  usage: 'remove-passkeys ACCOUNT',
  summary: 'For somebody who lost the devices with them; a reset of the password removes them too.',
  async run(context, [account = '']) {
    const { id, username } = await userNamed(context, account);
    await removePasskeys(context, id);
    context.output.write(`The passkeys of ${username} are removed.\n`);
  },
};

export const revokeTokens: AdminCommand = {
  usage: 'revoke-tokens [ACCOUNT]',
  summary: 'End every session of an account, or of all accounts.',
  flags: { all: 'of all accounts' },
  async run(context, [account], { all }) {
    if ((account === undefined) !== (all !== undefined)) throw new UsageError('An account is missing, or --all.');
    const user = account === undefined ? undefined : await userNamed(context, account);
    const count = await auditedTransaction(context, async (tx, record) => {
      const revoked = user === undefined ? await tx.tokens.revokeAll() : await tx.tokens.revokeAllOf(user.id);
      const reason = user === undefined ? 'every_account' : 'every_session';
      record({ event: 'tokens_revoke', userId: user?.id, reason });
      return revoked;
    });
    context.output.write(`${count} ${count === 1 ? 'session has' : 'sessions have'} been ended.\n`);
  },
};
