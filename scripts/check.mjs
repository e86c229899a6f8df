// Types, format, lint, the order of imports and dead code: `npm run check`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './build/projects.mjs';

/** Some packages do not let themselves be resolved by name. */
const inPackage = (name, file) => join(root, 'node_modules', name, file);

const steps = [
  ['types', [join(root, 'scripts/build.mjs'), '--if-needed']],
  [
    'format and lint',
    [inPackage('@biomejs/biome', 'bin/biome'), 'ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'],
  ],
  ['imports', [join(root, 'scripts/imports.mjs')]],
  ['dead code', [inPackage('knip', 'bin/knip.js')]],
];
let failed = 0;
for (const [title, args] of steps) {
  console.log(`check: ${title}`);
  if (spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status !== 0) {
    console.error(`check: ${title} failed`);
    failed++;
  }
}
process.exit(failed === 0 ? 0 : 1);
