// Runs one of the measurements in packages/lab/src/bench/: `npm run bench -- NAME [ARGUMENT...]`. Without a name it lists them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build/projects.mjs';

const [name, ...args] = process.argv.slice(2);
const names = readdirSync(join(root, 'packages/lab/src/bench'))
  .filter((file) => /^[a-z-]+\.ts$/.test(file))
  .map((file) => file.slice(0, -3));
if (!names.includes(name)) {
  const asked = name === '--help' || name === '-h';
  console[asked ? 'log' : 'error'](`usage: npm run bench -- NAME [ARGUMENT...], NAME one of ${names.join(', ')}.`);
  console[asked ? 'log' : 'error']('npm run bench -- NAME --help lists the arguments of one.');
  process.exit(asked ? 0 : 2);
}
process.chdir(root);
process.argv.splice(2, process.argv.length, `packages/lab/dist/bench/${name}.js`, ...args);
await import('./run.mjs');
