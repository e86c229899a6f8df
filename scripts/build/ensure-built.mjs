import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fingerprint, projectsOf, removeStale, root } from './projects.mjs';

const require = createRequire(import.meta.url);
const cache = join(root, 'node_modules/.cache/ownvoice');
const stampsFile = join(cache, 'build.json');

/** What every project's compilation depends on, beside its own folder. */
const COMPILER_INPUTS = ['tsconfig.base.json', 'prisma/schema.prisma'];

function stop(sentence) {
  console.error(`build: ${sentence}`);
  process.exit(1);
}

/** The file behind a package's command, so that this very Node runs it and no shell is involved. */
function bin(packageName, command) {
  const manifest = require.resolve(`${packageName}/package.json`);
  return join(dirname(manifest), require(manifest).bin[command]);
}

/** How to build TypeScript projects and what they need to run, in order. */
function stepsFor(folders) {
  const pages = folders.some((folder) => folder === '.' || folder.startsWith('services/'));
  const targets = pages ? [...folders, 'packages/console'] : folders;
  const projects = new Map(targets.flatMap((target) => [...projectsOf(target)].filter(([, project]) => project)));
  const steps = [];
  if (projects.has('services/auth'))
    steps.push({
      name: 'database client',
      inputs: { client: ['prisma/schema.prisma'] },
      outputs: ['services/auth/src/generated/client.ts'],
      run: () => [join(root, 'scripts/build/client.mjs')],
    });
  if (projects.has('services/tts'))
    steps.push({
      name: 'letter statistics',
      inputs: { letters: ['scripts/build/letter-statistics.mjs'] },
      outputs: ['services/tts/src/generated/letter-statistics.ts'],
      run: () => [join(root, 'scripts/build/letter-statistics.mjs')],
    });
  steps.push({
    name: `TypeScript of ${folders.join(', ')}`,
    inputs: Object.fromEntries([...projects.keys()].map((path) => [path, [path, ...COMPILER_INPUTS]])),
    outputs: [...projects.values()].map(({ outputs }) => outputs),
    run: (anew) => [bin('typescript', 'tsc'), '-b', ...targets, ...(anew ? ['--force'] : [])],
    afterwards: () => {
      for (const project of projects.values()) removeStale(project);
    },
  });
  if (pages)
    steps.push({
      name: 'pages',
      inputs: { pages: ['packages/console', 'packages/audio', 'packages/shared'] },
      outputs: ['accounts', 'speech', 'docs'].map((page) => `packages/console/dist-app/${page}/index.html`),
      run: () => [bin('vite', 'vite'), 'build', '--logLevel', 'warn'],
      cwd: 'packages/console',
    });
  return steps;
}

/** The fingerprints of inputs when they were last built, by the name that a step gives them. */
function readStamps() {
  try {
    return JSON.parse(readFileSync(stampsFile, 'utf8'));
  } catch {
    return {};
  }
}

const isComplete = ({ outputs }) => outputs.every((output) => existsSync(join(root, output)));

const fingerprintsOf = ({ inputs }) =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, paths]) => [name, fingerprint([...paths, 'package-lock.json'])]),
  );

function isCurrent(step) {
  const stamps = readStamps();
  return isComplete(step) && Object.entries(fingerprintsOf(step)).every(([name, print]) => stamps[name] === print);
}

/** @param place of how many, such as `1 of 4` */
function runStep(step, place, anew) {
  console.error(`build: ${place}, ${step.name}`);
  // Before the step runs: what is written meanwhile counts as changed.
  const fingerprints = fingerprintsOf(step);
  const { status } = spawnSync(process.execPath, step.run(anew), {
    cwd: join(root, step.cwd ?? '.'),
    // A program that is built first has standard output for itself.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (status !== 0) {
    console.error(`build: ${step.name} failed`);
    process.exit(status ?? 1);
  }
  step.afterwards?.();
  writeFileSync(stampsFile, JSON.stringify({ ...readStamps(), ...fingerprints }, null, 2));
}

const LOCK_WAIT_MS = 100;

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Keeps two commands from building at the same time. */
function withLock(work) {
  const lock = join(cache, 'build.lock');
  mkdirSync(cache, { recursive: true });
  for (let waits = 0; ; waits++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const owner = Number(existsSync(lock) && readFileSync(lock, 'utf8'));
      if (owner > 0 && !isAlive(owner)) {
        rmSync(lock, { force: true });
        continue;
      }
      if (waits === 0) console.error(`build: waiting for process ${owner}, which is building (${lock})`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_WAIT_MS);
    }
  }
  process.once('exit', () => rmSync(lock, { force: true }));
  work();
  rmSync(lock, { force: true });
}

/**
 * Builds what changed of some projects since they were last built; ends the process where that fails. In a production
 * install, which has no compiler, what was built before runs.
 *
 * @param folders TypeScript projects such as `services/tts`; `.` for all of them
 * @param anew builds everything, whatever is there
 */
export function ensureBuilt(folders = ['.'], { anew = false } = {}) {
  if (!existsSync(join(root, 'node_modules'))) stop('the packages are not installed; run `npm ci` first.');
  const steps = stepsFor(folders);
  if (!existsSync(join(root, 'node_modules/vite'))) {
    if (anew) stop('the development packages are not installed; run `npm ci` first.');
    if (steps.every(isComplete)) return;
    stop('nothing is built here; run `npm ci && npm run build`, then `npm ci --omit=dev`.');
  }
  if (!anew && steps.every(isCurrent)) return;
  withLock(() => {
    const due = steps.filter((step) => anew || !isCurrent(step));
    const startedAt = performance.now();
    due.forEach((step, index) => {
      runStep(step, `${index + 1} of ${due.length}`, anew);
    });
    if (due.length > 0) console.error(`build: done in ${Math.ceil((performance.now() - startedAt) / 1_000)} s`);
  });
}
