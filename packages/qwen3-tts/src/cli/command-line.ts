import { createInterface } from 'node:readline/promises';
import { DownloadError } from '../download/download-error.js';
import { CheckpointError, ModelError } from '../errors.js';
import { build } from './build.js';
import { type Command, type CommandContext, runCommand, UsageError } from './command.js';
import { doctor } from './doctor.js';
import { list } from './list.js';
import { ProgressBar } from './progress-bar.js';
import { pull } from './pull.js';
import { remove } from './remove.js';

type Commands = Readonly<Record<string, Command>>;

export const MODEL_COMMANDS: Commands = { pull, build, list, remove, doctor };

const HELP_FLAGS = ['help', '--help', '-h'];

function help(commands: Commands): string {
  const blocks = Object.values(commands).map(({ usage, summary, options, flags = {} }) => {
    const lines = Object.entries({ ...options, ...flags }).map(
      ([name, description]) => `      --${name.padEnd(12)} ${description}`,
    );
    return [`  ${usage}`, `      ${summary}`, ...lines].join('\n');
  });
  return [
    'usage: npm run model -- <command>',
    ...blocks,
    'HF_ENDPOINT names another hub than huggingface.co; HF_TOKEN is sent to huggingface.co only.',
  ].join('\n\n');
}

const isExpected = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof CheckpointError ||
  error instanceof ModelError ||
  error instanceof DownloadError;

/** Runs the command that the first argument names. @returns the exit code */
export async function runCommandLine(commands: Commands, args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || HELP_FLAGS.includes(name) || rest.some((arg) => HELP_FLAGS.slice(1).includes(arg))) {
    console.log(help(commands));
    return name === undefined ? 2 : 0;
  }
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
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`there is no command ${JSON.stringify(name)}; try --help`);
    return await runCommand(command, rest, context);
  } catch (error) {
    if (!isExpected(error)) throw error;
    bar.clear();
    console.error(`model: ${error.message}`);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    bar.clear();
  }
}
