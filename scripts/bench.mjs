// Runs one of the measurements in bench/: `npm run bench -- NAME [ARGUMENT...]`. Without a name it lists them.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [name, ...args] = process.argv.slice(2);
const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3));
if (!name || !names.includes(name)) {
  console.error(`usage: npm run bench -- ${names.join(' | ')}`);
  process.exit(2);
}
const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-needed'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const file = join(root, 'bench/dist', `${name}.js`);
if (!existsSync(file)) {
  console.error(`bench: ${file} is not built`);
  process.exit(1);
}
const result = spawnSync(process.execPath, ['--expose-gc', file, ...args], { cwd: root, stdio: 'inherit' });
process.exit(result.status ?? 1);
