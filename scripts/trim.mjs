// Removes from node_modules what never runs on this machine: `npm run trim`, after `npm ci --omit=dev`. In a development
// install, `npm run trim -- --development` keeps what editors and the compiler read. `npm ci` brings everything back.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `usage: npm run trim [-- --development]

Removes what never runs on this machine from node_modules, after npm ci --omit=dev. npm ci brings everything back.

  --development  keep what editors and the compiler read`;

const { development, help } = readOptions();
if (help) {
  console.log(USAGE);
  process.exit(0);
}
const packages = join(import.meta.dirname, '../node_modules');
const below = (path) => (existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : []);
let removed = 0;

function readOptions() {
  try {
    return parseArgs({ options: { development: { type: 'boolean' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    console.error(`trim: ${error.message}. Try --help.`);
    process.exit(2);
  }
}

/** Every file at or below `path`, but none behind a link: the packages of this repository are linked. */
function filesOf(path) {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return below(path).flatMap(filesOf);
  return stat?.isFile() ? [path] : [];
}

function remove(path) {
  for (const file of filesOf(path)) removed += lstatSync(file).size;
  rmSync(path, { recursive: true, force: true });
}

// onnxruntime-node carries its library for every platform: bin/napi-v6/linux/x64.
for (const abi of below(join(packages, 'onnxruntime-node/bin'))) {
  for (const platform of below(abi)) {
    if (!platform.endsWith(process.platform)) remove(platform);
    for (const arch of below(platform)) if (!arch.endsWith(process.arch)) remove(arch);
  }
}

// @prisma/client carries two query compilers for each database; schema.prisma asks for the small one of PostgreSQL.
for (const file of below(join(packages, '@prisma/client/runtime')))
  if (file.includes('query_compiler_') && !file.includes('query_compiler_small_bg.postgresql.')) remove(file);

// An optional peer of @prisma/client, so that `--omit=dev` leaves it.
if (!development) for (const name of ['typescript', '@typescript']) remove(join(packages, name));

const unread = development ? /\.map$/ : /\.map$|\.d\.[cm]?ts$|(?<!LICENSE|LICENCE|NOTICE|COPYING)\.md$/i;
for (const file of filesOf(packages)) if (unread.test(file)) remove(file);

console.log(`trim: ${Math.round(removed / 1e6)} MB removed`);
