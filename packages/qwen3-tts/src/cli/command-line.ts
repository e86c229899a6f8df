import { createInterface } from 'node:readline/promises';
import { asksForHelp, commandHelp, readCommand, UsageError } from '@ownvoice/shared/command-line';
import { DownloadError } from '../download/retry.js';
import { CheckpointError, ModelError } from '../errors.js';
import type { CommandContext, ModelCommands } from './command.js';
import { doctor } from './doctor.js';
import { list, remove } from './list.js';
import { ProgressBar } from './progress-bar.js';
import { build, pull } from './pull.js';

export const MODEL_COMMANDS: ModelCommands = { pull, build, list, remove, doctor };

const isExpected = (error: unknown): error is Error =>
  [UsageError, CheckpointError, ModelError, DownloadError].some((kind) => error instanceof kind);

/** Runs the command that the first argument names. @returns the exit code */
export async function runCommandLine(commands: ModelCommands, args: readonly string[]): Promise<number> {
  if (args.length === 0 || asksForHelp(args)) {
    const note = 'HF_ENDPOINT names another hub than huggingface.co; HF_TOKEN is sent to huggingface.co only.';
    console.log(`usage: npm run model -- <command>\n\n${commandHelp(commands)}\n\n${note}`);
    return args.length === 0 ? 2 : 0;
  }
  // Who reads the output may have seen enough of it, as head has.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const bar = new ProgressBar(process.stderr);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => interrupted.abort(new UsageError('interrupted; run the command again to resume')));
  const context: CommandContext = {
    env: process.env,
    // npm changes the working directory to the workspace; a relative path starts where the user typed it.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    print: (line) => {
      bar.clear();
      console.log(line);
    },
    progress: (label, share) => bar.show(label, share),
    confirm: async (question) => {
      if (!process.stdin.isTTY) return false;
      bar.clear();
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal: interrupted.signal })).trim());
      } finally {
        terminal.close();
      }
    },
    signal: interrupted.signal,
  };
  try {
    return await readCommand(commands, args)(context);
  } catch (error) {
    if (!isExpected(error)) throw error;
    bar.clear();
    console.error(`model: ${error.message}`);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    bar.clear();
  }
}
