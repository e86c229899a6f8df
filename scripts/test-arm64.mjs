// Checks the speech model as on a 64-bit ARM machine: `npm run test:arm64 [-- GOLDEN_DIR...]`. On such a machine it runs there; on
// others in QEMU's user mode, about forty times slower, with packages that it fetches from Debian and npm once. There the
// speech service answers in the emulator too, and its speech is compared with that of this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { armMachine } from './arm64/machine.mjs';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/projects.mjs';

function machineOrReason() {
  try {
    return armMachine();
  } catch (error) {
    console.log(`test:arm64: skipped, because ${error.message}.`);
    return undefined;
  }
}

const machine = machineOrReason();
if (machine) {
  ensureBuilt(['packages/lab']);
  const { compareSpeech } = await import('./arm64/speech.mjs');
  const all = join(root, 'tests/golden');
  const folders = process.argv.slice(2);
  if (folders.length === 0)
    folders.push(
      ...readdirSync(all)
        .map((name) => join(all, name))
        .filter((path) => existsSync(join(path, 'cases.json'))),
    );
  const check = join(root, 'packages/lab/dist/cli/main.js');
  const [program, ...args] = machine.run;
  for (const part of [
    [join(root, 'scripts/arm64/products.mjs')],
    ...folders.map((folder) => [check, 'check', folder]),
  ]) {
    const { status } = spawnSync(program, [...args, ...part], { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
  // On an ARM machine the tests of the service run as anywhere.
  for (const folder of machine.emulated ? folders : []) {
    const { kind, size } = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));
    const found = await compareSpeech(machine, folder, { kind, size });
    if (!found) continue;
    console.log(`${found.ok ? 'ok    ' : 'NOT OK'}  ${found.line}`);
    if (!found.ok) process.exitCode = 1;
  }
}
