// Runs the property tests with new made-up values, round after round, until one fails or the time is over:
//   npm run test:explore -- [--minutes 10] [--seed N]
// With --seed there is one round, of that seed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build/projects.mjs';

/** A round takes about a minute; one that takes longer has a test that does not end. */
const ROUND_MS = 30 * 60_000;
const LARGEST_SEED = 2 ** 31;

const { help, ...values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' }, help: { type: 'boolean' } },
}).values;
if (help) {
  console.log('usage: npm run test:explore -- [--minutes 10] [--seed N]');
  process.exit(0);
}
for (const [name, value] of Object.entries(values))
  if (!/^\d+$/.test(value)) {
    console.error(`explore: --${name} must be a whole number; it is "${value}".`);
    process.exit(2);
  }

/** Every test file that makes values up. */
const files = ['packages', 'services', 'tests']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts') && !/node_modules|dist/.test(entry.parentPath))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"))
  .map((path) => relative(root, path));

/** @returns whether every property held */
function round(seed) {
  console.log(`explore: seed ${seed}`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', ...files],
    { cwd: root, env: { ...process.env, PROPERTY_SEED: String(seed) }, encoding: 'utf8', timeout: ROUND_MS },
  );
  if (status !== 0) console.log(`${stdout}\n${stderr}`);
  return status === 0;
}

const until = Date.now() + Number(values.minutes) * 60_000;
let rounds = 0;
do {
  const seed = values.seed === undefined ? randomInt(LARGEST_SEED) : Number(values.seed);
  rounds++;
  if (!round(seed)) {
    console.error(`explore: round ${rounds} failed; again with: npm run test:explore -- --seed ${seed}`);
    process.exit(1);
  }
} while (values.seed === undefined && Date.now() < until);
console.log(`explore: every property held in ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`);
