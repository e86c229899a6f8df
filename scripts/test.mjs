// Builds, then runs every test and closes with one plain line of counts: `npm test [-- vitest arguments]`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const report = join(root, 'artifacts/test-report.json');

const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-needed'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

mkdirSync(dirname(report), { recursive: true });
rmSync(report, { force: true });
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const run = spawnSync(
  process.execPath,
  [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites } = JSON.parse(
  readFileSync(report, 'utf8'),
);
// A file that does not even load fails no test of its own; it must count all the same.
const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
console.log(`${numPassedTests} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`);
process.exit(run.status ?? 1);
