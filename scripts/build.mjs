// Builds everything: the database client, TypeScript, the pages. Runs the same on every platform, without a shell.
//   node scripts/build.mjs [--if-needed] [--for services/auth]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const ifNeeded = process.argv.includes('--if-needed');
/** One project and what it stands on, instead of everything: an image is built without the tests' packages. */
const only = process.argv.includes('--for') ? process.argv[process.argv.indexOf('--for') + 1] : undefined;

/** The file behind a package's command, so that it is run by this very Node and no shell is involved. */
function bin(packageName, command) {
  const file = require.resolve(`${packageName}/package.json`);
  const manifest = require(file);
  const path = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command];
  return join(dirname(file), path);
}

const OUTPUTS = new Set([
  'node_modules',
  'dist',
  'dist-app',
  'dist-types',
  'generated',
  'golden',
  'results',
  'artifacts',
]);

/** When the newest file below `path` was written, in milliseconds; outputs do not count. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).filter((name) => !OUTPUTS.has(name) && !name.endsWith('.tsbuildinfo'));
  return Math.max(0, ...inside.map((name) => newest(join(path, name))));
}

const stamps = join(root, 'node_modules/.cache/ownvoice');

/** Runs one step, unless `--if-needed` was given and nothing it reads has changed since it last went through. */
function step(name, inputs, outputs, args, options = {}) {
  const stamp = join(stamps, name);
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const complete = outputs.every((output) => existsSync(join(root, output)));
  if (ifNeeded && complete && inputs.every((input) => newest(join(root, input)) < built)) return;
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.status !== 0) {
    console.error(`build: ${name} failed`);
    process.exit(result.status ?? 1);
  }
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, '');
}

if (!existsSync(join(root, 'node_modules/typescript'))) {
  console.error('build: the packages are not installed; run `npm ci` first.');
  process.exit(1);
}

if (!only || only === 'services/auth') {
  step(
    'prisma',
    ['prisma/schema.prisma', 'package-lock.json'],
    ['services/auth/src/generated'],
    [bin('prisma', 'prisma'), 'generate'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Generating the client needs no schema engine; without this Prisma would download one that is never used here.
      env: { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/false', ...process.env },
    },
  );
}
step(
  'typescript',
  ['packages', 'services', 'tests', 'bench', 'tsconfig.json', 'tsconfig.base.json', 'prisma/schema.prisma'],
  [
    'packages/shared/dist',
    'packages/audio/dist',
    'packages/builtin-voice/dist',
    'packages/qwen3-tts/dist',
    'services/auth/dist',
    'services/tts/dist',
  ],
  [bin('typescript', 'tsc'), '-b', ...(only ? [only, 'packages/console'] : [])],
);
step(
  'pages',
  ['packages/console', 'packages/shared/src/contract'],
  ['packages/console/dist-app'],
  [bin('vite', 'vite'), 'build', '--logLevel', 'warn'],
  { cwd: join(root, 'packages/console') },
);
