// Runs a built program of this repository, building first if it is not there: `node scripts/run-built.mjs FILE [ARG...]`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [file, ...args] = process.argv.slice(2);
const target = join(root, file);
if (!existsSync(target)) {
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const result = spawnSync(process.execPath, [target, ...args], { stdio: 'inherit' });
process.exit(result.status ?? 1);
