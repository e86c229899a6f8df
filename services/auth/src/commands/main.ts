import { runCommandLine } from './command-line.js';

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  // npm changes to the workspace's folder first, and keeps the one where the command was typed.
  folder: process.env.INIT_CWD ?? process.cwd(),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
