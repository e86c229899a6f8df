import { ApiError } from '@ownvoice/shared';
import type { Environment } from '@ownvoice/shared/settings';
import { loadConfig } from '../config.js';
import { openAdminContext, type Streams } from './admin-context.js';
import { readCommandLine, USAGE } from './command-line.js';

/**
 * Runs the administrators' command line.
 * @param args the arguments after the program's name
 * @returns the exit status: 0 done, 1 rejected or failed, 2 not understood
 */
export async function runCommand(args: readonly string[], environment: Environment, streams: Streams): Promise<number> {
  const command = readCommandLine(args);
  if (command.kind === 'help') {
    streams.output.write(USAGE);
    return 0;
  }
  if (command.kind === 'mistake') {
    streams.errors.write(`${command.message} See --help.\n`);
    return 2;
  }
  try {
    const context = await openAdminContext(loadConfig(environment), streams);
    try {
      await command.run(context);
      return 0;
    } finally {
      await context.close();
    }
  } catch (error) {
    streams.errors.write(`${messageOf(error)}\n`);
    return 1;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return (error.details ?? [error.message]).join('\n  ');
  return error instanceof Error ? error.message : String(error);
}
