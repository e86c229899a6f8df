import { ApiError } from '@ownvoice/shared';
import type { Environment } from '@ownvoice/shared/settings';
import { loadConfig } from '../config.js';
import { type AdminContext, openAdminContext, type Streams } from './admin-context.js';
import { type Invocation, readCommandLine, USAGE } from './command-line.js';
import { listUsers, showAudit } from './listings.js';
import { printMigrations } from './migrate.js';
import { exportTo, importFrom } from './transfer.js';
import { createAdmin, removePasskeysOf, removeSecondFactorOf, resetPasswordOf, revokeTokens } from './users.js';

async function run(context: AdminContext, command: Exclude<Invocation, { kind: 'help' | 'mistake' }>): Promise<void> {
  switch (command.kind) {
    case 'create-admin':
      return createAdmin(context, command);
    case 'reset-password':
      return resetPasswordOf(context, command);
    case 'remove-second-factor':
      return removeSecondFactorOf(context, command);
    case 'remove-passkeys':
      return removePasskeysOf(context, command);
    case 'list-users':
      return listUsers(context, command);
    case 'revoke-tokens':
      return revokeTokens(context, command);
    case 'export-users':
      return exportTo(context, command);
    case 'import-users':
      return importFrom(context, command);
    case 'audit':
      return showAudit(context, command);
    case 'migrate':
      return printMigrations(context);
  }
}

/**
 * Runs the administrators' command line.
 * @param args the arguments after the program's name
 * @returns the exit status: 0 done, 1 refused or failed, 2 not understood
 */
export async function runCommand(args: readonly string[], environment: Environment, streams: Streams): Promise<number> {
  const command = readCommandLine(args);
  if (command.kind === 'help') {
    streams.output.write(USAGE);
    return 0;
  }
  if (command.kind === 'mistake') {
    streams.errors.write(`${command.sentence} See --help.\n`);
    return 2;
  }
  try {
    const context = await openAdminContext(loadConfig(environment), streams);
    try {
      await run(context, command);
      return 0;
    } finally {
      await context.close();
    }
  } catch (error) {
    streams.errors.write(`${sentenceOf(error)}\n`);
    return 1;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return (error.details ?? [error.message]).join('\n  ');
  return error instanceof Error ? error.message : String(error);
}
