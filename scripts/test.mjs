// Runs every test (vitest builds first what changed) and closes with one plain line of counts: `npm test [-- vitest arguments]`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './build/projects.mjs';

const report = join(root, 'artifacts/test-report.json');
const SHOWN_LINES = 20;
const SHOWN_FILES = 10;

mkdirSync(dirname(report), { recursive: true });
rmSync(report, { force: true });
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const run = spawnSync(
  process.execPath,
  [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
if (!existsSync(report)) {
  console.error('test: the run ended before its report was written');
  process.exit(run.status || 1);
}
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, testResults } = JSON.parse(
  readFileSync(report, 'utf8'),
);
// Once more and in short, where whoever reads only the end of a long log finds it.
const beginning = (message) =>
  message
    .replaceAll('Error: STACK_TRACE_ERROR', 'It ran out of time.')
    .split('\n')
    .filter((line) => !/^ +at .*(node_modules|node:internal)/.test(line))
    .slice(0, SHOWN_LINES)
    .join('\n    ');
for (const { name, status, message, assertionResults } of testResults) {
  const failures = assertionResults.filter((one) => one.status === 'failed');
  for (const { fullName, failureMessages } of failures)
    console.log(`FAILED ${relative(root, name)} › ${fullName}\n    ${beginning(failureMessages.join('\n'))}`);
  if (status === 'failed' && failures.length === 0)
    console.log(`FAILED ${relative(root, name)}\n    ${beginning(message)}`);
}
const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1000;
const slowest = testResults.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SHOWN_FILES);
console.log('Slowest files:');
for (const file of slowest) console.log(`${secondsOf(file).toFixed(1).padStart(7)} s  ${relative(root, file.name)}`);
// A file that does not even load fails no test of its own; it must count all the same.
const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
console.log(`${numPassedTests} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`);
process.exit(run.status ?? 1);
