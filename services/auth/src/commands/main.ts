import { runCommand } from './run.js';

const streams = { input: process.stdin, output: process.stdout, errors: process.stderr };
process.exitCode = await runCommand(process.argv.slice(2), process.env, streams);
