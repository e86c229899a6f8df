import { runCommand } from './run.js';

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  // npm goes to the workspace's folder first, and tells where it came from.
  folder: process.env.INIT_CWD ?? process.cwd(),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
