// Runs the property tests with new made-up values, round after round, until one fails or the time is over:
//   npm run test:explore -- [--minutes 10] [--seed N]
// With --seed there is one round, of that seed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build/projects.mjs';

/** A round takes about a minute; one that takes longer has a test that does not end. */
const ROUND_MS = 30 * 60_000;

const { minutes, seed: given } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
}).values;

/** Every test file that makes values up. */
const { stdout } = spawnSync('git', ['grep', '-l', "from 'fast-check'", '--', '*.test.ts'], { cwd: root });
const files = String(stdout).trim().split('\n');

const until = Date.now() + Number(minutes) * 60_000;
let rounds = 0;
do {
  const seed = given ?? String(randomInt(2 ** 31));
  console.log(`explore: seed ${seed}`);
  const result = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', ...files],
    { cwd: root, env: { ...process.env, PROPERTY_SEED: seed }, encoding: 'utf8', timeout: ROUND_MS },
  );
  rounds++;
  if (result.status !== 0) {
    console.log(`${result.stdout}\n${result.stderr}`);
    console.error(`explore: round ${rounds} failed; again with: npm run test:explore -- --seed ${seed}`);
    process.exit(1);
  }
} while (given === undefined && Date.now() < until);
console.log(`explore: every property held in ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`);
