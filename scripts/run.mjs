// Runs a program of this repository, built first where its sources changed: `node scripts/run.mjs FILE [ARGUMENT...]`,
// where FILE is the built one. It runs in this process, so that signals and the exit code are its own.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/projects.mjs';
import { followNpm } from './follow-npm.mjs';

const [file, ...args] = process.argv.slice(2);
ensureBuilt([file.slice(0, file.indexOf('/dist/'))]);
followNpm();
const program = join(root, file);
process.argv.splice(1, process.argv.length, program, ...args);
await import(pathToFileURL(program).href);
