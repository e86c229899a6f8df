import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ApiError } from '@ownvoice/shared';
import { asksForHelp, type Commands, commandHelp, readCommand, UsageError } from '@ownvoice/shared/command-line';
import type { Environment } from '@ownvoice/shared/settings';
import { loadConfig } from '../config.js';
import { PasswordPool, type Passwords } from '../passwords/password-pool.js';
import { type AdminContext, openAdminContext, type Streams } from './admin-context.js';
import { invite, keys } from './keys-and-links.js';
import { audit, listUsers, printMigrations } from './listings.js';
import { exportUsers, importUsers } from './transfer.js';
import { createAdmin, dropPasskeys, dropSecondFactor, revokeTokens, setPassword } from './users.js';

export const COMMANDS: Commands<AdminContext> = {
  'create-admin': createAdmin,
  'reset-password': setPassword,
  'remove-second-factor': dropSecondFactor,
  'remove-passkeys': dropPasskeys,
  invite,
  keys,
  'list-users': listUsers,
  'revoke-tokens': revokeTokens,
  'export-users': exportUsers,
  'import-users': importUsers,
  audit,
  migrate: printMigrations,
};

const HELP = `Administers the accounts in the database that the service's settings name.

usage: npm run admin -- COMMAND

${commandHelp(COMMANDS)}

ACCOUNT is a username, an e-mail address or an id.
`;

/**
 * Runs the administrators' command line.
 * @param args the arguments after the program's name
 * @param openPasswords what hashes and compares, closed at the end
 * @returns the exit code: 0 done, 1 rejected or failed, 2 not understood
 */
export async function runCommandLine(
  args: readonly string[],
  environment: Environment,
  streams: Streams,
  openPasswords = (): Passwords => new PasswordPool(undefined, 0),
): Promise<number> {
  if (args.length === 0 || asksForHelp(args)) {
    streams.output.write(HELP);
    return 0;
  }
  let passwords: Passwords | undefined;
  let context: AdminContext | undefined;
  try {
    const run = readCommand(COMMANDS, args);
    passwords = openPasswords();
    context = await openAdminContext(loadConfig(environment), streams, passwords);
    return await run(context);
  } catch (error) {
    streams.errors.write(`admin: ${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await passwords?.close();
    await context?.close();
  }
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ...{ EEXIST: 'already exists', ENOENT: 'does not exist', EISDIR: 'is a folder' },
  ...{ EACCES: 'may not be read or written by this user', ENOSPC: 'has no room on its disk' },
};

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return (error.details ?? [error.message]).join('\n  ');
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  const why = FILE_ERRORS[code ?? ''];
  if (!why || !path) return error.message;
  const folder = dirname(path);
  // A file that is written need not exist, only its folder.
  return code === 'ENOENT' && !existsSync(folder) ? `The folder ${folder} ${why}.` : `${path} ${why}.`;
}
