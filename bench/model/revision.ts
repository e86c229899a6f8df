import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();

function run(program: string, args: readonly string[], cwd = root): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed:\n${stderr}${stdout}`);
}

/** Compiles the packages of another commit in a new folder, with the libraries that are installed here. */
export function compileRevision(revision: string, folder: string): void {
  mkdirSync(join(folder, 'node_modules/@ownvoice'), { recursive: true });
  const archive = join(folder, 'source.tar');
  run('git', ['archive', '--output', archive, revision, 'packages', 'package.json', 'tsconfig.base.json']);
  run('tar', ['xf', archive, '-C', folder]);
  const link = (from: string, to: string) => symlinkSync(from, join(folder, 'node_modules', to));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@ownvoice') link(join(root, 'node_modules', name), name);
  for (const name of readdirSync(join(folder, 'packages'))) link(join(folder, 'packages', name), `@ownvoice/${name}`);
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', 'packages/qwen3-tts'], folder);
}
