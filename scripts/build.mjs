// Builds everything: the database client, TypeScript, the pages. Runs the same on every platform, without a shell.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

/** The file behind a package's command, so that it is run by this very Node and no shell is involved. */
function bin(packageName, command) {
  const file = require.resolve(`${packageName}/package.json`);
  const manifest = require(file);
  const path = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command];
  return join(dirname(file), path);
}

function run(title, args, options = {}) {
  const result = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.status !== 0) {
    console.error(`build: ${title} failed`);
    process.exit(result.status ?? 1);
  }
}

// Generating the client needs no schema engine; without this Prisma would try to download one it never uses here.
const withoutEngine = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? '/bin/false',
};

const only = new Set(process.argv.slice(2));
const wants = (part) => only.size === 0 || only.has(part);

if (wants('prisma') && existsSync(join(root, 'prisma/schema.prisma'))) {
  run('prisma generate', [bin('prisma', 'prisma'), 'generate'], {
    env: withoutEngine,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
if (wants('typescript')) run('tsc', [bin('typescript', 'tsc'), '-b']);
if (wants('console') && existsSync(join(root, 'packages/console/vite.config.ts'))) {
  run('vite build', [bin('vite', 'vite'), 'build', '--logLevel', 'warn'], { cwd: join(root, 'packages/console') });
}
