import { ApiError } from '@ownvoice/shared';
import type { Environment } from '@ownvoice/shared/settings';
import { loadConfig } from '../config.js';
import { createAdmin, resetPasswordOf, revokeTokens } from './accounts.js';
import { type Invocation, readCommandLine, usage } from './command-line.js';
import { type Desk, openDesk, type Streams } from './desk.js';
import { listUsers, showAudit } from './listings.js';
import { tellMigrations } from './migrate.js';
import { exportTo, importFrom } from './transfer.js';

async function perform(desk: Desk, asked: Exclude<Invocation, { kind: 'help' | 'mistake' }>): Promise<void> {
  switch (asked.kind) {
    case 'create-admin':
      return createAdmin(desk, asked);
    case 'reset-password':
      return resetPasswordOf(desk, asked);
    case 'list-users':
      return listUsers(desk, asked);
    case 'revoke-tokens':
      return revokeTokens(desk, asked);
    case 'export-users':
      return exportTo(desk, asked);
    case 'import-users':
      return importFrom(desk, asked);
    case 'audit':
      return showAudit(desk, asked);
    case 'migrate':
      return tellMigrations(desk);
  }
}

/**
 * Runs the administrators' command line.
 * @param args the arguments after the program's name
 * @returns the exit status: 0 done, 1 refused or failed, 2 not understood
 */
export async function runCommand(args: readonly string[], environment: Environment, streams: Streams): Promise<number> {
  const asked = readCommandLine(args);
  if (asked.kind === 'help') {
    streams.output.write(usage);
    return 0;
  }
  if (asked.kind === 'mistake') {
    streams.errors.write(`${asked.sentence} See --help.\n`);
    return 2;
  }
  try {
    const desk = await openDesk(loadConfig(environment), streams);
    try {
      await perform(desk, asked);
      return 0;
    } finally {
      await desk.close();
    }
  } catch (error) {
    streams.errors.write(`${sentenceOf(error)}\n`);
    return 1;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return [error.message, ...(error.details ?? [])].join('\n  ');
  return error instanceof Error ? error.message : String(error);
}
