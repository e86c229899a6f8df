// Checks the speech model as on a 64-bit ARM machine: `npm run test:arm64 [-- GOLDEN_DIR...]`. On such a machine it runs there; on
// others in QEMU's user mode, about forty times slower. ARM64_NODE names an ARM build of Node, ARM64_ROOT the folder with the
// ARM libraries that it needs (glibc, libstdc++), and a /proc/cpuinfo that names the processor's features.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { root } from './build/projects.mjs';

const EMULATOR = 'qemu-aarch64-static';
const { ARM64_NODE: node, ARM64_ROOT: libraries, ARM64_CPU: cpu = 'neoverse-n1' } = process.env;

function interpreter() {
  if (process.arch === 'arm64') return [process.execPath];
  const missing =
    spawnSync(EMULATOR, ['--version']).error !== undefined
      ? `${EMULATOR} is not installed`
      : [node, libraries].every((path) => path && existsSync(path))
        ? undefined
        : 'ARM64_NODE and ARM64_ROOT do not name an ARM build of Node and its libraries';
  if (missing === undefined) return [EMULATOR, '-cpu', cpu, '-L', libraries, node];
  console.log(`test:arm64: skipped, because ${missing}.`);
  return undefined;
}

const command = interpreter();
if (command) {
  ensureBuilt(['packages/qwen3-tts']);
  const golden = join(root, 'tests/golden');
  const folders = process.argv.slice(2);
  if (folders.length === 0) {
    const all = readdirSync(golden, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    folders.push(...all.map(({ name }) => join(golden, name)));
  }
  const dist = join(root, 'packages/qwen3-tts/dist');
  const programs = [
    [join(root, 'scripts/arm64-products.mjs'), dist],
    ...folders.map((folder) => [join(dist, 'cli/main.js'), 'check', folder]),
  ];
  for (const program of programs) {
    const { status } = spawnSync(command[0], [...command.slice(1), ...program], { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}
