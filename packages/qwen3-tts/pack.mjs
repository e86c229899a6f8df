// node packages/qwen3-tts/pack.mjs [FOLDER]: the package as one archive that installs alone. The two packages of this
// repository that it needs travel inside: all of audio, and of shared the files that it imports.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = dirname(fileURLToPath(import.meta.url));
const packages = dirname(own);
const target = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.');
const staging = mkdtempSync(join(tmpdir(), 'pack-'));
const json = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const write = (folder, value) => writeFileSync(join(folder, 'package.json'), `${JSON.stringify(value, null, 2)}\n`);
const isShipped = (path) => !/\.test\.|[\\/]testing([\\/]|$)|\.tsbuildinfo$|\.map$/.test(path);

const { private: _, dependencies, exports, scripts: _scripts, ...rest } = json(own);
const { './internals/*': _internals, ...publicExports } = exports;
const audio = json(join(packages, 'audio'));
const shared = json(join(packages, 'shared'));
write(staging, {
  ...rest,
  exports: publicExports,
  engines: { node: '>=20.19' },
  dependencies: { ...dependencies, ...audio.dependencies },
  optionalDependencies: shared.optionalDependencies,
  bundleDependencies: ['@ownvoice/audio', '@ownvoice/shared'],
});
cpSync(join(own, 'dist'), join(staging, 'dist'), { recursive: true, filter: isShipped });
cpSync(join(own, 'README.md'), join(staging, 'README.md'));
cpSync(join(packages, '../LICENSE'), join(staging, 'LICENSE'));

const inside = (name) => join(staging, 'node_modules/@ownvoice', name);
for (const name of ['audio', 'shared']) mkdirSync(inside(name), { recursive: true });
cpSync(join(packages, 'audio/dist'), join(inside('audio'), 'dist'), { recursive: true, filter: isShipped });
write(inside('audio'), {
  name: audio.name,
  version: audio.version,
  type: 'module',
  license: audio.license,
  exports: audio.exports,
  dependencies: audio.dependencies,
});
const SHARED = ['contract/models', 'contract/voices', 'contract/languages', 'built-entry', 'command-line', 'file-lock'];
for (const file of SHARED)
  for (const extension of ['.js', '.d.ts'])
    cpSync(join(packages, 'shared/dist', file + extension), join(inside('shared'), 'dist', file + extension));
write(inside('shared'), {
  name: shared.name,
  version: shared.version,
  type: 'module',
  license: shared.license,
  exports: Object.fromEntries(SHARED.map((file) => [`./${file}`, `./dist/${file}.js`])),
});
execFileSync('npm', ['pack', '--pack-destination', target], { cwd: staging, stdio: ['ignore', 'inherit', 'ignore'] });
rmSync(staging, { recursive: true });
