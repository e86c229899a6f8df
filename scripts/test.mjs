// Runs a tier of the tests (vitest builds first what changed) and closes with one plain line of counts:
//   npm test [-- --slow] [vitest arguments]          what a change can break, within minutes
//   npm run test:system [-- --slow] [the same]       what takes whole systems
// With `--project` the projects are those that it names. `--slow` lists the slowest files.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './build/projects.mjs';

const SHOWN_LINES = 20;
const SHOWN_FILES = 20;

const args = process.argv.slice(2);
const [system, slow] = ['--system', '--slow'].map((flag) => args.includes(flag));
const rest = args.filter((arg) => arg !== '--system' && arg !== '--slow');
if (!rest.some((arg) => /^--project(=|$)/.test(arg))) rest.push(`--project=${system ? '' : '!'}system`);
const report = join(root, `artifacts/${system ? 'system-test' : 'test'}-report.json`);

mkdirSync(dirname(report), { recursive: true });
rmSync(report, { force: true });
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const run = spawnSync(
  process.execPath,
  [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest],
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
const slowest = slow ? testResults.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SHOWN_FILES) : [];
for (const file of slowest) console.log(`${secondsOf(file).toFixed(1).padStart(7)} s  ${relative(root, file.name)}`);
// A file that does not even load fails no test of its own; it must count all the same.
const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
const status = run.status ?? 1;
// An error outside of any test: vitest prints it above and ends with 1.
const unhandled = status !== 0 && failed === 0 ? ', an unhandled error outside of any test' : '';
console.log(`${numPassedTests} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped${unhandled}`);
process.exit(status);
